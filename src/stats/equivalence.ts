import { checkConfidence, defineStatistic, known, none } from "./_define.ts";
import { meanOf, varianceOf } from "./_moments.ts";
import { differencesOf, type PairedValues } from "./_pairs.ts";
import { statProblem } from "./_problems.ts";
import { studentQuantile, studentTail } from "./_student.ts";
import type { Interval, Stat } from "./_types.ts";

export type EquivalenceInput = PairedValues & {
  /** A mean difference between these two does not matter, such as −0.01 and 0.01. */
  readonly lower: number;
  readonly upper: number;
  readonly confidence?: number;
};
export interface EquivalenceValue extends Interval {
  readonly mean: number;
  readonly sd: number;
  readonly error: number;
  readonly df: number;
  /** Absent where the differences do not vary: the interval is then a point. */
  readonly test?: {
    /** The larger of the two p-values: that the mean lies between the bounds. */
    readonly p: number;
    /** That the mean is above the lower bound, and that it is below the upper one. */
    readonly lower: { readonly t: number; readonly p: number };
    readonly upper: { readonly t: number; readonly p: number };
  };
}

/**
 * Two one-sided t-tests: is the difference small enough not to matter?
 * @example equivalence.compute({ differences: [-1, 0, 1], lower: -2, upper: 2 }).value // t ±3.46…, p 0.0370…
 */
export const equivalence = defineStatistic({
  id: "equivalence",
  title: "Equivalence (two one-sided tests)",
  definition:
    "Whether a mean difference is shown to lie between two bounds: a difference that is not significant may still be large, this says that it is not. At α = 5 % it holds where the 90 % interval (low to high) lies within the bounds.",
  formula: "p = larger of P(T > (mean − lower) / error) and P(T < (mean − upper) / error), df = n − 1",
  cite: "Schuirmann, A comparison of the two one-sided tests procedure and the power approach, 1987",
  compute({ lower, upper, confidence = 0.95, ...pairs }: EquivalenceInput): Stat<EquivalenceValue> {
    checkConfidence(confidence);
    if (!(lower < upper))
      throw statProblem.error("bad-statistic/bounds", { found: [String(lower), String(upper)] });
    const values = differencesOf(pairs as PairedValues);
    if (values.length === 0) return none("no-data");
    if (values.length === 1) return none("too-few");
    const df = values.length - 1;
    const mean = meanOf(values);
    const sd = Math.sqrt(varianceOf(values));
    const error = sd / Math.sqrt(values.length);
    const half = error === 0 ? 0 : studentQuantile(confidence, df) * error;
    const found = { mean, sd, error, df, low: mean - half, high: mean + half };
    if (sd === 0) return known(found);
    const [below, above] = [(mean - lower) / error, (mean - upper) / error];
    const [p, q] = [studentTail(below, df), studentTail(-above, df)];
    return known({
      ...found,
      test: { p: Math.max(p, q), lower: { t: below, p }, upper: { t: above, p: q } },
    });
  },
});
