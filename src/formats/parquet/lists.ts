/** Tables with one query per row, its documents in a list; and corpora, with one document per row. */

import type { ReadContext, Sink } from "../format.ts";
import type { Role, Roles } from "../rows/column-roles.ts";
import type { ParquetColumn, ParquetFile } from "./file.ts";
import { type ParquetCell, readCells } from "./rows.ts";

const NUMBERS: ReadonlySet<Role> = new Set(["score", "grade", "rank"]);

/** Rows as records of the roles that are there. */
async function readRecords(
  file: ParquetFile,
  roles: Roles<ParquetColumn>,
  wanted: readonly Role[],
  row: (record: Partial<Record<Role, ParquetCell>>, line: number) => void,
): Promise<void> {
  const there = wanted.filter((role) => roles[role] !== undefined);
  await readCells(
    file,
    there.map((role) => ({ column: roles[role]!, mode: NUMBERS.has(role) ? "number" : "text" })),
    (cells, line) => row(Object.fromEntries(there.map((role, i) => [role, cells[i]])), line),
  );
}

/** A text that a row cannot do without; says what is wrong with it otherwise. */
function textOf(cell: ParquetCell, name: string, line: number, { problem }: ReadContext): string | undefined {
  if (typeof cell === "string" && cell !== "") return cell;
  problem({
    code: cell === undefined ? "not-utf8" : `no-${name}`,
    what: cell === undefined ? `the ${name} is not UTF-8` : `the row has no ${name}`,
    fix: cell === undefined ? "write it as UTF-8" : "fill it in, or leave the row out",
    level: "error",
    at: { line },
  });
  return undefined;
}

/** Ids of a list. One that is not there stays null; whoever scores knows what that means to the tool. */
function idsOf(
  cell: ParquetCell,
  query: string,
  line: number,
  { problem }: ReadContext,
): (string | null)[] | undefined {
  const ids = cell as readonly (string | null | undefined)[];
  if (!ids.includes(undefined)) return [...ids] as (string | null)[];
  problem({
    code: "not-utf8",
    what: `an id of query ${query} is not UTF-8`,
    fix: "write ids as UTF-8",
    level: "error",
    at: { line, query },
  });
  return undefined;
}

/** query, list of documents, and beside it lists of scores and texts. The list is in order: scores do not change it. */
export async function readRankings(
  file: ParquetFile,
  roles: Roles<ParquetColumn>,
  sink: Sink,
  context: ReadContext,
  queryOf?: (row: number) => string | undefined,
): Promise<void> {
  const wanted: Role[] = ["query", "doc", "score", "words", ...(context.texts ? (["texts"] as const) : [])];
  const { problem } = context;
  await readRecords(file, roles, wanted, ({ query: cell, doc, score, words, texts }, line) => {
    const query = queryOf === undefined ? textOf(cell, "query", line, context) : queryOf(line);
    if (query === undefined) return;
    if (typeof words === "string") sink.query?.(query, words, line);
    const at = { line, query };
    if (doc === null)
      problem({
        code: "no-list",
        what: `query ${query} has no list of documents; it counts as empty`,
        fix: "write an empty list",
        at,
      });
    const ids = idsOf(doc ?? [], query, line, context);
    if (ids === undefined) return;
    const beside = (list: ParquetCell | undefined, name: string): readonly ParquetCell[] | undefined => {
      if (!Array.isArray(list)) return undefined;
      if (list.length === ids.length) return list;
      problem({
        code: "uneven-lists",
        what: `query ${query} has ${ids.length} documents and ${list.length} ${name}; the ${name} were left out`,
        fix: "write one for each document",
        at,
      });
      return undefined;
    };
    let scores = beside(score, "scores");
    if (scores?.some((x) => !Number.isFinite(x)) === true) {
      problem({
        code: "bad-score",
        what: `the scores of query ${query} are not all finite numbers; they were left out`,
        why: "the order of the list counts, and they do not change it",
        fix: "write finite numbers",
        at,
      });
      scores = undefined;
    }
    const passages = beside(texts, "texts");
    if (scores === undefined && passages === undefined) return sink.ranking?.(query, ids, line);
    sink.ranking?.(
      query,
      ids.map((id, i) => ({
        id,
        ...(scores === undefined ? {} : { score: scores[i] }),
        ...(typeof passages?.[i] === "string" ? { text: passages[i] } : {}),
      })),
      line,
    );
  });
}

