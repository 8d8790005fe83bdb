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
  const sums = new Float64Array(4);
  for (let draw = 0; draw < draws; draw++) {
    countPicks(counts, random);
    let c = 0;
    for (; c + 3 < typed.length; c += 4) {
      fourSums(typed, c, counts, sums);
      for (let k = 0; k < 4; k++) means[c + k]![draw] = sums[k]! / n;
    }
    for (; c < typed.length; c++) means[c]![draw] = oneSum(typed[c]!, counts) / n;
  }
  return means;
}

/** A small function of its own: optimised once for all draws. */
function countPicks(counts: Uint16Array, random: Random): void {
  const n = counts.length;
  counts.fill(0);
  for (let i = 0; i < n; i++) counts[below(random, n)]!++;
}

/** Four columns in one go read the counts once, and no addition waits for the one before it. */
function fourSums(
  columns: readonly Float64Array[],
  from: number,
  counts: Uint16Array,
  sums: Float64Array,
): void {
  const [a, b, c, d] = [columns[from]!, columns[from + 1]!, columns[from + 2]!, columns[from + 3]!];
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!;
    s0 += a[i]! * count;
    s1 += b[i]! * count;
    s2 += c[i]! * count;
    s3 += d[i]! * count;
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
}

/** The same for one column, in four parts. */
function oneSum(column: Float64Array, counts: Uint16Array): number {
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
