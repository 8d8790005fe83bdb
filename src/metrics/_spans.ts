/** What metrics over source spans share: how much the first k hits cover, and how much of that is gold. */

import type { Derivation } from "../core/derivation.ts";
import { none, sum, value } from "../core/derivation.ts";
import type { JudgedRanking, SpanCredit } from "../core/ranking.ts";
import type { MatchRule } from "../core/rules.ts";
import type { Score } from "../core/score.ts";
import { noRelevant, skipped } from "../core/score.ts";
import { choice } from "./_params.ts";
import { depth } from "./_ranks.ts";

export const spanMatch: MatchRule = { spans: "overlap" };

/** Text that several hits hold. */
export const repeated = choice(
  {
    once: "counts text that several hits hold once",
    each: "counts text again in every hit that holds it",
  },
  "once",
  "How to count text that several hits contain, as with overlapping chunks: once, or each time (Chroma's chunking evaluation). What is found of the gold counts once.",
  "duplicates",
);
export type RepeatedSpans = "once" | "each";

export function scoreSpans(
  r: JudgedRanking,
  k: number | undefined,
  score: (spans: SpanCredit, n: number) => Score,
): Score {
  if (r.spans === undefined) return skipped("spans");
  return r.spans.gold === 0 ? noRelevant : score(r.spans, depth(r, k));
}

export function explainSpans(
  r: JudgedRanking,
  k: number | undefined,
  explain: (spans: SpanCredit, n: number) => Derivation,
): Derivation {
  if (r.spans === undefined || r.spans.gold === 0) return none("the gold has no span", "no-relevant");
  return explain(r.spans, depth(r, k));
}

function total(column: Float64Array, n: number): number {
  let all = 0;
  for (let i = 0; i < n; i++) all += column[i]!;
  return all;
}

/** One term for every hit among the first n that adds something. */
function terms(column: Float64Array, n: number, what: string): Derivation[] {
  return Array.from(column.subarray(0, n), (size, i) => value(what, size, i + 1)).filter(
    (_, i) => column[i]! > 0,
  );
}

/** How much of the gold the first n hits hold. */
export const foundIn = ({ found }: SpanCredit, n: number): number => total(found, n);
export const foundTerms = ({ found }: SpanCredit, n: number): Derivation =>
  sum("gold found", terms(found, n, "gold that no hit before it holds"));

/** How much the first n hits hold. */
export const retrievedIn = ({ fresh, size }: SpanCredit, n: number, count: RepeatedSpans): number =>
  total(count === "each" ? size : fresh, n);
export const retrievedTerms = ({ fresh, size }: SpanCredit, n: number, count: RepeatedSpans): Derivation =>
  count === "each"
    ? sum("retrieved", terms(size, n, "its size"))
    : sum("retrieved", terms(fresh, n, "what no hit before it holds"));
