import { checkConfidence, defineStatistic, known, none } from "./_define.ts";
import { rangeQuantile, rangeTail } from "./_studentized-range.ts";
import { checkRows, type ScoreRows, takeApart } from "./_two-way.ts";
import type { Interval, Stat } from "./_types.ts";

export interface TukeyInput {
  readonly scores: ScoreRows;
  readonly confidence?: number;
  /** false: as if each system had queries of its own, which is less sensitive. SciPy's tukey_hsd and ranx do that. */
  readonly paired?: boolean;
}
export interface TukeyPair extends Interval {
  /** Places of the two systems; `difference` is the mean of the first less that of the second. */
  readonly first: number;
  readonly second: number;
  readonly difference: number;
  /** Absent where the rest does not vary: the interval is then a point. */
  readonly test?: {
    readonly q: number;
    readonly p: number;
    /** Difference over the spread that neither system nor query explains. */
    readonly effect: number;
  };
}
export interface TukeyValue {
  readonly pairs: readonly TukeyPair[];
  /** Of a mean; an interval is the difference ± critical × error. */
  readonly error: number;
  readonly critical: number;
  readonly df: number;
}

/**
 * Tukey's honestly significant differences between all pairs of systems.
 * @example tukey.compute({ scores: [[3, 5, 7], [2, 3, 4]] }).value // one pair: difference 2, p 0.0741…, as a paired t-test
 */
export const tukey = defineStatistic({
  id: "tukey",
  title: "Tukey's HSD",
  definition:
    "Which of several systems over the same queries differ: intervals and p-values of all pairs that hold together, with the variance left by a two-way analysis. For two systems it is the paired t-test.",
  formula: "P(studentized range of m > |difference| / √(mean square of the rest / n)), df = (m − 1)(n − 1)",
  cite: "Tukey, The problem of multiple comparisons, 1953; Sakai, Laboratory experiments in information retrieval, 2018",
  compute({ scores, confidence = 0.95, paired = true }: TukeyInput): Stat<TukeyValue> {
    checkConfidence(confidence);
    const { systems, queries } = checkRows(scores);
    if (systems * queries === 0) return none("no-data");
    const parts = takeApart(scores);
    const { means } = parts;
    const df = paired ? parts.df : systems * (queries - 1);
    if (df === 0 || systems === 1) return none("too-few");
    const spread = Math.sqrt((parts.ofRest + (paired ? 0 : parts.ofQueries)) / df);
    const error = spread / Math.sqrt(queries);
    const critical = rangeQuantile(confidence, systems, df);
    const half = critical * error;
    const pairs = means.flatMap((mean, first) =>
      means.slice(first + 1).map((other, i): TukeyPair => {
        const difference = mean - other;
        const found = {
          first,
          second: first + 1 + i,
          difference,
          low: difference - half,
          high: difference + half,
        };
        if (error === 0) return found;
        const q = Math.abs(difference) / error;
        return { ...found, test: { q, p: rangeTail(q, systems, df), effect: difference / spread } };
      }),
    );
    return known({ pairs, error, critical, df });
  },
});
