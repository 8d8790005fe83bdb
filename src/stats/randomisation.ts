import type { Random } from "../core/random.ts";
import { checkCount, checkFinite, defineStatistic, known, none } from "./_define.ts";
import { statProblem } from "./_problems.ts";
import { checkResamples, type Resamples } from "./_resample.ts";
import { everyFlip, randomFlips, type SumsOf } from "./_sign-flips.ts";
import type { Stat } from "./_types.ts";

export interface RandomisationInput {
  /**
   * Paired differences, a column for each metric, all over the same queries. A query that a metric leaves out is a 0:
   * it changes no p-value.
   */
  readonly columns: readonly ArrayLike<number>[];
  /** How many ways to swap are drawn. Default: "all" where at most 20 pairs differ, otherwise 10,000. */
  readonly resamples?: Resamples;
  /** Pairs that differ, up to which every way to swap is tried. Default, and at most: 20. */
  readonly exact?: number;
  /** Also adjust for the number of columns, by the largest of all in each draw. */
  readonly joint?: boolean;
}
export interface RandomisationColumn {
  /** That the mean is not 0, is above 0, is below 0. */
  readonly p: number;
  readonly above: number;
  readonly below: number;
  /** Draws; where `exact`, every way to swap there is. */
  readonly draws: number;
  readonly exact: boolean;
  /** p adjusted for all columns together (step-down max-T); only with `joint`. */
  readonly joint?: number;
}

const FEW = 20;

/**
 * Fisher's randomisation test of paired differences.
 * @example randomisation.compute({ columns: [[1, 2, 3]] }, randomFrom(1)).value[0] // p 0.25, of 8 ways to swap
 */
export const randomisation = defineStatistic({
  id: "randomisation",
  title: "Randomisation test",
  definition:
    "If two systems are the same, each query's two scores could as well be swapped: how many of all ways to swap give a difference at least as large. Exact for few pairs; otherwise drawn, and then never 0. Several metrics share the draws.",
  formula: "count of |sum of ± differences| ≥ |sum of differences| / 2^n; drawn: (count + 1) / (draws + 1)",
  cite: "Fisher, The design of experiments, 1935; Smucker, Allan and Carterette 2007; joint: Westfall and Young 1993",
  draws: true,
  compute(
    { columns, resamples, joint = false, exact = FEW }: RandomisationInput,
    random: Random,
  ): Stat<readonly Stat<RandomisationColumn>[]> {
    for (const column of columns) checkFinite(column);
    const n = columns[0]?.length ?? 0;
    if (columns.some((column) => column.length !== n))
      throw statProblem.error("bad-statistic/columns", { counts: columns.map(({ length }) => length) });
    if (n === 0) return none("no-data");
    const few = Math.min(checkCount(exact), FEW);
    const moving = columns.map((_, i) => i).filter((i) => someDiffer(columns[i]!));
    const out = columns.map((): Stat<RandomisationColumn> => none("all-ties"));
    // Together where they have to be, or where all are drawn; otherwise a column of few differences is exact on its own.
    const alone =
      joint || typeof resamples === "number"
        ? []
        : moving.filter((i) => differing([columns[i]!]).length <= few);
    for (const i of alone) out[i] = flip([columns[i]!], "all", false, few, random)[0]!;
    const rest = moving.filter((i) => !alone.includes(i));
    const found = flip(
      rest.map((i) => columns[i]!),
      resamples,
      joint,
      few,
      random,
    );
    rest.forEach((i, at) => {
      out[i] = found[at]!;
    });
    return known(out);
  },
});

const someDiffer = (column: ArrayLike<number>): boolean => {
  for (let i = 0; i < column.length; i++) if (column[i] !== 0) return true;
  return false;
};

/** Rows in which any column is not 0. */
function differing(columns: readonly ArrayLike<number>[]): number[] {
  const rows: number[] = [];
  for (let i = 0; i < columns[0]!.length; i++) if (columns.some((column) => column[i] !== 0)) rows.push(i);
  return rows;
}

function flip(
  columns: readonly ArrayLike<number>[],
  resamples: Resamples | undefined,
  joint: boolean,
  few: number,
  random: Random,
): Stat<RandomisationColumn>[] {
  const width = columns.length;
  if (width === 0) return [];
  const indices = differing(columns);
  const rows = new Float64Array(indices.length * width);
  indices.forEach((row, i) => {
    columns.forEach((column, c) => {
      rows[i * width + c] = column[row]!;
    });
  });
  const all = resamples ?? (indices.length <= few ? "all" : 10_000);
  const wanted = checkResamples(all, all === "all" ? 2 ** indices.length : all, indices.length, 2 ** FEW);
  const counting = createCounts(rows, width, joint);
  if (all === "all") everyFlip(rows, width, counting.take);
  else randomFlips(rows, width, wanted, random, counting.take);
  // A draw is as likely as what was seen, which therefore counts as one of them.
  const more = all === "all" ? 0 : 1;
  const share = (count: number): number => (count + more) / (wanted + more);
  const adjusted = counting.joint();
  return columns.map((_, c) =>
    known({
      p: share(counting.both[c]!),
      above: share(counting.above[c]!),
      below: share(counting.below[c]!),
      draws: wanted,
      exact: all === "all",
      ...(joint ? { joint: share(adjusted[c]!) } : {}),
    }),
  );
}

/** How often the sums of a draw are as far out as those seen. */
function createCounts(rows: Float64Array, width: number, joint: boolean) {
  const [seen, sizes, squares] = [0, 1, 2].map(() => new Float64Array(width)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < rows.length; i++) {
    seen[i % width]! += rows[i]!;
    sizes[i % width]! += Math.abs(rows[i]!);
    squares[i % width]! += rows[i]! ** 2;
  }
  // Sums that are equal on paper may differ in their last digits.
  const slack = sizes.map((size) => 1e-10 * size);
  const [both, above, below, beyond] = [0, 1, 2, 3].map(() => new Float64Array(width)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  // Signs leave the sum of squares as it is, so that sum / √squares orders draws as t does.
  const scaled = (sum: number, c: number): number => Math.abs(sum) / Math.sqrt(squares[c]!);
  const least = seen.map((sum, c) => scaled(Math.max(0, Math.abs(sum) - slack[c]!), c));
  const order = [...least.keys()].sort((x, y) => least[x]! - least[y]!);
  const take: SumsOf = (sums, draws) => {
    for (let at = 0; at < draws * width; at += width) {
      for (let c = 0; c < width; c++) {
        const sum = sums[at + c]!;
        if (sum >= seen[c]! - slack[c]!) above[c]!++;
        if (sum <= seen[c]! + slack[c]!) below[c]!++;
        if (Math.abs(sum) >= Math.abs(seen[c]!) - slack[c]!) both[c]!++;
      }
      if (!joint) continue;
      // The largest among this column and those that stand out less.
      let largest = 0;
      for (const c of order) {
        largest = Math.max(largest, scaled(sums[at + c]!, c));
        if (largest >= least[c]!) beyond[c]!++;
      }
    }
  };
  return {
    take,
    both,
    above,
    below,
    /** A column that stands out less is never surer than one that does more. */
    joint(): Float64Array {
      let most = 0;
      for (const c of order.toReversed()) {
        most = Math.max(most, beyond[c]!);
        beyond[c] = most;
      }
      return beyond;
    },
  };
}
