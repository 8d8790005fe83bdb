/** Means of several runs beside each other: which is the best, and how far the others are from the first. */
import type { Summary } from "../core/score.ts";
import { oneLine } from "../text/width.ts";
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

type Summarized = Pick<Reported, "name" | "summary" | "direction" | "queries" | "score">;

export function summaryColumns(results: readonly Pick<Reported, "summary">[]): SummaryColumn[] {
  const byRun = results.map(
    (result) => new Map(result.summary().map((summary) => [summary.metric, summary])),
  );
  const metrics = new Set(byRun.flatMap((summaries) => [...summaries.keys()]));
  return [...metrics].map((metric) => ({ metric, summaries: byRun.map((one) => one.get(metric)) }));
}

export function compareColumn(column: SummaryColumn, results: readonly Summarized[]): ComparedColumn {
  const { metric, summaries } = column;
  const texts = summaries.map(meanText);
  const best = bestOf(column, texts, results);
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
      best: text !== undefined && text === best,
      difference: i === 0 ? undefined : differenceOf(summaries[0], summaries[i]),
    })),
    notes,
  };
}

export const meanText = (summary: Summary | undefined): string | undefined => summary?.mean?.toFixed(3);

/** As it is shown: a difference that nobody sees is no difference. */
function differenceOf(first: Summary | undefined, other: Summary | undefined): string | undefined {
  if (first?.mean === undefined || other?.mean === undefined) return undefined;
  if (first.counts.scored !== other.counts.scored) return undefined;
  const difference = meanText(first) === meanText(other) ? 0 : other.mean - first.mean;
  return difference < 0 ? difference.toFixed(3) : `+${difference.toFixed(3)}`;
}

/** The best of several means, as it is shown. */
function bestOf(
  { metric, summaries }: SummaryColumn,
  texts: readonly (string | undefined)[],
  results: readonly Summarized[],
): string | "unequal" | undefined {
  const at = texts.flatMap((text, i) => (text === undefined ? [] : [i]));
  if (at.length < 2 || new Set(at.map((i) => texts[i])).size === 1) return undefined;
  if (new Set(at.map((i) => summaries[i]!.counts.scored)).size > 1) return "unequal";
  const sign = results[at[0]!]!.direction(metric) === "higher" ? 1 : -1;
  return texts[at.reduce((a, b) => (sign * (summaries[b]!.mean! - summaries[a]!.mean!) > 0 ? b : a))];
}
