import { checkConfidence, checkFinite, defineStatistic, known, none } from "./_define.ts";
import { covarianceOf, meanOf, varianceOf } from "./_moments.ts";
import { statProblem } from "./_problems.ts";
import { studentQuantile } from "./_student.ts";
import type { Interval, Stat } from "./_types.ts";

export interface PpiInput {
  /** What people said of a random sample, and what the judge said of the same ones. */
  readonly human: readonly number[];
  readonly judge: readonly number[];
  /** What the judge said of everything that the mean is about. */
  readonly all: readonly number[];
  /** How many of `all` are the labelled ones; 0 unless told. */
  readonly shared?: number;
  readonly confidence?: number;
  /** How far the judge is believed: 1 in full, 0 not at all. Unless told, what makes the interval narrowest. */
  readonly weight?: number;
}
export interface PpiValue extends Interval {
  readonly value: number;
  /** Mean of what the judge said of everything: what one would have printed. */
  readonly judge: number;
  /** Mean of what people said, of the sample. */
  readonly human: number;
  readonly weight: number;
  readonly error: number;
}

/**
 * Prediction-powered mean.
 * @example ppi.compute({ human: [1, 0, 1, 0], judge: [1, 1, 1, 0], all: [1, 1, 0, 1, 1], weight: 1 }).value // value 0.55: the judge's 0.8 less 0.25
 */
export const ppi = defineStatistic({
  id: "ppi",
  title: "Prediction-powered mean",
  definition:
    "Mean of what a judge said of everything, corrected by how far it was off where people labelled too. Holds for any judge, good or bad, if the labelled ones are a random sample; a better judge makes the interval narrower. Degrees of freedom after Welch and Satterthwaite.",
  formula:
    "w × mean(judge, all) + mean(human − w × judge, labelled) ± t × √(w² var(judge) / N + var(human − w × judge) / n)",
  cite: "Angelopoulos et al., Prediction-powered inference, 2023; PPI++, 2023 (the weight)",
  compute({ human, judge, all, shared = 0, confidence = 0.95, weight }: PpiInput): Stat<PpiValue> {
    checkConfidence(confidence);
    for (const list of [human, judge, all]) checkFinite(list);
    const [n, total] = [human.length, all.length];
    if (judge.length !== n)
      throw statProblem.error("bad-statistic/lengths", { people: n, judge: judge.length });
    if (!(Number.isInteger(shared) && shared >= 0 && shared <= Math.min(n, total)))
      throw statProblem.error("bad-statistic/shared", { shared: String(shared), people: n, total });
    if (n === 0 || total === 0) return none("no-data");
    if (n === 1 || total === 1) return none("too-few");
    const w = weight ?? bestWeight(human, judge, all, shared);
    const off = human.map((y, i) => y - w * judge[i]!);
    const [ofAll, ofOff] = [(w * w * varianceOf(all)) / total, varianceOf(off) / n];
    // Those in both means move them together.
    const both = (2 * w * covarianceOf(judge, off) * shared) / (total * n);
    const error = Math.sqrt(Math.max(0, ofAll + ofOff + both));
    const value = w * meanOf(all) + meanOf(off);
    const df = (ofAll + ofOff) ** 2 / (ofAll ** 2 / (total - 1) + ofOff ** 2 / (n - 1));
    const half = error === 0 ? 0 : studentQuantile(0.5 + confidence / 2, df) * error;
    return known({
      value,
      low: value - half,
      high: value + half,
      judge: meanOf(all),
      human: meanOf(human),
      weight: w,
      error,
    });
  },
});

/** Where the variance is least, within 0 and 1; 0 where the judge says the same of everything. */
function bestWeight(
  human: readonly number[],
  judge: readonly number[],
  all: readonly number[],
  shared: number,
): number {
  const below = varianceOf(all) * (all.length + human.length - 2 * shared);
  if (below <= 0) return 0;
  return Math.min(1, Math.max(0, (covarianceOf(human, judge) * (all.length - shared)) / below));
}
