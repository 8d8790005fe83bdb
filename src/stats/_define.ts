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

export function checkFinite(values: readonly number[]): void {
  const bad = values.find((x) => !Number.isFinite(x));
  if (bad !== undefined) throw statProblem.error("bad-statistic/value", { found: String(bad) });
}
