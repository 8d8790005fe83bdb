/** Intermediate results about a query's judged ranks, shared between metrics. Kept in the ranking's scratch. */
import type { Gain } from "../core/params.ts";
import type { RankScratch, ScratchedRanks } from "../core/rank-scratch.ts";
import type { SparseRanks } from "../core/ranking.ts";

/** Ranks relevant at the last requested level; metrics of one set mostly use the same level. */
export interface RelevantRanks {
  /** The query these results belong to. */
  query: number;
  /** The level. */
  rel: number | undefined;
  /** How many relevant documents the gold has. */
  total: number;
  count: number;
  ranks: Uint32Array;
}

/** Cumulative gain at each rank, for the last requested gain and discount. */
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
  /** Positive gains of the pool, best first; computed on demand. */
  ideal: readonly number[] | undefined;
}

interface Kept extends RankScratch {
  relevant?: RelevantRanks;
  earned?: RunningDcg;
}

/** No query has this number. */
const NONE = -1;

/** Rankings that do not come from the join have no scratch, so they get a new one. */
const scratchOf = (sparse: SparseRanks): Kept => (sparse as Partial<ScratchedRanks>).scratch ?? { query: 0 };

/** The current query; results of other queries are stale. */
export const queryOf = (sparse: SparseRanks): number => scratchOf(sparse).query;

/** Storage for the relevant ranks; valid for this query only if `query` matches. */
export function keptRelevant(sparse: SparseRanks): RelevantRanks {
  const kept = scratchOf(sparse);
  kept.relevant ??= { query: NONE, rel: undefined, total: 0, count: 0, ranks: new Uint32Array(0) };
  return kept.relevant;
}

/** Storage for the running sums; valid for this query only if `query` matches. */
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
