/** Sums of columns over rows drawn with replacement: every column of a draw gets the same rows. */
import { below, type Random } from "../core/random.ts";

/**
 * By column, the mean of each draw. Counting how often each row was drawn and then adding in order is faster than
 * fetching rows in the order drawn: the counts are small, and the columns are read as they lie in memory.
 */
export function drawMeans(
  columns: readonly ArrayLike<number>[],
  draws: number,
  random: Random,
): Float64Array[] {
  const n = columns[0]!.length;
  const counts = new Uint16Array(n);
  const typed = columns.map((column) =>
    column instanceof Float64Array ? column : Float64Array.from(column),
  );
  const means = columns.map(() => new Float64Array(draws));
  for (let draw = 0; draw < draws; draw++) {
    counts.fill(0);
    for (let i = 0; i < n; i++) counts[below(random, n)]!++;
    typed.forEach((column, c) => {
      means[c]![draw] = weightedSum(column, counts) / n;
    });
  }
  return means;
}

/** Four sums side by side: one alone would wait for each addition to end. */
function weightedSum(column: Float64Array, counts: Uint16Array): number {
  let [s0, s1, s2, s3, i] = [0, 0, 0, 0, 0];
  for (; i + 3 < column.length; i += 4) {
    s0 += column[i]! * counts[i]!;
    s1 += column[i + 1]! * counts[i + 1]!;
    s2 += column[i + 2]! * counts[i + 2]!;
    s3 += column[i + 3]! * counts[i + 3]!;
  }
  for (; i < column.length; i++) s0 += column[i]! * counts[i]!;
  return s0 + s1 + (s2 + s3);
}
