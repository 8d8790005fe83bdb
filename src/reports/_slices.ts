/** The means of the queries that share a value of a tag, as cells. */
import { queriesIn } from "./_counts.ts";
import { meanText, summaryColumns, withinText } from "./_summary.ts";
import type { Reported } from "./model.ts";

interface SliceRow {
  readonly value: string;
  readonly run: string;
  readonly queries: number;
  /** By metric; where not all queries have a score, with the number of those that have. */
  readonly means: readonly string[];
}
export interface Slices {
  readonly metrics: readonly string[];
  /** By value, the runs in their order. */
  readonly rows: readonly SliceRow[];
  /** Some means are of fewer queries than their row says. */
  readonly partial: boolean;
}

export function slicesOf(
  results: readonly Pick<Reported, "name" | "summary" | "slices">[],
  tag: string,
  digits?: number,
): Slices {
  const metrics = summaryColumns(results).map(({ metric }) => metric);
  const byValue = new Map<string, SliceRow[]>();
  let partial = false;
  for (const result of results)
    for (const [value, summaries] of result.slices(tag)) {
      const queries = summaries.length === 0 ? 0 : queriesIn(summaries[0]!);
      const means = metrics.map((metric) => {
        const summary = summaries.find((one) => one.metric === metric);
        const mean = meanText(summary, digits) ?? "–";
        const within =
          summary?.mean === undefined ? undefined : withinText(summary.mean, summary.interval, digits);
        const text = within === undefined ? mean : `${mean} ${within}`;
        if (summary === undefined || summary.counts.scored === queries) return text;
        partial = true;
        return `${text} (${summary.counts.scored})`;
      });
      byValue.set(value, [...(byValue.get(value) ?? []), { value, run: result.name, queries, means }]);
    }
  return { metrics, rows: [...byValue.values()].flat(), partial };
}

export const PARTIAL = "(n): only n of the queries have a score";
