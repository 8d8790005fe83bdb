/** The same for node:test, and wherever there is no `expect`: functions that throw an AssertionError. */
import { AssertionError } from "node:assert";
import type { GoldInput, GoldValue } from "../evaluate/input/read-gold.ts";
import type { RankingInput, RunInput } from "../evaluate/input/read-run.ts";
import type { Result } from "../evaluate/score/result.ts";
import {
  type MatcherResult,
  type SearchFunction,
  type ToHaveRecallOptions,
  type ToMeetOptions,
  type ToRegressOptions,
  type ToRetrieveOptions,
  toHaveRecall,
  toMeet,
  toRegress,
  toRetrieve,
} from "./matchers.ts";

function check({ pass, message }: MatcherResult, wanted: boolean): void {
  if (pass !== wanted) throw new AssertionError({ message: message(), operator: "goldie" });
}

/**
 * All of these documents are among the first k hits of a search function.
 * @example await assertRetrieves(search, "how do I reset my password", ["doc-1"], { k: 5 })
 */
export async function assertRetrieves(
  search: SearchFunction,
  query: string,
  gold: GoldValue,
  options?: ToRetrieveOptions,
): Promise<void> {
  check(await toRetrieve(search, query, gold, options), true);
}

/** At least `min` of the gold is among the first k hits. */
export function assertRecall(hits: RankingInput, gold: GoldValue, options?: ToHaveRecallOptions): void {
  check(toHaveRecall(hits, gold, options), true);
}

/**
 * The mean of a metric over a run is as expected.
 * @example assertMeets(run, "ndcg@10 >= 0.7", { gold })
 */
export function assertMeets(
  run: RunInput | Result,
  expectation: string,
  options?: ToMeetOptions & { readonly gold?: GoldInput },
): void {
  check(toMeet(run, expectation, options), true);
}

/** The run did not get worse than the baseline that `goldie bless` wrote. */
export function assertNoRegression(run: RunInput | Result, baseline: string, options: ToRegressOptions): void {
  check(toRegress(run, baseline, options), false);
}
