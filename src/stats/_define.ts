import { statProblem } from "./_problems.ts";
import type { Reason, Stat, Statistic } from "./_types.ts";

export const known = <T>(value: T): Stat<T> => ({ status: "known", value });
export const none = (because: Reason): { status: "undefined"; because: Reason } => ({
  status: "undefined",
  because,
});

/** Keeps the exact type of `compute`: one that does not draw is called without a Random. */
export const defineStatistic = <S extends Statistic>(statistic: S): S => Object.freeze(statistic);

/** The share of the probability that an interval is to hold, such as 0.95. */
export function checkConfidence(confidence: number): number {
  if (!(confidence > 0 && confidence < 1))
    throw statProblem.error("bad-statistic/confidence", { found: String(confidence) });
  return confidence;
}

export function checkFinite(values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(values[i]))
      throw statProblem.error("bad-statistic/value", { found: String(values[i]) });
}

/** A share of all cases, such as a p-value or a level: 0 to 1. */
export function checkProbability(p: number): number {
  if (!(p >= 0 && p <= 1)) throw statProblem.error("bad-statistic/probability", { found: String(p) });
  return p;
}

/** A number of items. */
export function checkCount(n: number): number {
  if (!(Number.isInteger(n) && n >= 0)) throw statProblem.error("bad-statistic/count", { found: String(n) });
  return n;
}
