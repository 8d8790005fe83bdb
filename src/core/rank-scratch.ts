/** What the join and the built-in metrics share beyond the published types. */
import type { SparseRanks } from "./ranking.ts";

/** Where the built-in metrics leave what the next one asks for again. */
export interface RankScratch {
  /** Counts up with every query: what was left for another one is out of date. */
  query: number;
}

/** Ranks as the join makes them. */
export interface ScratchedRanks extends SparseRanks {
  readonly scratch: RankScratch;
}
