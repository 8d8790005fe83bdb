/** The same for node:test, and wherever there is no `expect`: functions that throw an AssertionError. */
import { AssertionError } from "node:assert";
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import type { RankingInput, RunInput } from "../evaluate/input/read-run.ts";
import type { Result } from "../evaluate/score/result.ts";
import type {
  SearchFunction,
  ToHaveRecallOptions,
  ToMeetOptions,
  ToRegressOptions,
  ToRetrieveOptions,
} from "./matcher-types.ts";
import { hasRecall, type Matched, meets, regresses, retrieves } from "./matchers.ts";

export type * from "./matcher-types.ts";

function check({ pass, message }: Matched, wanted: boolean): void {
  if (pass !== wanted) throw new AssertionError({ message: message(), operator: "goldie" });
}

/**
 * All of the gold is in the top k of a search function.
 * @example await assertRetrieves(search, "how do I reset my password", ["doc-1"], { k: 5 })
 */
export async function assertRetrieves(
  search: SearchFunction,
  query: string,
  gold: GoldValue,
  options?: ToRetrieveOptions,
): Promise<void> {
  check(await retrieves(false, search, query, gold, options), true);
}

/**
 * None of these documents is in the top k of a search function.
 * @example await assertDoesNotRetrieve(search, "salaries", ["hr-7"], { k: 10 })
 */
export async function assertDoesNotRetrieve(
  search: SearchFunction,
  query: string,
  gold: GoldValue,
  options?: ToRetrieveOptions,
): Promise<void> {
  check(await retrieves(true, search, query, gold, options), false);
}

/**
 * At least `min` of the gold is in the top k.
 * @example assertRecall(hits, ["doc-1", "doc-2"], { k: 5, min: 0.8 })
 */
export function assertRecall(hits: RankingInput, gold: GoldValue, options?: ToHaveRecallOptions): void {
  check(hasRecall(false, hits, gold, options), true);
}

/**
 * The mean of a metric is as expected.
 * @example assertMeets(run, "ndcg@10 >= 0.7", { gold })
 */
export function assertMeets(run: RunInput | Result, expectation: string, options?: ToMeetOptions): void {
  check(meets(false, run, expectation, options), true);
}

/**
 * The run is not worse than the baseline that `goldie bless` wrote.
 * @example assertNoRegression(run, "goldie.baseline.json", { metric: "ndcg@10", gold })
 */
export function assertNoRegression(
  run: RunInput | Result,
  baseline: string | URL,
  options: ToRegressOptions,
): void {
  check(regresses(true, run, baseline, options), false);
}
