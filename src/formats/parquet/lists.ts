/** Tables with one query per row, its documents in a list; and corpora, with one document per row. */

import { atLine, errorAt } from "../_problems.ts";
import type { ReadContext, Sink } from "../format.ts";
import type { Role, Roles } from "../rows/column-roles.ts";
import { RowTags, tagColumns, tagValues } from "../rows/tags.ts";
import type { ParquetColumn, ParquetFile } from "./file.ts";
import { parquetProblem } from "./problems.ts";
import { type ParquetCell, readCells } from "./rows.ts";

const NUMBERS: ReadonlySet<Role> = new Set(["score", "grade", "rank"]);

/** Rows as records of the roles that are there. */
async function readRecords(
  file: ParquetFile,
  roles: Roles<ParquetColumn>,
  wanted: readonly Role[],
  row: (record: Partial<Record<Role, ParquetCell>>, line: number, tags: readonly ParquetCell[]) => void,
  tagged: readonly (readonly [ParquetColumn, tag: string])[] = [],
): Promise<void> {
  const there = wanted.filter((role) => roles[role] !== undefined);
  await readCells(
    file,
    [
      ...there.map((role) => ({
        column: roles[role]!,
        mode: NUMBERS.has(role) ? ("number" as const) : ("text" as const),
      })),
      ...tagged.map(([column]) => ({ column, mode: "text" as const })),
    ],
    (cells, line) =>
      row(Object.fromEntries(there.map((role, i) => [role, cells[i]])), line, cells.slice(there.length)),
  );
}

/** A required text of a row; reports a Problem if it is missing or not a text. */
function textOf(
  cell: ParquetCell,
  of: "query" | "document",
  line: number,
  { problem }: ReadContext,
): string | undefined {
  if (typeof cell === "string" && cell !== "") return cell;
  problem(
    cell === undefined
      ? parquetProblem("not-utf8/cell", { of }, errorAt(line))
      : parquetProblem(`no-${of}`, {}, errorAt(line)),
  );
  return undefined;
}

/** Ids of a list. Missing ids stay null; scoring decides what they mean. */
function idsOf(
  cell: ParquetCell,
  query: string,
  line: number,
  { problem }: ReadContext,
): (string | null)[] | undefined {
  const ids = cell as readonly (string | null | undefined)[];
  if (!ids.includes(undefined)) return [...ids] as (string | null)[];
  problem(parquetProblem("not-utf8/list", { query }, errorAt(line, query)));
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
    if (doc === null) problem(parquetProblem("no-list/cell", { query }, { at }));
    const ids = idsOf(doc ?? [], query, line, context);
    if (ids === undefined) return;
    const beside = (
      list: ParquetCell | undefined,
      of: "scores" | "texts",
    ): readonly ParquetCell[] | undefined => {
      if (!Array.isArray(list)) return undefined;
      if (list.length === ids.length) return list;
      const fields = { query, wanted: ids.length, found: list.length, of };
      problem(parquetProblem("uneven-lists/columns", fields, { at }));
      return undefined;
    };
    let scores = beside(score, "scores");
    if (scores?.some((x) => !Number.isFinite(x)) === true) {
      problem(parquetProblem("bad-score/list", { query }, { at }));
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

/** query, list or groups of documents, perhaps with grades; the query's words, its first answer, and its texts if requested. */
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
  const tagged = tagColumns(file.columns, context);
  const row = (
    { query: cell, doc, grade, words, answer, passages }: Partial<Record<Role, ParquetCell>>,
    line: number,
    tags: readonly ParquetCell[],
  ): void => {
    const query = textOf(cell, "query", line, context);
    if (query === undefined) return;
    if (typeof words === "string") sink.query?.(query, words, line);
    const relevant = relevantOf(doc, grade, query, line, context);
    if (relevant === undefined) return;
    const first = Array.isArray(answer) ? answer[0] : answer;
    const texts = Array.isArray(passages)
      ? passages.map(passageGroup).filter((group) => group.length > 0)
      : [];
    const own = tagged.flatMap(([, tag], i) => tagValues(tag, tags[i]));
    sink.gold?.(
      query,
      {
        ...relevant,
        ...(typeof first === "string" ? { answer: first } : {}),
        ...(texts.length > 0 ? { passages: texts } : {}),
        ...(own.length > 0 ? { tags: Object.fromEntries(own) } : {}),
      },
      line,
    );
  };
  await readRecords(file, roles, wanted, row, tagged);
}

/** The tags of a table with a row per judgement. */
export async function readRowTags(
  file: ParquetFile,
  roles: Roles<ParquetColumn>,
  sink: Sink,
  context: ReadContext,
): Promise<void> {
  const tagged = tagColumns(file.columns, context);
  if (tagged.length === 0) return;
  const tags = new RowTags(sink, context);
  const columns = [roles.query!, ...tagged.map(([column]) => column)];
  await readCells(
    file,
    columns.map((column) => ({ column, mode: "text" })),
    ([query, ...cells], line) => {
      if (typeof query === "string")
        tags.add(
          query,
          tagged.flatMap(([, tag], i) => tagValues(tag, cells[i])),
          line,
        );
    },
  );
  tags.end();
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
    context.problem(parquetProblem("no-gold/cell", { query }, errorAt(line, query)));
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
    const uneven = { query, wanted: ids.length, found: grade.length };
    context.problem(
      grade.length === ids.length
        ? parquetProblem("bad-grade/list", { query }, errorAt(line, query))
        : parquetProblem("bad-grade/uneven", uneven, errorAt(line, query)),
    );
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
      context.problem(
        parquetProblem(
          text === undefined ? "no-text/not-utf8" : "no-text/missing",
          { document: id },
          atLine(line),
        ),
      );
    const words = typeof text === "string" ? text : "";
    if (typeof title === "string" && title !== "") sink.doc?.(id, words, line, title);
    else sink.doc?.(id, words, line);
  });
}
