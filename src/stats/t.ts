import { checkConfidence, checkFinite, defineStatistic, known, none } from "./_define.ts";
import { meanOf, varianceOf } from "./_moments.ts";
import { studentQuantile, studentTail } from "./_student.ts";
import type { Interval, Stat } from "./_types.ts";

export interface TInput {
  /** Of one sample; for two that belong together, the differences. */
  readonly values: ArrayLike<number>;
  readonly confidence?: number;
}
export interface TValue extends Interval {
  readonly mean: number;
  readonly sd: number;
  /** Of the mean. */
  readonly error: number;
  readonly df: number;
  /** Absent where the values do not vary: then t has no value, and the interval is a point. */
  readonly test?: {
    readonly t: number;
    /** That the mean is not 0, is above 0, is below 0. */
    readonly p: number;
    readonly above: number;
    readonly below: number;
  };
}

/**
 * Student's t of a mean.
 * @example t.compute({ values: [1, 2, 3] }).value // mean 2, sd 1, low -0.484…, high 4.484…
 */
export const t = defineStatistic({
  id: "t",
  title: "Student's t",
  definition:
    "Interval of a mean, and how often a mean this far from 0 would come of chance alone. Needs independent values whose mean is about normal: a few dozen queries, or differences without far outliers.",
  formula: "mean ± t(df = n − 1) × sd / √n",
  cite: "Student, The probable error of a mean, 1908",
  compute({ values, confidence = 0.95 }: TInput): Stat<TValue> {
    checkConfidence(confidence);
    checkFinite(values);
    if (values.length === 0) return none("no-data");
    if (values.length === 1) return none("too-few");
    const df = values.length - 1;
    const mean = meanOf(values);
    const sd = Math.sqrt(varianceOf(values));
    const error = sd / Math.sqrt(values.length);
    const half = studentQuantile(0.5 + confidence / 2, df) * error;
    const found = { mean, sd, error, df, low: mean - half, high: mean + half };
    if (sd === 0) return known(found);
    const ratio = mean / error;
    const [above, below] = [studentTail(ratio, df), studentTail(-ratio, df)];
    return known({ ...found, test: { t: ratio, p: 2 * Math.min(above, below), above, below } });
  },
});
