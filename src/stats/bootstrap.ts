import type { Random } from "../core/random.ts";
import { checkConfidence, checkFinite, defineStatistic, known, none } from "./_define.ts";
import { meanOf, quantileOf } from "./_moments.ts";
import { normalCdf, normalQuantile } from "./_normal.ts";
import { type Resamples, resample } from "./_resample.ts";
import type { Interval, Stat } from "./_types.ts";

export interface BootstrapInput {
  readonly values: ArrayLike<number>;
  readonly confidence?: number;
  /** 10,000 unless told; "all" for every one there is, of up to seven values. */
  readonly resamples?: Resamples;
  /** bca corrects for bias and skew; basic turns the percentiles round the value. */
  readonly method?: "percentile" | "basic" | "bca";
}

/**
 * Bootstrap interval of a mean.
 * @example bootstrap.compute({ values: [0, 1], resamples: "all" }, randomFrom(1)).value // value 0.5, low 0.0375, high 0.9625, sd 0.3535…
 */
export const bootstrap = defineStatistic({
  id: "bootstrap",
  title: "Bootstrap interval",
  definition:
    "Interval of a mean from drawing the values again with replacement, as often as asked for: no assumption on how they are distributed, but that they are independent and not too few.",
  formula: "quantiles (1 ∓ confidence) / 2 of the means of the draws",
  cite: "Efron, Bootstrap methods, 1979; Efron, Better bootstrap confidence intervals, 1987 (BCa)",
  draws: true,
  compute(
    { values, confidence = 0.95, resamples = 10_000, method = "percentile" }: BootstrapInput,
    random: Random,
  ): Stat<{ readonly value: number; readonly sd: number } & Interval> {
    checkConfidence(confidence);
    checkFinite(values);
    if (values.length === 0) return none("no-data");
    if (values.length === 1) return none("too-few");
    const value = meanOf(values);
    const { draws, values: found } = resample(
      values.length,
      (picks) => [meanOfPicks(values, picks)],
      resamples,
      random,
    );
    const means = found[0]!;
    if (means[0] === means.at(-1)) return none("no-spread");
    const tail = (1 - confidence) / 2;
    const shares = method === "bca" ? corrected(values, value, means, tail) : [tail, 1 - tail];
    const [low, high] = shares.map((share) => quantileOf(means, share)) as [number, number];
    return known({
      value,
      ...(method === "basic" ? { low: 2 * value - high, high: 2 * value - low } : { low, high }),
      sd: spread(means, resamples === "all" ? draws : draws - 1),
    });
  },
});

function meanOfPicks(values: ArrayLike<number>, picks: Uint32Array): number {
  let total = 0;
  for (let i = 0; i < picks.length; i++) total += values[picks[i]!]!;
  return total / picks.length;
}

function spread(means: Float64Array, count: number): number {
  const centre = meanOf(means);
  let total = 0;
  for (const x of means) total += (x - centre) ** 2;
  return Math.sqrt(total / count);
}

/** The quantiles that make up for bias (draws below the value) and skew (the mean without each value). */
function corrected(values: ArrayLike<number>, value: number, means: Float64Array, tail: number): number[] {
  // Half of the draws that equal the value count as below it, as in SciPy.
  let below = 0;
  for (const mean of means) below += mean < value ? 1 : mean === value ? 0.5 : 0;
  const share = below / means.length;
  if (share === 0 || share === 1) return [tail, 1 - tail];
  const bias = normalQuantile(share);
  // The mean without a value is off by (mean − value) / (n − 1), so that the skew of the values is all it takes.
  let [squares, cubes] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const off = value - values[i]!;
    squares += off ** 2;
    cubes += off ** 3;
  }
  const skew = -cubes / (6 * squares ** 1.5);
  return [tail, 1 - tail].map((p) => {
    const z = bias + normalQuantile(p);
    return normalCdf(bias + z / (1 - skew * z));
  });
}
