/** Where relevant documents got lost between the stages of a retriever. */

/** One stage: its list against the one before it. Things to find are documents, groups, passages or spans. */
export interface FunnelStage {
  readonly name: string;
  /** Mean length of its lists. */
  readonly hits: number;
  /** Things to find that are anywhere in its list. */
  readonly found: number;
  /** The same among its first k hits. */
  readonly foundAtK: number;
  /** found / wanted; undefined where nothing was to be found. */
  readonly recall?: number;
  readonly recallAtK?: number;
  /** In the list before, but not in this one. */
  readonly lost: number;
  /** In this list, but not in the one before. */
  readonly gained: number;
  /** Among the first k before, but not here. */
  readonly lostAtK: number;
  readonly gainedAtK: number;
}

export interface Funnel {
  readonly k: number;
  /** Queries whose answers have stages. */
  readonly queries: number;
  readonly wanted: number;
  readonly stages: readonly FunnelStage[];
  /** What a perfect reranker of the last stage but one could find in its first k. */
  readonly ceiling: { readonly found: number; readonly recall?: number; readonly stage: string };
}
