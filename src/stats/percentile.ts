import { incompleteBeta } from "./_beta.ts";
import { checkConfidence, checkFinite, defineStatistic, known, none } from "./_define.ts";
import { statProblem } from "./_problems.ts";
import type { Interval, Stat } from "./_types.ts";

export interface PercentileInput {
  readonly values: ArrayLike<number>;
  /** Above 0, up to 100, such as 95. */
  readonly percent: number;
  readonly confidence?: number;
}
export interface PercentileValue {
  /** One of the values. */
  readonly value: number;
  readonly n: number;
  /** Two of the values, with the percentile of all that could be measured between them; absent where there are too few. */
  readonly interval?: Interval;
}

/**
 * Percentile by nearest rank.
 * @example percentile.compute({ values: [30, 10, 20, 40], percent: 50 }).value // value 20, the 2nd of 4
 */
export const percentile = defineStatistic({
  id: "percentile",
  title: "Percentile",
  definition:
    "The smallest value that at least this share of all values does not exceed (nearest rank): always a value that occurred, never one between two. Its interval assumes independent values and no distribution.",
  formula:
    "the ⌈n p / 100⌉-th smallest; interval from the l-th to the u-th, P(X < l) ≤ (1 − c) / 2 and P(X ≥ u) ≤ (1 − c) / 2, X binomial with n and p / 100",
  cite: "Hyndman and Fan, Sample quantiles in statistical packages, 1996, definition 1; David and Nagaraja, Order statistics, 2003",
  compute({ values, percent, confidence = 0.95 }: PercentileInput): Stat<PercentileValue> {
    checkConfidence(confidence);
    checkFinite(values);
    if (!(percent > 0 && percent <= 100))
      throw statProblem.error("bad-statistic/percent", { found: String(percent) });
    const n = values.length;
    if (n === 0) return none("no-data");
    const sorted = Float64Array.from(values).sort();
    // 7 × 100 / 100 is 7, and must not become 8 by rounding.
    const rank = Math.max(1, Math.ceil((n * percent) / 100 - 1e-9));
    const tail = (1 - confidence) / 2;
    const [low, high] = [lowest(n, percent / 100, tail), highest(n, percent / 100, tail)];
    return known({
      value: sorted[rank - 1]!,
      n,
      ...(low === undefined || high === undefined
        ? {}
        : { interval: { low: sorted[low - 1]!, high: sorted[high - 1]! } }),
    });
  },
});

/** P(X ≤ k), X binomial. */
function atMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(n - k, k + 1, 1 - p, p);
}

/** The largest rank below which the percentile lies too rarely. */
function lowest(n: number, p: number, tail: number): number | undefined {
  return lastThat(n, (l) => atMost(l - 1, n, p) <= tail);
}

/** The smallest rank at or above which it lies too rarely. */
function highest(n: number, p: number, tail: number): number | undefined {
  const below = lastThat(n, (u) => 1 - atMost(u - 1, n, p) > tail) ?? 0;
  return below < n ? below + 1 : undefined;
}

/** Of 1 to n, the last for which a condition holds that holds up to some point. */
function lastThat(n: number, holds: (rank: number) => boolean): number | undefined {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? undefined : low;
}
