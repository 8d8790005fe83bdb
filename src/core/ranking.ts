/** What was retrieved, and what the join makes of it. */
import type { DocId } from "./ids.ts";

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
  /** How much of the hit is not in any earlier hit. */
  readonly fresh: Float64Array;
  /** How much of that is gold. */
  readonly found: Float64Array;
}

/** Ranks of hits, ascending; only the first `count` entries count. */
export interface SparseRanks {
  readonly count: number;
  readonly ranks: Uint32Array;
}

/** The documents of the gold in its order: grade, rank (-1 where it was not retrieved) and score (0 where there is none). */
export interface ScoredGold {
  readonly grades: ArrayLike<number>;
  readonly ranks: Int32Array;
  readonly scores: Float64Array;
}

/**
 * One query after the join: all that a computed metric may read.
 * The arrays by rank may be longer than the ranking (they are used again for the next query): only the first `length` entries count.
 */
export interface JudgedRanking {
  /** Hits after depth and the duplicate rule. */
  readonly length: number;
  /** By rank, as judged (negative ones kept: -1 and -2 mean something); 0 where unjudged. */
  readonly grades: Float64Array;
  /** By rank; 1 = judged for this query. */
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
  /** Where a metric reads scores and the hits have some. Not enumerable, as `sparse` is not. */
  readonly scored?: ScoredGold | undefined;
  /** By rank; 1 = judged for some query of the gold. */
  readonly known?: Uint8Array;
  /** Where scores decided the order and some are equal: the end of each run of equal scores. */
  readonly ties?: Uint32Array;
  readonly groups?: GroupCredit;
  /**
   * Where the gold forbids documents. By rank: 0, or which of them the hit is, counted from 1. Each one stands at its first
   * rank only.
   */
  readonly forbidden?: Uint32Array;
  readonly overlap?: Overlap;
  readonly spans?: SpanCredit;
}
