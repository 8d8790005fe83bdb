/** What one metric finds out about the judged ranks of a query, and the next one asks for again. It is kept in the ranking's scratch. */
import type { Gain } from "../core/params.ts";
import type { RankScratch, ScratchedRanks } from "../core/rank-scratch.ts";
import type { SparseRanks } from "../core/ranking.ts";

/** Those of the ranks that are relevant at the level that was asked for last: the metrics of a set ask for the same one. */
export interface RelevantRanks {
  /** The query it was found out for. */
  query: number;
  /** The level. */
  rel: number | undefined;
  /** How many relevant documents the gold has. */
  total: number;
  count: number;
  ranks: Uint32Array;
}

/** What is earned down to each of the ranks, by the gain and discount that were asked for last. */
export interface RunningDcg {
  query: number;
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

interface Kept extends RankScratch {
  relevant?: RelevantRanks;
  earned?: RunningDcg;
}

/** No query has this number. */
const NONE = -1;

/** Ranks from elsewhere than the join have no scratch: what is left in a new one is asked for once. */
const scratchOf = (sparse: SparseRanks): Kept => (sparse as Partial<ScratchedRanks>).scratch ?? { query: 0 };

/** The query at hand: what was found out for another one does not count. */
export const queryOf = (sparse: SparseRanks): number => scratchOf(sparse).query;

/** Where the relevant ranks are kept; those of this query only if `query` says so. */
export function keptRelevant(sparse: SparseRanks): RelevantRanks {
  const kept = scratchOf(sparse);
  kept.relevant ??= { query: NONE, rel: undefined, total: 0, count: 0, ranks: new Uint32Array(0) };
  return kept.relevant;
}

/** Where the running sums are kept; those of this query only if `query` says so. */
export function keptEarned(sparse: SparseRanks): RunningDcg {
  const kept = scratchOf(sparse);
  kept.earned ??= {
    query: NONE,
    gain: "linear",
    min: undefined,
    costly: false,
    discount: "log2",
    hits: new Float64Array(0),
    pool: new Float64Array(0),
    ideal: undefined,
  };
  return kept.earned;
}
