import { GoldieError } from "../core/problem.ts";
import type { Reason, Stat, Statistic } from "./_types.ts";

export const known = <T>(value: T): Stat<T> => ({ status: "known", value });
export const none = (because: Reason): { status: "undefined"; because: Reason } => ({
  status: "undefined",
  because,
});

/** Keeps the exact type of `compute`: one that does not draw is called without a Random. */
export const defineStatistic = <S extends Statistic>(statistic: S): S => Object.freeze(statistic);

export function refuse(what: string, fix: string): never {
  throw new GoldieError({ code: "bad-statistic", what, fix });
}

/** The share of the probability that an interval is to hold, such as 0.95. */
export function checkConfidence(confidence: number): number {
  if (!(confidence > 0 && confidence < 1))
    refuse(`a confidence cannot be ${confidence}`, "give a number between 0 and 1, such as 0.95");
  return confidence;
}

export function checkFinite(values: readonly number[], what: string): void {
  const bad = values.find((x) => !Number.isFinite(x));
  if (bad !== undefined) refuse(`${what} cannot be ${bad}`, "leave out what has no value before counting");
}
