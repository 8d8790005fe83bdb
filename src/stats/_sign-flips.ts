/** Sums of columns whose rows get random signs: every column of a draw gets the same ones. */
import type { Random } from "../core/random.ts";

/** Called with the sums of some draws, one after the other, all columns of a draw together. */
export type SumsOf = (sums: Float64Array, draws: number) => void;

/** A sum for each way to give signs to the rows: 2^rows draws, for a few rows. */
export function everyFlip(rows: Float64Array, width: number, take: SumsOf): number {
  const count = rows.length / width;
  const split = Math.min(10, count);
  const low = new Float64Array(2 ** split * width);
  const high = new Float64Array(2 ** (count - split) * width);
  fillTable(low, rows, 0, split, width);
  fillTable(high, rows, split, count, width);
  const sums = new Float64Array(low.length);
  for (let from = 0; from < high.length; from += width) {
    for (let i = 0; i < low.length; i += width)
      for (let c = 0; c < width; c++) sums[i + c] = low[i + c]! + high[from + c]!;
    take(sums, low.length / width);
  }
  return 2 ** count;
}

const BATCH = 4096;

/**
 * As many draws as asked for. The sums of all 256 signs of eight rows are looked up, not added: 32 random bits give
 * the signs of 32 rows by four additions. Only the sums of one batch are kept.
 */
export function randomFlips(
  rows: Float64Array,
  width: number,
  draws: number,
  random: Random,
  take: SumsOf,
): void {
  const count = rows.length / width;
  const size = 256 * width;
  const table = new Float64Array(4 * size);
  const tables = [0, 1, 2, 3].map((i) => table.subarray(i * size, (i + 1) * size));
  const all = new Float64Array(Math.min(BATCH, draws) * width);
  for (let done = 0; done < draws; done += BATCH) {
    const batch = Math.min(BATCH, draws - done);
    const sums = all.subarray(0, batch * width).fill(0);
    for (let from = 0; from < count; from += 32) {
      tables.forEach((part, i) => {
        const start = Math.min(count, from + 8 * i);
        fillTable(part, rows, start, Math.min(count, start + 8), width);
      });
      addSigned(sums, table, width, random);
    }
    take(sums, batch);
  }
}

function addSigned(sums: Float64Array, table: Float64Array, width: number, random: Random): void {
  const size = 256 * width;
  for (let at = 0; at < sums.length; at += width) {
    const bits = (random() * 2 ** 32) >>> 0;
    const first = (bits & 255) * width;
    const second = size + ((bits >>> 8) & 255) * width;
    const third = 2 * size + ((bits >>> 16) & 255) * width;
    const fourth = 3 * size + (bits >>> 24) * width;
    for (let c = 0; c < width; c++)
      sums[at + c]! += table[first + c]! + table[second + c]! + (table[third + c]! + table[fourth + c]!);
  }
}

/** The sums of rows from `start` to `end`, for each pattern of signs: bit i set means row i counts as it is, else negated. Beyond the patterns there are, as if the other rows were 0. */
function fillTable(table: Float64Array, rows: Float64Array, start: number, end: number, width: number): void {
  table.fill(0, 0, width);
  for (let row = start; row < end; row++) for (let c = 0; c < width; c++) table[c]! -= rows[row * width + c]!;
  for (let bit = 0; 2 ** bit * width < table.length; bit++) {
    const row = start + bit;
    const from = 2 ** bit * width;
    for (let i = 0; i < from; i += width)
      for (let c = 0; c < width; c++)
        table[from + i + c] = table[i + c]! + (row < end ? 2 * rows[row * width + c]! : 0);
  }
}
