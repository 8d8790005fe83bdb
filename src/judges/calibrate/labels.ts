/** Labels that people gave, as rows of a JSONL file. */

import type { QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { type Level, readLevel } from "./_levels.ts";

/**
 * One verdict of a person. What it is about:
 * - `claim`: the chunks, all together, support it (id such as "c1", "r1" of a response, or its text);
 * - `claim` and `chunk`: that chunk does (its rank from 1, or the id of its document);
 * - `statement`: it is relevant to the question (id such as "2.1");
 * - `chunk`: it helps to arrive at the reference, or is about the question where there is none.
 * @example {"id":"q1","claim":"c1","chunk":2,"label":"partial","annotator":"ann"}
 */
export interface LabelRow {
  readonly id: QueryId;
  readonly claim?: string;
  readonly chunk?: number | string;
  readonly statement?: string;
  /** yes, no, full, partial, none, true, false, 1, 0. */
  readonly label: string | number | boolean;
  /** What a second person said of the same; or give a row each, with `annotator`. */
  readonly label2?: string | number | boolean;
  readonly annotator?: string;
  /** What the judge said; where it is not here, it is looked up in records. */
  readonly judge?: string | number | boolean;
  /** Of the claim or statement: where the record has another text there, the label is not used. */
  readonly text?: string;
}

/** A row that was read: the words are levels now. */
export interface ReadLabel {
  readonly id: QueryId;
  readonly about: About;
  readonly level: Level;
  /** The word tells more than yes and no. */
  readonly graded: boolean;
  readonly second?: Level;
  readonly annotator?: string;
  readonly judge?: Level;
  readonly at: NonNullable<Problem["at"]>;
}
export interface About {
  readonly claim?: string;
  readonly chunk?: number | string;
  readonly statement?: string;
  readonly text?: string;
}

export interface LabelsRead {
  readonly labels: readonly ReadLabel[];
  readonly problems: readonly Problem[];
}

/** The rows of a JSONL text. A row that cannot be read is a Problem with its line, and the others are read. */
export function readLabels(text: string, file?: string): LabelsRead {
  const rows: [unknown, number][] = [];
  const log = new ProblemLog();
  text.split(/\r?\n/).forEach((line, i) => {
    const words = i === 0 ? line.replace(/^\uFEFF/, "") : line;
    if (words.trim() === "") return;
    try {
      rows.push([JSON.parse(words), i + 1]);
    } catch {
      log.add(bad("this line is not JSON", "write one object on each line", { line: i + 1 }, file));
    }
  });
  return readRows(rows, log, file);
}

/** Rows that are objects already. */
export const parseLabels = (rows: readonly LabelRow[]): LabelsRead =>
  readRows(
    rows.map((row, i) => [row, i + 1]),
    new ProblemLog(),
  );

function readRows(rows: readonly [unknown, number][], log: ProblemLog, file?: string): LabelsRead {
  const labels: ReadLabel[] = [];
  for (const [row, line] of rows) {
    // A row of a sheet that nobody has filled in yet.
    if ((row as { label?: unknown } | null)?.label === "") continue;
    const read = readRow(row, { ...(file === undefined ? {} : { file }), line });
    if ("code" in read) log.add(read);
    else labels.push(read);
  }
  return { labels, problems: log.list() };
}

const bad = (what: string, fix: string, at: ReadLabel["at"], file?: string): Problem => ({
  code: "bad-label",
  what,
  why: "a label that cannot be read counts neither as yes nor as no",
  fix,
  at: { ...(file === undefined ? {} : { file }), ...at },
  level: "error",
});

function readRow(row: unknown, at: ReadLabel["at"]): ReadLabel | Problem {
  if (typeof row !== "object" || row === null || Array.isArray(row))
    return bad("a label is an object", 'write {"id":"q1","claim":"c1","label":"yes"}', at);
  const fields = row as Readonly<Record<string, unknown>>;
  const { id, claim, chunk, statement, text, annotator } = fields;
  if (!isName(id)) return bad("a label has no id", "give the id of its query", at);
  const where = { ...at, query: String(id) };
  if (claim === undefined && chunk === undefined && statement === undefined)
    return bad("a label is about nothing", "give claim, chunk, claim and chunk, or statement", where);
  if (statement !== undefined && (claim !== undefined || chunk !== undefined))
    return bad("a label is about a statement and something else", "a statement is labelled alone", where);
  for (const [name, value] of Object.entries({ claim, chunk, statement, text, annotator }))
    if (value !== undefined && !isName(value))
      return bad(`${name} cannot be ${JSON.stringify(value)}`, "give a text", where);
  const known = {
    label: readLevel(fields["label"]),
    label2: readLevel(fields["label2"]),
    judge: readLevel(fields["judge"]),
  };
  for (const [name, level] of Object.entries(known))
    if (level === undefined && (name === "label" || fields[name] !== undefined))
      return bad(
        fields[name] === undefined
          ? "a row has no label"
          : `${name} cannot be ${JSON.stringify(fields[name])}`,
        "use yes or no, or full, partial or none; take the row out where people could not tell",
        where,
      );
  const { label, label2, judge } = known;
  const levels = [label, label2].filter((one) => one !== undefined);
  const about = {
    ...(claim === undefined ? {} : { claim: String(claim) }),
    ...(chunk === undefined ? {} : { chunk: chunk as number | string }),
    ...(statement === undefined ? {} : { statement: String(statement) }),
    ...(text === undefined ? {} : { text: String(text) }),
  };
  if (claim === undefined && [...levels, judge].some((one) => one?.level === 1))
    return bad(
      "partial is said of a statement or a chunk",
      "partial support is of a claim; here use yes or no",
      where,
    );
  return {
    id: String(id),
    about,
    level: label!.level,
    graded: levels.some((one) => one.graded),
    ...(label2 === undefined ? {} : { second: label2.level }),
    ...(annotator === undefined ? {} : { annotator: String(annotator) }),
    ...(judge === undefined ? {} : { judge: judge.level }),
    at: where,
  };
}

const isName = (value: unknown): boolean =>
  (typeof value === "string" && value !== "") || (typeof value === "number" && Number.isFinite(value));
