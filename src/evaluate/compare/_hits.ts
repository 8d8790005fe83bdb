/** What two systems retrieved, where their hits were kept. */
import type { DocId, QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import { rbo } from "../../stats/index.ts";
import type { ComparedPair } from "./comparison.ts";

/** undefined where the hits were not kept. */
export function ifKept<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code === "not-kept") return undefined;
    throw error;
  }
}

/** Below this rank nothing counts: 0.9 to the power of 100 is 0.00003. */
const DEEP = 100;

/** Mean RBO of the lists of some queries; those that are empty on both sides are left out. */
export function likeness(
  queries: readonly QueryId[],
  before: (query: QueryId) => readonly DocId[],
  after: (query: QueryId) => readonly DocId[],
): ComparedPair["lists"] {
  let [total, n] = [0, 0];
  for (const query of queries) {
    const found = rbo.compute({ a: before(query).slice(0, DEEP), b: after(query).slice(0, DEEP) });
    if (found.status !== "known") continue;
    total += found.value.ext;
    n++;
  }
  return n === 0 ? undefined : { rbo: total / n, n };
}
