/** Rankings in every form people have them → columns. A list of ids is taken as it is, without a copy. */

import type { FoundDocument } from "../../core/documents.ts";
import type { DocId, QueryId } from "../../core/ids.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import type { Hit } from "../../core/ranking.ts";
import { idField, shown } from "../../core/shown.ts";
import { isBadStretch, readStretch, type Stretch } from "../../match/spans.ts";
import { inputProblem, ofRun } from "./problems.ts";
import { hitsOfDocuments, isDocuments, withDocuments } from "./read-documents.ts";
import { type ByQuery, byQuery, isPlainObject, numberText, refusePromise } from "./read-input.ts";
import { TableRanking } from "./table-ranking.ts";

/** Ids best first, hits, LangChain documents, an id → score mapping, or the Error that kept the retriever from answering. */
export type RankingInput =
  | readonly DocId[]
  | readonly Hit[]
  | readonly FoundDocument[]
  | Readonly<Record<DocId, number>>
  | ReadonlyMap<DocId, number>
  | ReadonlySet<DocId>
  | RankingColumns
  | TableRanking
  | Error;
/** One row per query, or one per hit. */
export type RunRow =
  | { readonly id: QueryId; readonly hits: RankingInput }
  | ({ readonly query: QueryId; readonly doc: DocId } & Omit<Hit, "id" | "doc">);
export type RunInput =
  | Readonly<Record<QueryId, RankingInput>>
  | ReadonlyMap<QueryId, RankingInput>
  | Iterable<RunRow | readonly [QueryId, RankingInput]>;

/** One ranking as columns, in the order given. */
export interface Ranking {
  readonly length: number;
  readonly ids: readonly (DocId | null)[];
  /** Absent where no hit has one; undefined where this hit has none. */
  readonly scores?: readonly (number | undefined)[];
  readonly texts?: readonly (string | undefined)[];
  readonly docs?: readonly (DocId | undefined)[];
  /** The position of a hit in its document. */
  readonly spans?: readonly (Stretch | undefined)[];
  /** 1 = counts as not retrieved: keeps its rank, earns nothing. */
  readonly off?: readonly number[];
  /** Which hit of the run's list it is, counted from 0, for those who ask which of them counted; -1 where it is none. */
  readonly from?: readonly number[];
  /** An id → score mapping: sorted by score by default. */
  readonly mapping: boolean;
  /** No id can be there twice. */
  readonly distinct: boolean;
  readonly nulls: boolean;
  /** The line of each hit in its file. */
  readonly lines?: ArrayLike<number>;
  readonly file?: string;
}

/** Each package entry has its own copy of this class; goldie recognises instances from goldie/files by this. */
const COLUMNS = Symbol.for("goldie.RankingColumns");

/** A ranking that a file's reader has put into columns already; it is taken as it is. */
export class RankingColumns implements Ranking {
  static {
    // Not on each of them: there may be one for each of a million queries.
    Object.defineProperty(RankingColumns.prototype, COLUMNS, { value: true });
  }
  static [Symbol.hasInstance](given: unknown): given is RankingColumns {
    return typeof given === "object" && given !== null && COLUMNS in given;
  }
  readonly ids: readonly (DocId | null)[];
  readonly scores?: readonly (number | undefined)[];
  readonly texts?: readonly (string | undefined)[];
  readonly docs?: readonly (DocId | undefined)[];
  readonly spans?: readonly (Stretch | undefined)[];
  readonly mapping: boolean;
  readonly distinct: boolean;
  readonly nulls: boolean;
  readonly lines?: ArrayLike<number>;
  readonly file?: string;
  constructor(columns: Omit<Ranking, "length">) {
    this.ids = columns.ids;
    this.mapping = columns.mapping;
    this.distinct = columns.distinct;
    this.nulls = columns.nulls;
    Object.assign(this, columns);
  }
  get length(): number {
    return this.ids.length;
  }
}

export const emptyList: Ranking = { length: 0, ids: [], mapping: false, distinct: true, nulls: false };

function checkScore(query: QueryId, id: unknown, score: unknown): asserts score is number {
  if (typeof score === "number" && Number.isFinite(score)) return;
  const key = typeof score === "string" ? "bad-score/text" : "bad-score/not-finite";
  throw inputProblem.error(key, { ...idField(id), found: shown(score) }, ofRun(query));
}

const INTEGER_LIKE = /^(0|[1-9]\d{0,9})$/;

/** A plain object sorts integer-like keys first, in ascending order. */
export const lostOrder = (ranking: Ranking, given: unknown): boolean =>
  ranking.mapping &&
  !(given instanceof Map) &&
  ranking.ids.length > 1 &&
  ranking.ids.some((id) => INTEGER_LIKE.test(id!));

