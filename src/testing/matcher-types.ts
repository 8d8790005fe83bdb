/** What the matchers take, and what they look like on `expect()`. */
import type { EvaluateOptions } from "../evaluate/evaluate.ts";
import type { GoldInput, GoldValue } from "../evaluate/input/read-gold.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import type { Rules } from "../evaluate/plan/rules.ts";

/** Gets the query and the number of hits wanted; returns them best first, as ids, hits or LangChain documents. */
export type SearchFunction = (
  query: string,
  options: { readonly k: number; readonly signal: AbortSignal },
) => RankingInput | Promise<RankingInput>;

export interface ToRetrieveOptions extends Rules {
  /** How many hits count. Default: 10. */
  readonly k?: number;
  /** Passed to the search function, to cancel it; Vitest's test context has one. */
  readonly signal?: AbortSignal;
}

export interface ToHaveRecallOptions extends Rules {
  /** How many hits count. Default: 10. */
  readonly k?: number;
  /** The lowest recall that passes. Default: 1. */
  readonly min?: number;
}

/** Everything that `evaluate` takes, for a run. A result is scored already, and needs none of it. */
export interface ToMeetOptions extends Omit<EvaluateOptions, "gold" | "run" | "metrics"> {
  readonly gold?: GoldInput;
}

export interface ToRegressOptions extends ToMeetOptions {
  readonly metric: string;
  /** A drop of up to this much is accepted. */
  readonly margin?: number;
  /** Pass where the queries are too few to decide about a margin. Default: false. */
  readonly allowUndecided?: boolean;
}

/** `R`: what the test runner's own matchers return. */
export interface GoldieMatchers<R = void> {
  /**
   * All of the gold is in the top k of a search function; with `.not`, none of it is.
   * @example await expect(search).toRetrieve("how do I reset my password", ["doc-1"], { k: 5 })
   */
  toRetrieve(query: string, gold: GoldValue, options?: ToRetrieveOptions): Promise<void>;
  /**
   * At least `min` of the gold is in the top k.
   * @example expect(hits).toHaveRecall(["doc-1", "doc-2"], { k: 5, min: 0.8 })
   */
  toHaveRecall(gold: GoldValue, options?: ToHaveRecallOptions): R;
  /**
   * The mean of a metric is as expected.
   * @example expect(run).toMeet("ndcg@10 >= 0.7", { gold })
   */
  toMeet(expectation: string, options?: ToMeetOptions): R;
  /**
   * The run is worse than the baseline that `goldie bless` wrote. Use it with `.not`.
   * @example expect(run).not.toRegress("goldie.baseline.json", { metric: "ndcg@10", gold })
   */
  toRegress(baseline: string | URL, options: ToRegressOptions): R;
}
