/** Drawing items again with replacement, for whatever is computed from them. */
import { below, type Random } from "../core/random.ts";
import { statProblem } from "./_problems.ts";

/** Values of several measures at once, so that they share the draws; undefined where one has none. */
export type Measures = (picks: Uint32Array) => readonly (number | undefined)[];

/** As many draws as asked for, or every one that there is (n^n, for small n). */
export type Resamples = number | "all";
const MOST = 1_000_000;

/** Refuses what cannot be drawn; `draws` is the number that `resamples` asks for. */
export function checkResamples(resamples: Resamples, draws: number, count: number, limit = MOST): number {
  if (resamples === "all" && !(draws <= limit))
    throw statProblem.error("bad-statistic/too-many-resamples", { count, limit: MOST });
  if (resamples !== "all" && !(Number.isInteger(draws) && draws >= 1 && draws <= MOST))
    throw statProblem.error("bad-statistic/resamples", { found: String(draws), limit: MOST });
  return draws;
}

/** By measure, the values over all draws, ascending; undefined ones are left out and counted by what is missing. */
export function resample(
  count: number,
  measures: Measures,
  resamples: Resamples,
  random: Random,
): { readonly draws: number; readonly values: readonly Float64Array[] } {
  const draws = checkResamples(resamples, resamples === "all" ? count ** count : resamples, count);
  const next = resamples === "all" ? counting(count) : drawing(count, random);
  const picks = new Uint32Array(count);
  const found: number[][] = [];
  for (let i = 0; i < draws; i++) {
    next(picks);
    measures(picks).forEach((value, m) => {
      found[m] ??= [];
      if (value !== undefined) found[m].push(value);
    });
  }
  return { draws, values: found.map((values) => Float64Array.from(values).sort()) };
}

const drawing = (count: number, random: Random) => (picks: Uint32Array) => {
  for (let i = 0; i < count; i++) picks[i] = below(random, count);
};

/** Every list of picks once, as a counter with `count` digits. */
function counting(count: number) {
  const digits = new Uint32Array(count);
  let first = true;
  return (picks: Uint32Array) => {
    for (let i = 0; !first && i < count; i++) {
      digits[i] = (digits[i]! + 1) % count;
      if (digits[i] !== 0) break;
    }
    first = false;
    picks.set(digits);
  };
}
