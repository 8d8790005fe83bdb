/** The two runs and the metric that the table and the opened query are about. */
import type { MetricView, View } from "../../view/model.ts";
import type { PageState } from "../state.ts";

/** Places in `View.runs`; a single place where there is one run. */
export type ShownRuns = readonly [a: number] | readonly [a: number, b: number];

export function shownRuns(view: View, { pair }: Pick<PageState, "pair">): ShownRuns {
  if (view.runs.length < 2) return [0];
  return pair?.every((run) => run < view.runs.length) ? pair : [0, 1];
}

/**
 * The place in `View.pairs` of what is compared. These are against the baseline: of two other runs, it is that of the
 * second.
 */
export function comparedPair(view: View, state: Pick<PageState, "pair">): number {
  const [a, b] = shownRuns(view, state);
  const other = b === 0 ? a : b;
  return Math.max(
    0,
    view.pairs.findIndex((pair) => pair.b === other),
  );
}

/** With more runs than this, only the two that are compared have columns. */
const MOST_COLUMNS = 4;

/** The runs that have a column each. */
export const columnRuns = (view: View, shown: ShownRuns): readonly number[] =>
  view.runs.length <= MOST_COLUMNS ? view.runs.map((_, run) => run) : shown;

/** The place of the chosen metric in `View.metrics`. */
export function shownMetric(view: View, { metric }: Pick<PageState, "metric">): number {
  return Math.max(
    0,
    view.metrics.findIndex(({ name }) => name === metric),
  );
}

/** Scores that differ by less are the same. */
const NOISE = 1e-9;

/** -1: b is worse than a, 1: better, 0: the same. */
export function betterOrWorse(a: number, b: number, direction: MetricView["direction"]): -1 | 0 | 1 {
  if (Math.abs(b - a) <= NOISE) return 0;
  return b > a === (direction === "higher") ? 1 : -1;
}
