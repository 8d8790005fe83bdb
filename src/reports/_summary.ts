/** Means of several runs beside each other: which is the best, and how far the others are from the first. */
import type { Summary } from "../core/score.ts";
import { oneLine } from "../text/width.ts";
import { digitsFor, isSame, numberText } from "./_number-text.ts";
import type { Reported } from "./model.ts";
import { noMean } from "./words.ts";

/** A metric, and its summary in each result (undefined where a result lacks it). */
export interface SummaryColumn {
  readonly metric: string;
  readonly summaries: readonly (Summary | undefined)[];
}
interface SummaryCell {
  /** The mean as it is shown; undefined where there is none. */
  readonly text: string | undefined;
  readonly best: boolean;
  /** To the first run, with its sign; undefined where the two cannot be compared. */
  readonly difference: string | undefined;
}
export interface ComparedColumn {
  readonly metric: string;
  readonly cells: readonly SummaryCell[];
  /** Why there is no mean, or no best. */
  readonly notes: readonly string[];
}

type SummarizedRun = Pick<Reported, "name" | "summary" | "direction" | "queries" | "score">;

export function summaryColumns(results: readonly Pick<Reported, "summary">[]): SummaryColumn[] {
  const byRun = results.map(
    (result) => new Map(result.summary().map((summary) => [summary.metric, summary])),
  );
  const metrics = new Set(byRun.flatMap((summaries) => [...summaries.keys()]));
  return [...metrics].map((metric) => ({ metric, summaries: byRun.map((one) => one.get(metric)) }));
}

export function compareColumn(
  column: SummaryColumn,
  results: readonly SummarizedRun[],
  digits?: number,
): ComparedColumn {
  const { metric, summaries } = column;
  const means = summaries.flatMap((summary) => (summary?.mean === undefined ? [] : [summary.mean]));
  const shown = digitsFor(means, digits);
  const texts = summaries.map((summary) => meanText(summary, shown));
  const best = bestOf(column, results);
  const notes = summaries.flatMap((summary, i) =>
    texts[i] === undefined
      ? [`– ${metric} of ${oneLine(results[i]!.name)}: ${noMean(summary, results[i]!)}`]
      : [],
  );
  if (best === "unequal")
    notes.push(`${metric} has no best: the runs were not scored on equally many queries`);
  return {
    metric,
    cells: texts.map((text, i) => ({
      text,
      best: typeof best === "number" && text !== undefined && isSame(summaries[i]!.mean!, best),
      difference: i === 0 ? undefined : differenceOf(summaries[0], summaries[i], shown),
    })),
    notes,
  };
}

export const meanText = (summary: Summary | undefined, digits?: number): string | undefined =>
  summary?.mean === undefined ? undefined : numberText(summary.mean, digits);

/** With its sign. */
function differenceOf(
  first: Summary | undefined,
  other: Summary | undefined,
  digits: number,
): string | undefined {
  if (first?.mean === undefined || other?.mean === undefined) return undefined;
  if (first.counts.scored !== other.counts.scored) return undefined;
  const difference = isSame(first.mean, other.mean) ? 0 : other.mean - first.mean;
  const text = difference.toFixed(digits);
  return difference < 0 ? text : `+${text}`;
}

/** The best of several means; undefined where all are the same. */
function bestOf(
  { metric, summaries }: SummaryColumn,
  results: readonly SummarizedRun[],
): number | "unequal" | undefined {
  const at = summaries.flatMap((summary, i) => (summary?.mean === undefined ? [] : [i]));
  if (at.length < 2 || at.every((i) => isSame(summaries[i]!.mean!, summaries[at[0]!]!.mean!)))
    return undefined;
  if (new Set(at.map((i) => summaries[i]!.counts.scored)).size > 1) return "unequal";
  const sign = results[at[0]!]!.direction(metric) === "higher" ? 1 : -1;
  return sign * Math.max(...at.map((i) => sign * summaries[i]!.mean!));
}
