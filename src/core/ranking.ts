/** What was retrieved, and what the join makes of it. */
import type { DocId } from "./ids.ts";
import type { Gain } from "./params.ts";

/**
 * One retrieved item. `doc` is the parent document of a chunk; `start` and `end`, or `lines`, say where in it the chunk stands
 * (in the document of its id where it has no `doc`), as in Span.
 */
export interface Hit {
  readonly id: DocId | null;
  readonly score?: number;
  readonly text?: string;
  readonly doc?: DocId;
  readonly start?: number;
  readonly end?: number;
  readonly lines?: readonly number[];
}

/** Group g of the gold is satisfied by the hits at `ranks[start[g]] … ranks[start[g + 1] - 1]` (from 0, ascending). */
export interface GroupCredit {
  readonly count: number;
  readonly start: Uint32Array;
  readonly ranks: Uint32Array;
  /** Judged document d belongs to the groups `docGroups[docStart[d]] … docGroups[docStart[d + 1] - 1]`. */
  readonly docs: number;
  readonly docStart: Uint32Array;
  readonly docGroups: Uint32Array;
  /** Beside docGroups: the grade of the document for that group; 1 where the gold says no more than that it belongs. */
  readonly docGrades: Float64Array;
  /** The documents by id, descending: the order in which a greedy ideal takes equals. */
  readonly docOrder: Uint32Array;
  /** By rank: the document, or -1. */
  readonly doc: Int32Array;
}

/** hit × gold text, row by row: what text metrics read instead of strings. */
export interface Overlap {
  readonly hits: number;
  readonly golds: number;
  readonly shared: Float64Array;
  readonly hitSize: Float64Array;
  readonly goldSize: Float64Array;
  readonly similarity: Float64Array;
}

/** What the hits cover of the gold spans, counted in characters or in lines; by rank. */
export interface SpanCredit {
  /** How much there is to find: text that several gold spans share counts once. */
  readonly gold: number;
  /** How long the hit is; 0 where it has no span. */
  readonly size: Float64Array;
  /** How much of the hit stands in no hit before it. */
  readonly fresh: Float64Array;
  /** How much of that is gold. */
  readonly found: Float64Array;
}

/** Ranks of hits, ascending; only the first `count` entries count. */
export interface SparseRanks {
  readonly count: number;
  readonly ranks: Uint32Array;
  /** Those of them that are relevant at the level that was asked for last: the metrics of a set ask for the same one. */
  readonly relevant: RelevantRanks;
  /** What is earned down to each of them, by the gain and discount that were asked for last. */
  readonly earned: RunningDcg;
}

/** Found out by the first metric that asks; the join for the next query makes it unknown, as all of these. */
export interface RelevantRanks {
  known: boolean;
  /** The level. */
  rel: number | undefined;
  /** How many relevant documents the gold has. */
  total: number;
  count: number;
  ranks: Uint32Array;
}

export interface RunningDcg {
  known: boolean;
  gain: Gain;
  min: number | undefined;
  /** Negative grades cost something. */
  costly: boolean;
  discount: "log2" | "jarvelin";
  /** Discounted gain of the first 0, 1, 2 … of the ranks. */
  hits: Float64Array;
  /** Of the first 0, 1, 2 … grades of the pool. */
  pool: Float64Array;
  /** The gains above 0 of the pool, best first, once somebody asked. */
  ideal: readonly number[] | undefined;
}

/**
 * One query after the join: all that a computed metric may read.
 * The arrays by rank may be longer than the ranking (they are used again for the next query): only the first `length` entries count.
 */
export interface JudgedRanking {
  /** Hits after depth and the duplicate rule. */
  readonly length: number;
  /** By rank, as judged (negative ones kept: -1 and -2 mean something); 0 where nobody judged. */
  readonly grades: Float64Array;
  /** By rank; 1 = somebody judged it for this query. */
  readonly judged: Uint8Array;
  /** By rank; 1 = in the relevant list, or, where the gold has no list, a grade above 0. */
  readonly relevant: Uint8Array;
  /** By rank; equal numbers = same id (for rules that keep duplicates). */
  readonly item: Uint32Array;
  /** Every judged grade of the query, best first. */
  readonly pool: Float64Array;
  /** Flat length of the list or groups, duplicates and alternatives counted. */
  readonly goldListed: number;
  /** Grades of the distinct relevant documents, best first; 0 where a listed one is ungraded, 1 if the gold has no grades. */
  readonly listed: Float64Array;
  /**
   * The ranks of the judged hits, where the join knows them: `grades`, `judged` and `relevant` are 0 at all others,
   * and no hit is there twice. For speed alone: a metric may pass it over. It is not enumerable, so that a changed copy
   * of the ranking does not carry it.
   */
  readonly sparse?: SparseRanks | undefined;
  /** By rank; 1 = judged for some query of the gold. */
  readonly known?: Uint8Array;
  /** Where scores decided the order and some are equal: the end of each run of equal scores. */
  readonly ties?: Uint32Array;
  readonly groups?: GroupCredit;
  readonly overlap?: Overlap;
  readonly spans?: SpanCredit;
}
