/** Mean, spread and quantiles of a list. Not for empty ones. */
import { sumPlain } from "../core/numbers.ts";

export const meanOf = (values: readonly number[]): number => sumPlain(values) / values.length;

/** Divided by n − 1; needs two values. */
export const varianceOf = (values: readonly number[]): number => covarianceOf(values, values);

export function covarianceOf(a: readonly number[], b: readonly number[]): number {
  // Counted from the first ones, so that equal values vary by exactly 0.
  const [fromA, fromB] = [a.map((x) => x - a[0]!), b.map((x) => x - b[0]!)];
  const [meanA, meanB] = [meanOf(fromA), meanOf(fromB)];
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (fromA[i]! - meanA) * (fromB[i]! - meanB);
  return total / (a.length - 1);
}

/** Between the two nearest ones in proportion, as NumPy's default; `sorted` ascends. */
export function quantileOf(sorted: ArrayLike<number>, p: number): number {
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  const [a, b] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!];
  const part = place - below;
  return part < 0.5 ? a + (b - a) * part : b - (b - a) * (1 - part);
}
