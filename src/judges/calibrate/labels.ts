/** Labels that people gave, as rows of a JSONL file. */

import type { QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { type Level, readLevel } from "./_levels.ts";
import { calibrateProblem } from "./problems.ts";

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
      log.add(calibrateProblem("bad-label/not-json", {}, error(placeOf(file, i + 1))));
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
    // A row of the sheet that is not filled in yet.
    if ((row as { label?: unknown } | null)?.label === "") continue;
    const read = readRow(row, placeOf(file, line));
    if ("code" in read) log.add(read);
    else labels.push(read);
  }
  return { labels, problems: log.list() };
}

const placeOf = (file: string | undefined, line: number): ReadLabel["at"] => ({
  ...(file === undefined ? {} : { file }),
  line,
});

/** Nothing is counted where a label cannot be read. */
const error = (at: ReadLabel["at"]): Pick<Problem, "at" | "level"> => ({ at, level: "error" });

function readRow(row: unknown, at: ReadLabel["at"]): ReadLabel | Problem {
  if (typeof row !== "object" || row === null || Array.isArray(row))
    return calibrateProblem("bad-label/not-an-object", {}, error(at));
  const fields = row as Readonly<Record<string, unknown>>;
  const { id, claim, chunk, statement, text, annotator } = fields;
  if (!isName(id)) return calibrateProblem("bad-label/no-id", {}, error(at));
  const where = { ...at, query: String(id) };
  if (claim === undefined && chunk === undefined && statement === undefined)
    return calibrateProblem("bad-label/about-nothing", {}, error(where));
  if (statement !== undefined && (claim !== undefined || chunk !== undefined))
    return calibrateProblem("bad-label/about-two", {}, error(where));
  for (const [name, value] of Object.entries({ claim, chunk, statement, text, annotator }))
    if (value !== undefined && !isName(value))
      return calibrateProblem(
        "bad-label/not-a-text",
        { name, found: String(JSON.stringify(value)) },
        error(where),
      );
  const known = {
    label: readLevel(fields["label"]),
    label2: readLevel(fields["label2"]),
    judge: readLevel(fields["judge"]),
  };
  for (const [name, level] of Object.entries(known))
    if (level === undefined && (name === "label" || fields[name] !== undefined))
      return fields[name] === undefined
        ? calibrateProblem("bad-label/no-label", {}, error(where))
        : calibrateProblem(
            "bad-label/unknown-label",
            { name, found: String(JSON.stringify(fields[name])) },
            error(where),
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
    return calibrateProblem("bad-label/partial", {}, error(where));
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
