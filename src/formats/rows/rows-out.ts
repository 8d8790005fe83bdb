/** Gold and rankings in every form of the library → rows, for formats that write one row per judgement or per hit. */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import { kept } from "../_shown.ts";
import { rowProblem } from "./problems.ts";
import { bestFirst, rankingForms } from "./ranking-forms.ts";

type TellProblem = (problem: Problem) => void;

export interface HitRow {
  readonly id: DocId;
  readonly score?: number;
}
interface GradeRow {
  readonly doc: DocId;
  readonly grade: number;
  /** The aspect of the query, where the gold has aspects. */
  readonly aspect?: string;
}

/** A retriever that failed, where a format has no place for that. */
export const lostFailure = (query: QueryId, message: string): Problem =>
  rowProblem("lost-query/failed", { query, message }, { at: { query } });

/** A hit without an id, in a format without a place for it. If it were left out, the hits below would move up. */
export const noId = (query: QueryId): Problem =>
  rowProblem("no-id/text", { query }, { level: "error", at: { query } });

/** Hits best first, of a ranking in any form. A hit without an id is an error. */
export function hitRows(query: QueryId, hits: unknown, problem: TellProblem): HitRow[] {
  const { mapping, hits: list, error } = rankingForms(hits);
  if (error !== undefined) problem(lostFailure(query, error));
  const rows = list.flatMap(({ id, score }): HitRow[] => {
    if (typeof id === "string" || typeof id === "number")
      return [{ id: String(id), ...(typeof score === "number" ? { score } : {}) }];
    problem(noId(query));
    return [];
  });
  if (error === undefined && list.length === 0) problem(noHits(query));
  return mapping ? bestFirst(rows) : rows;
}

/** A query without hits, where only hits have rows. */
export const noHits = (query: QueryId): Problem =>
  rowProblem("lost-query/no-hits", { query }, { at: { query } });

interface Facets {
  readonly relevant?: unknown;
  readonly grades?: unknown;
  readonly groups?: unknown;
  readonly hops?: unknown;
  readonly forbidden?: unknown;
  readonly subtopics?: unknown;
  readonly passages?: unknown;
  readonly answer?: unknown;
  readonly answerable?: unknown;
  readonly tags?: unknown;
}

/** Judgements of one query. Warns about data that rows cannot hold (groups, texts, answers). `held`: the format has a place for it. */
export function gradeRows(
  query: QueryId,
  gold: unknown,
  problem: TellProblem,
  held: readonly string[] = [],
): GradeRow[] {
  const rows = rowsOf(query, gold, problem);
  // A number is the grade of a document with that id.
  for (const facet of UNWRITTEN)
    if (!held.includes(facet) && !["undefined", "number"].includes(typeof (gold as Facets)[facet]))
      problem(rowProblem("lost-gold", { query, facet, format: "this format" }, { at: { query } }));
  if (rows.length === 0) problem(rowProblem("lost-query/unjudged", { query }, { at: { query } }));
  return rows;
}

function rowsOf(query: QueryId, gold: unknown, problem: TellProblem): GradeRow[] {
  if (gold instanceof Map || isGrades(gold)) return gradesOf(gold);
  if (Array.isArray(gold)) return listOf(query, gold, problem);
  const columns = gold as { readonly ids?: unknown; readonly grades?: ArrayLike<number> };
  if (Array.isArray(columns.ids))
    return columns.ids.map((doc: string, i) => ({ doc, grade: columns.grades?.[i] ?? 1 }));
  const { relevant, grades, hops, groups = hops, subtopics, passages } = gold as Facets;
  refuseForbidden(query, gold, problem);
  if (subtopics !== undefined)
    return Object.entries(subtopics as object).flatMap(([aspect, of]) =>
      gradesOf(of).map((row) => ({ ...row, aspect })),
    );
  if (passages !== undefined) problem(lostTexts(query));
  const graded = grades === undefined ? [] : gradesOf(grades);
  const listed = [
    ...(relevant === undefined ? [] : rowsOf(query, relevant, problem)),
    ...(groups === undefined ? [] : listOf(query, groups as unknown[], problem)),
  ];
  if (graded.length === 0) return listed;
  const known = new Map(graded.map(({ doc, grade }) => [doc, grade]));
  const told = new Set(listed.map(({ doc }) => doc));
  // Rows hold one number per document: a list that disagrees with the grades is lost.
  if (listed.length > 0 && graded.some(({ doc, grade }) => grade > 0 !== told.has(doc)))
    problem(rowProblem("lost-list", { query }, { at: { query } }));
  return [...graded, ...listed.filter(({ doc }) => !known.has(doc))];
}

/** Facets that name no documents, so they have no rows. */
const UNWRITTEN = ["answer", "answerable", "tags"] as const;

/** Forbidden documents are never dropped silently: a format that cannot hold them is refused. */
export function refuseForbidden(query: QueryId, gold: unknown, problem: TellProblem): void {
  const { forbidden } = gold as Facets;
  if (Array.isArray(forbidden) && forbidden.length > 0)
    problem(rowProblem("lost-forbidden", { query }, { at: { query }, level: "error" }));
}

const isGrades = (gold: unknown): boolean =>
  typeof gold === "object" &&
  gold !== null &&
  !Array.isArray(gold) &&
  Object.keys(gold).length > 0 &&
  Object.values(gold).every((value) => typeof value === "number");

const gradesOf = (grades: unknown): GradeRow[] =>
  (grades instanceof Map ? [...grades] : Object.entries(grades as object)).map(([doc, grade]) => ({
    doc: String(doc),
    grade: grade as number,
  }));

/** A list of ids, or of groups of ids, or of texts. */
function listOf(query: QueryId, list: readonly unknown[], problem: TellProblem): GradeRow[] {
  const rows = new Map<DocId, GradeRow>();
  let [groups, texts] = [0, 0];
  for (const one of list) {
    if (Array.isArray(one)) groups++;
    for (const id of Array.isArray(one) ? one : [one])
      if (typeof id === "string" || typeof id === "number")
        rows.set(String(id), { doc: String(id), grade: 1 });
      else texts++;
  }
  if (groups > 0) problem(rowProblem("lost-groups", { query }, { at: { query } }));
  if (texts > 0) problem(lostTexts(query));
  return [...rows.values()];
}

const lostTexts = (query: QueryId): Problem =>
  rowProblem("lost-texts/rows", { query }, { at: { query }, level: "error" });

/** Rows of text, handed on in larger pieces. */
export function rowBuffer(write: (text: string) => void): { add(row: string): void; flush(): void } {
  let rows = "";
  const flush = (): void => {
    if (rows !== "") write(rows);
    rows = "";
  };
  return {
    add(row) {
      rows += row;
      if (rows.length > 1 << 16) flush();
    },
    flush,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: readers refuse zero bytes
const BLANKS = /[\s\u0000]/;

/** A name as one word of such a file. */
export const columnWord = (name: string): string =>
  name
    .split(BLANKS)
    .filter((word) => word !== "")
    .join("_");

/** Whether an id survives a file with blanks between its columns; reports a Problem if not. */
export function fitsColumn(id: string, problem: TellProblem): boolean {
  if (id !== "" && !BLANKS.test(id)) return true;
  problem(rowProblem("blank-in-id/column", { id: kept(id) }, { level: "error" }));
  return false;
}