/** query, list or groups of documents, perhaps with grades; the query's words, its first answer, and its texts where somebody wants texts. */
export async function readGolds(
  file: ParquetFile,
  roles: Roles<ParquetColumn>,
  sink: Sink,
  context: ReadContext,
): Promise<void> {
  const wanted: Role[] = [
    "query",
    "doc",
    "grade",
    "words",
    "answer",
    ...(context.texts ? (["passages"] as const) : []),
  ];
  await readRecords(file, roles, wanted, ({ query: cell, doc, grade, words, answer, passages }, line) => {
    const query = textOf(cell, "query", line, context);
    if (query === undefined) return;
    if (typeof words === "string") sink.query?.(query, words, line);
    const relevant = relevantOf(doc, grade, query, line, context);
    if (relevant === undefined) return;
    const first = Array.isArray(answer) ? answer[0] : answer;
    const texts = Array.isArray(passages)
      ? passages.map(passageGroup).filter((group) => group.length > 0)
      : [];
    sink.gold?.(
      query,
      {
        ...relevant,
        ...(typeof first === "string" ? { answer: first } : {}),
        ...(texts.length > 0 ? { passages: texts } : {}),
      },
      line,
    );
  });
}

const passageGroup = (group: ParquetCell): { text: string }[] =>
  (Array.isArray(group) ? group : [group]).flatMap((text) => (typeof text === "string" ? [{ text }] : []));

function relevantOf(
  doc: ParquetCell | undefined,
  grade: ParquetCell | undefined,
  query: string,
  line: number,
  context: ReadContext,
): object | undefined {
  if (!Array.isArray(doc)) {
    context.problem({
      code: "no-gold",
      what: `query ${query} has no list of documents`,
      why: "an empty list would say that nothing is relevant",
      fix: "write a list, or leave the row out",
      level: "error",
      at: { line, query },
    });
    return undefined;
  }
  // A hole in the gold stays one: an id of nothing.
  const filled = (ids: (string | null)[] | undefined): string[] | undefined => ids?.map((id) => id ?? "");
  if (doc.some((entry) => Array.isArray(entry))) {
    const groups = doc.map((group: ParquetCell) => filled(idsOf(group ?? [], query, line, context)));
    return groups.includes(undefined) ? undefined : { groups };
  }
  const ids = filled(idsOf(doc, query, line, context));
  if (ids === undefined) return undefined;
  if (!Array.isArray(grade)) return { relevant: ids };
  const bad = grade.length !== ids.length || grade.some((x) => !Number.isFinite(x));
  if (bad) {
    context.problem({
      code: "bad-grade",
      what:
        grade.length === ids.length
          ? `the grades of query ${query} are not all finite numbers`
          : `query ${query} has ${ids.length} documents and ${grade.length} grades`,
      fix: "write a number for each document",
      level: "error",
      at: { line, query },
    });
    return undefined;
  }
  return { grades: new Map(ids.map((id, i) => [id, grade[i] as number])) };
}

/** A document per row: id, text, perhaps a title. */
export async function readDocs(
  file: ParquetFile,
  roles: Roles<ParquetColumn>,
  sink: Sink,
  context: ReadContext,
): Promise<void> {
  await readRecords(file, roles, ["doc", "text", "title"], ({ doc, text, title }, line) => {
    const id = textOf(doc, "document", line, context);
    if (id === undefined) return;
    if (typeof text !== "string")
      context.problem({
        code: "no-text",
        what: `document ${id} has no text${text === undefined ? " that is UTF-8" : ""}`,
        fix: "fill it in, or leave the row out",
        at: { line },
      });
    const words = typeof text === "string" ? text : "";
    if (typeof title === "string" && title !== "") sink.doc?.(id, words, line, title);
    else sink.doc?.(id, words, line);
  });
}
