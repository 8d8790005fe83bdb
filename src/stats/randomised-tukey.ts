import type { Random } from "../core/random.ts";
import { checkConfidence, defineStatistic, known, none } from "./_define.ts";
import { meanOf } from "./_moments.ts";
import { everyDeal, type RangeCounts, randomDeals, slackOf } from "./_permutations.ts";
import { statProblem } from "./_problems.ts";
import { checkResamples, type Resamples } from "./_resample.ts";
import { checkRows, type ScoreRows } from "./_two-way.ts";
import type { Stat } from "./_types.ts";

export interface RandomisedTukeyInput {
  readonly scores: ScoreRows;
  /** How many ways to deal out are drawn. Default: "all" where there are few, otherwise 10,000. */
  readonly resamples?: Resamples;
  readonly confidence?: number;
}
export interface RandomisedTukeyValue {
  /** Places of the two systems, the mean of the first less that of the second, and its p over all pairs together. */
  readonly pairs: readonly {
    readonly first: number;
    readonly second: number;
    readonly difference: number;
    readonly p: number;
  }[];
  /** A difference that the share `confidence` of all draws stays at or below. */
  readonly critical: number;
  /** Draws; where `exact`, every way there is. */
  readonly draws: number;
  readonly exact: boolean;
}
const [FEW, MOST_STEPS] = [2 ** 20, 2e7];

/**
 * Tukey's HSD by randomisation.
 * @example randomisedTukey.compute({ scores: [[1, 2, 3], [0, 0, 0]] }, randomFrom(1)).value // one pair: difference 2, p 0.25
 */
export const randomisedTukey = defineStatistic({
  id: "randomised-tukey",
  title: "Randomised Tukey HSD",
  definition:
    "Which of several systems over the same queries differ, without assuming a distribution: if all were the same, each query's scores could be dealt out to them anew. A pair's p is how often the largest difference among all systems is then at least as large as its own.",
  formula: "count of (largest mean − smallest mean) ≥ |difference| / all; drawn: (count + 1) / (draws + 1)",
  cite: "Carterette, Multiple testing in statistical analysis of systems-based information retrieval experiments, 2012",
  draws: true,
  compute(
    { scores, resamples, confidence = 0.95 }: RandomisedTukeyInput,
    random: Random,
  ): Stat<RandomisedTukeyValue> {
    checkConfidence(confidence);
    const { systems, queries } = checkRows(scores);
    if (systems * queries === 0) return none("no-data");
    if (systems === 1) return none("too-few");
    const all = factorial(systems) ** queries;
    const kind = resamples ?? (all <= FEW * factorial(systems) ? "all" : 10_000);
    const counts =
      kind === "all"
        ? everyDeal(scores, MOST_STEPS)
        : randomDeals(scores, checkResamples(kind, kind, queries), random);
    if (counts === undefined)
      throw statProblem.error("bad-statistic/too-many-resamples", { count: queries, limit: 1_000_000 });
    const draws = kind === "all" ? all : kind;
    const more = kind === "all" ? 0 : 1;
    const slack = slackOf(scores);
    const p = (size: number): number => (atLeast(counts, size - slack) + more) / (draws + more);
    const means = scores.map(meanOf);
    const pairs = means.flatMap((mean, first) =>
      means.slice(first + 1).map((other, i) => {
        const difference = mean - other;
        return { first, second: first + 1 + i, difference, p: p(Math.abs(difference)) };
      }),
    );
    return known({ pairs, critical: quantile(counts, confidence * draws), draws, exact: kind === "all" });
  },
});

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

function atLeast(counts: RangeCounts, size: number): number {
  let total = 0;
  for (const [range, count] of counts) if (range >= size) total += count;
  return total;
}

/** The smallest value that so many draws stay at or below. */
function quantile(counts: RangeCounts, wanted: number): number {
  let total = 0;
  for (const [range, count] of counts) {
    total += count;
    if (total >= wanted * (1 - 1e-12)) return range;
  }
  return counts.at(-1)![0];
}
