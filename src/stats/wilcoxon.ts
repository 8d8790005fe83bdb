import { defineStatistic, known, none } from "./_define.ts";
import { normalTail } from "./_normal.ts";
import { differencesOf, type PairedValues } from "./_pairs.ts";
import { rankAscending } from "./_ranks.ts";
import type { Stat } from "./_types.ts";

export type WilcoxonInput = PairedValues & {
  /**
   * Pairs without a difference: "wilcox" leaves them out before ranking (default), "pratt" ranks them and then leaves
   * them out, "split" ranks them and gives half of their ranks to each side.
   */
  readonly zeros?: "wilcox" | "pratt" | "split";
  /** Default: "exact" where at most 50 pairs differ, otherwise "normal". */
  readonly method?: "exact" | "normal";
  /** Continuity correction of the normal approximation. */
  readonly correction?: boolean;
  /** Differences this close share their rank; as a share of the largest. Default: 1e-9, since 0.3 − 0.2 is not 0.1. */
  readonly tolerance?: number;
};
export interface WilcoxonValue {
  /** Sums of the ranks of differences above and below 0. */
  readonly plus: number;
  readonly minus: number;
  /** Pairs that differ, and pairs that were ranked. */
  readonly n: number;
  readonly ranked: number;
  /** That differences are not centred on 0, are above it, are below it. */
  readonly p: number;
  readonly above: number;
  readonly below: number;
  /** Of the normal approximation, before the continuity correction. */
  readonly z?: number;
}
const FEW = 50;

/**
 * Wilcoxon's signed-rank test.
 * @example wilcoxon.compute({ differences: [1, 2, 3, -4] }).value // plus 6, minus 4, p 0.875
 */
export const wilcoxon = defineStatistic({
  id: "wilcoxon",
  title: "Wilcoxon signed-rank test",
  definition:
    "How likely so uneven a sum of ranks above and below 0 is if each difference could as well have the other sign. Needs differences that are symmetric around their centre; many ties and zeros make it weak. Exact with ties too.",
  formula: "P(sum of the ranks of positive differences ≥ seen), over all 2^n signs",
  cite: "Wilcoxon, Individual comparisons by ranking methods, 1945; Pratt 1959; Cureton 1967",
  compute({
    zeros = "wilcox",
    method,
    correction = false,
    tolerance = 1e-9,
    ...pairs
  }: WilcoxonInput): Stat<WilcoxonValue> {
    const all = differencesOf(pairs as PairedValues);
    if (all.length === 0) return none("no-data");
    const used = zeros === "wilcox" ? all.filter((x) => x !== 0) : all;
    const sizes = used.map(Math.abs);
    let largest = 0;
    for (const size of sizes) largest = Math.max(largest, size);
    if (largest === 0) return none("all-ties");
    const { ranks, groups } = rankAscending(sizes, tolerance * largest);
    let [plus, minus, ofZeros] = [0, 0, 0];
    used.forEach((x, i) => {
      if (x > 0) plus += ranks[i]!;
      else if (x < 0) minus += ranks[i]!;
      else ofZeros += ranks[i]!;
    });
    const differing = ranks.filter((_, i) => used[i] !== 0);
    const zeroCount = used.length - differing.length;
    const half = zeros === "split" ? ofZeros / 2 : 0;
    const found = { plus: plus + half, minus: minus + half, n: differing.length, ranked: used.length };
    if ((method ?? (differing.length <= FEW ? "exact" : "normal")) === "exact") {
      const [above, below] = [shareAtLeast(differing, plus), shareAtLeast(differing, minus)];
      return known({ ...found, p: Math.min(1, 2 * Math.min(above, below)), above, below });
    }
    const tied = zeros === "pratt" && zeroCount > 0 ? groups.slice(1) : groups;
    const cubes = tied.reduce((sum, size) => sum + size ** 3 - size, 0);
    const dropped = zeros === "pratt" ? zeroCount : 0;
    const six = (n: number): number => n * (n + 1) * (2 * n + 1);
    const mean = (used.length * (used.length + 1) - dropped * (dropped + 1)) / 4;
    const sd = Math.sqrt((six(used.length) - six(dropped) - cubes / 2) / 24);
    const z = (found.plus - mean) / sd;
    const shift = correction ? 0.5 / sd : 0;
    const twoSided = z === 0 ? 1 : 2 * normalTail(Math.abs(z) - shift);
    return known({
      ...found,
      p: Math.min(1, twoSided),
      above: normalTail(z - shift),
      below: normalTail(-z - shift),
      z,
    });
  },
});

/** How many of all signs give a sum of positive ranks of at least that. Ranks are halves, counted in halves. */
function shareAtLeast(ranks: Float64Array, sum: number): number {
  const halves = Array.from(ranks, (rank) => Math.round(2 * rank));
  const total = halves.reduce((all, x) => all + x, 0);
  const shares = new Float64Array(total + 1);
  shares[0] = 1;
  let reached = 0;
  for (const x of halves) {
    reached += x;
    for (let at = reached; at >= 0; at--) shares[at] = 0.5 * (shares[at]! + (at >= x ? shares[at - x]! : 0));
  }
  let share = 0;
  for (let at = total; at >= Math.round(2 * sum); at--) share += shares[at]!;
  return Math.min(1, share);
}
