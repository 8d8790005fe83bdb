/** Mean, spread and quantiles of a list. Not for empty ones. */
export function meanOf(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total / values.length;
}

/** Divided by n − 1; needs two values. */
export const varianceOf = (values: ArrayLike<number>): number => covarianceOf(values, values);

export function covarianceOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  // Counted from the first ones, so that equal values vary by exactly 0.
  const [firstA, firstB] = [a[0]!, b[0]!];
  let [sumA, sumB] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    sumA += a[i]! - firstA;
    sumB += b[i]! - firstB;
  }
  const [meanA, meanB] = [sumA / a.length, sumB / b.length];
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i]! - firstA - meanA) * (b[i]! - firstB - meanB);
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
