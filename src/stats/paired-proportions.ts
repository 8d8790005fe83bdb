import { checkConfidence, checkCount, defineStatistic, known, none } from "./_define.ts";
import { normalQuantile } from "./_normal.ts";
import { differencesOf, type PairedValues } from "./_pairs.ts";
import { statProblem } from "./_problems.ts";
import type { Interval, Stat } from "./_types.ts";

export type PairedProportionsInput = (
  | PairedValues
  | {
      /** Pairs in all, those where only the first is yes, those where only the second is. */
      readonly n: number;
      readonly wins: number;
      readonly losses: number;
    }
) & { readonly confidence?: number };
export interface PairedProportions extends Interval {
  /** Share of yes of the first less that of the second. */
  readonly difference: number;
  readonly n: number;
  readonly wins: number;
  readonly losses: number;
}

/**
 * Score interval of the difference of two shares over the same queries.
 * @example pairedProportions.compute({ n: 10, wins: 0, losses: 0 }).value // difference 0, low -0.277…, high 0.277…
 */
export const pairedProportions = defineStatistic({
  id: "paired-proportions",
  title: "Difference of paired proportions",
  definition:
    "Interval of the difference between two shares that were counted on the same items, such as the hit rates of two systems over one set of queries. Stays within −1 and 1, and has a width where no item differs.",
  formula:
    "the Δ with |wins − losses − nΔ| ≤ z √(n (2 q + Δ (1 − Δ))), q the likeliest share of losses at that Δ",
  cite: "Tango, Equivalence test and confidence interval for the difference in proportions for the paired-sample design, 1998",
  compute({ confidence = 0.95, ...given }: PairedProportionsInput): Stat<PairedProportions> {
    const z = normalQuantile(0.5 + checkConfidence(confidence) / 2);
    const { n, wins, losses } = "n" in given ? checked(given) : counted(given as PairedValues);
    if (n === 0) return none("no-data");
    const upper = (up: number, down: number): number => upperEnd(n, up, down, z);
    return known({
      difference: (wins - losses) / n,
      low: -upper(losses, wins),
      high: upper(wins, losses),
      n,
      wins,
      losses,
    });
  },
});

function checked(counts: { readonly n: number; readonly wins: number; readonly losses: number }): {
  readonly n: number;
  readonly wins: number;
  readonly losses: number;
} {
  const [n, changed] = [checkCount(counts.n), checkCount(counts.wins) + checkCount(counts.losses)];
  if (changed > n)
    throw statProblem.error("bad-statistic/counts", { hits: String(changed), total: String(n) });
  return counts;
}

function counted(pairs: PairedValues): {
  readonly n: number;
  readonly wins: number;
  readonly losses: number;
} {
  for (const column of pairs.a === undefined ? [] : [pairs.a, pairs.b])
    for (let i = 0; i < column.length; i++)
      if (column[i] !== 0 && column[i] !== 1)
        throw statProblem.error("bad-statistic/yes-or-no", { found: String(column[i]) });
  const differences = differencesOf(pairs);
  let [wins, losses] = [0, 0];
  for (const x of differences) {
    if (x !== 0 && Math.abs(x) !== 1)
      throw statProblem.error("bad-statistic/yes-or-no", { found: String(x) });
    if (x > 0) wins++;
    else if (x < 0) losses++;
  }
  return { n: differences.length, wins, losses };
}

/** Where the score falls to −z: by halving, since it falls all the way from the difference seen to 1. */
function upperEnd(n: number, up: number, down: number, z: number): number {
  if (up === n) return 1;
  const score = (delta: number): number => {
    const b = -up - down + (2 * n - up + down) * delta;
    const c = -down * delta * (1 - delta);
    const root = Math.sqrt(Math.max(0, b * b - 8 * n * c));
    // The larger root of 2n q² + b q + c, without subtracting what is nearly equal.
    const q = b > 0 ? (b + root === 0 ? 0 : (-2 * c) / (b + root)) : (root - b) / (4 * n);
    return (up - down - n * delta) / Math.sqrt(n * (2 * q + delta * (1 - delta)));
  };
  let [low, high] = [(up - down) / n, 1];
  for (let i = 0; i < 100 && high - low > 2 ** -54; i++) {
    const middle = (low + high) / 2;
    if (score(middle) > -z) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
