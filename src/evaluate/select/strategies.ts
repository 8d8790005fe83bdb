/** Choosing one of several settings by several metrics at once, with the numbers of AutoRAG 0.3's strategies. */

export const SELECTION_RULES = ["mean", "rank", "normalize_mean"] as const;
export type SelectionRule = (typeof SELECTION_RULES)[number];

/** One setting. Metrics of all settings are the same, in the same order. */
export interface SelectionCase {
  readonly name: string;
  /** By metric, the scores of single queries; undefined where there is none. */
  readonly scores: readonly (readonly (number | undefined)[])[];
  /** Average time of a query. */
  readonly time?: number;
}
export interface SelectedCase {
  readonly best: string;
  /** By setting that has scores and was fast enough, in the order given. */
  readonly values: ReadonlyMap<string, number>;
}

/**
 * The first of the settings with the greatest value:
 * - mean: the mean over queries of each query's mean over the metrics
 * - rank: the sum over metrics of 1 / rank of the mean; equal means share the average of their ranks
 * - normalize_mean: the sum over metrics of (mean - min) / (max - min) among the settings
 *
 * `slowest`: settings that take longer on average, or were not timed, are left out, unless all are. So are settings without a score;
 * undefined where nothing has one.
 */
export function selectBy(
  rule: SelectionRule,
  cases: readonly SelectionCase[],
  slowest = Number.POSITIVE_INFINITY,
): SelectedCase | undefined {
  const scored = cases.filter(({ scores }) => scores.some((one) => one.some((score) => score !== undefined)));
  const limited = slowest < Number.POSITIVE_INFINITY;
  const fast = scored.filter(({ time }) => !limited || (time !== undefined && time <= slowest));
  const kept = fast.length === 0 ? scored : fast;
  const values = VALUES[rule](kept);
  let best = -1;
  for (const [i, value] of values.entries())
    if (!Number.isNaN(value) && (best < 0 || value > values[best]!)) best = i;
  if (best < 0) return undefined;
  return { best: kept[best]!.name, values: new Map(kept.map(({ name }, i) => [name, values[i]!])) };
}

const VALUES: Readonly<Record<SelectionRule, (cases: readonly SelectionCase[]) => number[]>> = {
  mean: (cases) =>
    cases.map(({ scores }) => {
      const queries = Math.max(0, ...scores.map(({ length }) => length));
      return meanOf(Array.from({ length: queries }, (_, q) => known(meanOf(scores.map((one) => one[q])))));
    }),
  rank: (cases) => {
    const ranks = byMetric(cases).map(ranksOf);
    return cases.map((_, i) => sum(ranks.map((one) => 1 / one[i]!)));
  },
  normalize_mean: (cases) => {
    const scaled = byMetric(cases).map((means) => {
      const present = means.filter((mean) => !Number.isNaN(mean));
      const [low, high] = [Math.min(...present), Math.max(...present)];
      return means.map((mean) => (mean - low) / (high - low));
    });
    return cases.map((_, i) => sum(scaled.map((one) => one[i]!)));
  },
};

/** By metric, the mean of each setting; NaN where there is none. */
const byMetric = (cases: readonly SelectionCase[]): number[][] =>
  (cases[0]?.scores ?? []).map((_, m) => cases.map(({ scores }) => meanOf(scores[m]!)));

/** From 1, the greatest first; a setting without a mean has none. */
function ranksOf(means: readonly number[]): number[] {
  return means.map((mean) => {
    if (Number.isNaN(mean)) return Number.NaN;
    const above = means.filter((other) => other > mean).length;
    const same = means.filter((other) => other === mean).length;
    return above + (same + 1) / 2;
  });
}

const known = (x: number): number | undefined => (Number.isNaN(x) ? undefined : x);
/** What is not there does not count; NaN where nothing is. */
function meanOf(values: readonly (number | undefined)[]): number {
  const present = values.filter((value) => value !== undefined);
  return present.length === 0 ? Number.NaN : present.reduce((a, b) => a + b, 0) / present.length;
}
const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);
