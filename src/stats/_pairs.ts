/** Two systems over the same queries, as two columns or as their differences. */
import { checkFinite } from "./_define.ts";
import { statProblem } from "./_problems.ts";

export type PairedValues =
  | { readonly a: ArrayLike<number>; readonly b: ArrayLike<number>; readonly differences?: undefined }
  | { readonly differences: ArrayLike<number>; readonly a?: undefined; readonly b?: undefined };

/** Differences below this share of the values are rounding: 0.1 + 0.2 against 0.3 is a tie. */
const ROUNDING = 2 ** -50;

/**
 * a − b for each pair. Differences that are nothing but rounding become 0, and those that differ by nothing but
 * rounding become equal: otherwise a constant difference would have a spread, and a very large t.
 */
export function differencesOf({ a, b, differences }: PairedValues): Float64Array {
  const out = Float64Array.from(differences ?? a);
  checkFinite(out);
  let scale = 0;
  if (differences === undefined) {
    if (a.length !== b.length)
      throw statProblem.error("bad-statistic/pairs", { counts: [a.length, b.length] });
    checkFinite(b);
    for (let i = 0; i < out.length; i++) {
      const size = Math.max(Math.abs(a[i]!), Math.abs(b[i]!));
      const difference = a[i]! - b[i]!;
      out[i] = Math.abs(difference) <= ROUNDING * size ? 0 : difference;
      scale = Math.max(scale, size);
    }
  } else for (const x of out) scale = Math.max(scale, Math.abs(x));
  const first = out[0] ?? 0;
  return out.every((x) => Math.abs(x - first) <= ROUNDING * scale) ? out.fill(first) : out;
}

/** How many pairs are above, at and below 0. */
export function countSigns(differences: Float64Array): {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
} {
  let [wins, losses] = [0, 0];
  for (const x of differences) {
    if (x > 0) wins++;
    else if (x < 0) losses++;
  }
  return { wins, ties: differences.length - wins - losses, losses };
}