export function readRanking(query: QueryId, given: RankingInput, log: ProblemLog): Ranking {
  if (given instanceof RankingColumns || given instanceof TableRanking) return given;
  if (isDocuments(given)) return readHits(query, hitsOfDocuments(query, given, log), log);
  if (Array.isArray(given))
    return typeof given[0] === "string" ? readIds(query, given, log) : readHits(query, given, log);
  if (given instanceof Map) {
    const ids = [...given.keys()] as DocId[];
    const scores = [...given.values()] as number[];
    let distinct = true;
    for (let i = 0; i < ids.length; i++) {
      checkScore(query, ids[i], scores[i]);
      if (typeof ids[i] === "string") continue;
      // 1 and "1" are two keys of a Map, and one id.
      ids[i] = textId(query, ids[i], log) as DocId;
      distinct = false;
    }
    return { length: ids.length, ids, scores, mapping: true, distinct, nulls: false };
  }
  refusePromise(given, ofRun(query).at);
  if (given instanceof Set) return readRanking(query, [...given] as DocId[], log);
  if (!isPlainObject(given)) throw inputProblem.error("bad-ranking", { found: shown(given) }, ofRun(query));
  const ids: DocId[] = [];
  const scores: number[] = [];
  // One walk: for…in is twice as fast here as keys and then a look-up of each, and a plain object inherits nothing enumerable.
  for (const id in given) {
    const score = (given as Record<string, number>)[id]!;
    // NaN - NaN and Infinity - Infinity are NaN: one test for all that is not a finite number.
    if (typeof score !== "number" || score - score !== 0) checkScore(query, id, score);
    ids.push(id);
    scores.push(score);
  }
  return { length: ids.length, ids, scores, mapping: true, distinct: true, nulls: false };
}

function readIds(query: QueryId, given: readonly unknown[], log: ProblemLog): Ranking {
  for (let i = 0; i < given.length; i++) if (typeof given[i] !== "string") return readHits(query, given, log);
  return {
    length: given.length,
    ids: given as readonly DocId[],
    mapping: false,
    distinct: false,
    nulls: false,
  };
}

/** A hit's id. A number is not dropped: it is read as text, and named. */
function textId(query: QueryId, id: unknown, log: ProblemLog): DocId | null {
  if (typeof id === "string") return id;
  if (id === null || id === undefined) return null;
  if (typeof id !== "number")
    throw inputProblem.error("id-type/not-text", { found: shown(id), type: typeof id }, ofRun(query));
  log.add(inputProblem("id-type/number", { document: String(id) }, ofRun(query)));
  return numberText(id, ofRun(query).at);
}

function readHits(query: QueryId, given: readonly unknown[], log: ProblemLog): Ranking {
  const n = given.length;
  const ids = new Array<DocId | null>(n);
  let scores: (number | undefined)[] | undefined;
  let texts: (string | undefined)[] | undefined;
  let docs: (DocId | undefined)[] | undefined;
  let spans: (Stretch | undefined)[] | undefined;
  let nulls = false;
  for (let i = 0; i < n; i++) {
    const hit = given[i];
    if (typeof hit !== "object" || hit === null) {
      ids[i] = textId(query, hit, log);
      if (ids[i] === null) nulls = true;
      continue;
    }
    const { id, score, text, doc, start, end, lines } = hit as Hit;
    if (typeof id === "string") ids[i] = id;
    else {
      if (id === undefined && text === undefined && (doc === undefined || readStretch(hit) === undefined))
        throw inputProblem.error("bad-hit/no-id", { rank: i + 1, found: shown(hit) }, ofRun(query));
      ids[i] = textId(query, id, log);
      if (ids[i] === null) nulls = true;
    }
    if (score !== undefined && score !== null) {
      if (typeof score !== "number" || score - score !== 0) checkScore(query, id, score);
      scores ??= new Array(n);
      scores[i] = score;
    }
    if (text !== undefined && text !== null) {
      if (typeof text !== "string")
        throw inputProblem.error("bad-hit/text", { rank: i + 1, found: shown(text) }, ofRun(query));
      texts ??= new Array(n);
      texts[i] = text;
    }
    if (doc !== undefined && doc !== null) {
      docs ??= new Array(n);
      docs[i] = textId(query, doc, log) ?? undefined;
    }
    if (start !== undefined || end !== undefined || lines !== undefined) {
      const span = readStretch({ start, end, lines });
      // Where nothing looks at spans, other things may go by these names.
      if (span !== undefined && isBadStretch(span))
        log.add(inputProblem("bad-span/hit", { rank: i + 1, ...span }, ofRun(query)));
      else if (span !== undefined) {
        spans ??= new Array(n);
        spans[i] = span;
      }
    }
  }
  return {
    length: n,
    ids,
    ...(scores === undefined ? {} : { scores }),
    ...(texts === undefined ? {} : { texts }),
    ...(docs === undefined ? {} : { docs }),
    ...(spans === undefined ? {} : { spans }),
    mapping: false,
    distinct: false,
    nulls,
  };
}

/** Rankings by query. Values are read one by one, when a query is scored. */
export function runByQuery(run: RunInput, log: ProblemLog): ByQuery<RankingInput> {
  const hits = new Map<QueryId, Hit[]>();
  const rankings = byQuery<RankingInput, RunRow>(run, "run", log, (row, add) => {
    if ("hits" in row) return void add(row.id, row.hits);
    const { query, doc, ...hit } = row;
    let list = hits.get(String(query));
    if (list === undefined) {
      list = [];
      hits.set(add(query, list), list);
    }
    list.push({ ...hit, id: doc });
  });
  return withDocuments(rankings, log);
}
