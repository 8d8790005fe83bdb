/** Two systems on the queries that share a value of a tag, for many tags at once. */
import type { QueryId } from "../../core/ids.ts";
import { sliceVerdicts as verdictsBySlice } from "./_slices.ts";
import { type ComparedResult, pairedSides } from "./compare.ts";
import type { ComparedSlice } from "./comparison.ts";
import { CONFIDENCE } from "./verdict.ts";

export interface SliceVerdictsAsked {
  readonly metrics: readonly string[];
  /** By tag: the value of each query that has one. */
  readonly tags: ReadonlyMap<string, ReadonlyMap<QueryId, string>>;
  /** Default: 0.95. */
  readonly confidence?: number;
}

/**
 * By tag and pair (the first result against each of the others), as `compare` has them with `by`, without sign flips:
 * the slices, metrics and pairs of a tag are one family, with Holm's correction.
 */
export function sliceVerdicts(
  results: readonly Pick<
    ComparedResult,
    "queries" | "column" | "direction" | "yesNo" | "goldHashes" | "sharesGold"
  >[],
  { metrics, tags, confidence = CONFIDENCE }: SliceVerdictsAsked,
): ReadonlyMap<string, readonly (readonly ComparedSlice[])[]> {
  const [base, ...others] = results;
  if (base === undefined || tags.size === 0) return new Map();
  const sides = others.map((other) => pairedSides(base, other, metrics));
  return new Map([...tags].map(([tag, tagged]) => [tag, verdictsBySlice(tagged, sides, confidence)]));
}
