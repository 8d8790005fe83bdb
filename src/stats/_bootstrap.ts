/** Intervals of means from draws with replacement, for one column or several that share the draws. */
import type { Random } from "../core/random.ts";
import { checkConfidence, known, none } from "./_define.ts";
import { meanOf, quantileOf } from "./_moments.ts";
import { normalCdf, normalQuantile } from "./_normal.ts";
import { checkResamples, type Resamples, resample } from "./_resample.ts";
import type { Interval, Stat } from "./_types.ts";
import { drawMeans } from "./_weighted-draws.ts";

export interface BootstrapOptions {
  readonly confidence?: number;
  /** Default: 10,000. "all" for every one there is, of up to seven values. */
  readonly resamples?: Resamples;
  /** bca corrects for bias and skew; basic turns the percentiles round the value. Default: percentile. */
  readonly method?: "percentile" | "basic" | "bca";
}
export interface BootstrapValue extends Interval {
  readonly value: number;
  readonly sd: number;
}

/** All columns have the same length. */
export function bootstrapMeans(
  columns: readonly ArrayLike<number>[],
  { confidence = 0.95, resamples = 10_000, method = "percentile" }: BootstrapOptions,
  random: Random,
): Stat<BootstrapValue>[] {
  checkConfidence(confidence);
  const n = columns[0]!.length;
  if (n < 2) return columns.map(() => none(n === 0 ? "no-data" : "too-few"));
  const means =
    resamples === "all"
      ? everyMean(columns, random)
      : drawMeans(columns, checkResamples(resamples, resamples, n), random);
  return columns.map((values, c) => {
    if (isConstant(values)) return none("no-spread");
    const drawn = means[c]!.sort();
    if (drawn[0] === drawn.at(-1)) return none("no-spread");
    const value = meanOf(values);
    const tail = (1 - confidence) / 2;
    const shares = method === "bca" ? corrected(values, value, drawn, tail) : [tail, 1 - tail];
    const [low, high] = shares.map((share) => quantileOf(drawn, share)) as [number, number];
    return known({
      value,
      ...(method === "basic" ? { low: 2 * value - high, high: 2 * value - low } : { low, high }),
      sd: spread(drawn, resamples === "all" ? drawn.length : drawn.length - 1),
    });
  });
}

function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}

const everyMean = (columns: readonly ArrayLike<number>[], random: Random): readonly Float64Array[] =>
  resample(columns[0]!.length, (picks) => columns.map((values) => meanOfPicks(values, picks)), "all", random)
    .values;

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
  let [below, largest] = [0, 0];
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]!));
  for (const mean of means) below += Math.abs(mean - value) <= 1e-13 * largest ? 0.5 : mean < value ? 1 : 0;
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
