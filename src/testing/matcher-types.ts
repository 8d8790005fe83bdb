/** The matchers as assertions, for the types of test runners. */
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import type { ToHaveRecallOptions, ToMeetOptions, ToRegressOptions, ToRetrieveOptions } from "./matchers.ts";

export interface GoldieMatchers<R = unknown> {
  /**
   * All of these documents are among the first k hits of a search function.
   * @example await expect(search).toRetrieve("how do I reset my password", ["doc-1"], { k: 5 })
   */
  toRetrieve(query: string, gold: GoldValue, options?: ToRetrieveOptions): Promise<R>;
  /**
   * At least `min` of the gold is among the first k hits.
   * @example expect(hits).toHaveRecall(["doc-1", "doc-2"], { k: 5, min: 0.8 })
   */
  toHaveRecall(gold: GoldValue, options?: ToHaveRecallOptions): R;
  /**
   * The mean of a metric over a run is as expected.
   * @example expect(run).toMeet("ndcg@10 >= 0.7", { gold })
   */
  toMeet(expectation: string, options?: ToMeetOptions): R;
  /**
   * The run got worse than the baseline that `goldie bless` wrote; use it with `.not`.
   * @example expect(run).not.toRegress("goldie.baseline.json", { metric: "ndcg@10", gold })
   */
  toRegress(baseline: string, options: ToRegressOptions): R;
}
