/** The means of the queries that share a value of a tag, as cells. */
import { queriesIn } from "./_counts.ts";
import { numberText } from "./_number-text.ts";
import { meanText, summaryColumns, withinTexts } from "./_summary.ts";
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
  const slices = results.flatMap((result) =>
    [...result.slices(tag)].map(([value, summaries]) => ({
      value,
      run: result.name,
      queries: summaries.length === 0 ? 0 : queriesIn(summaries[0]!),
      summaries: metrics.map((metric) => summaries.find((one) => one.metric === metric)),
    })),
  );
  const columns = metrics.map((_, m) =>
    withinTexts(
      slices.map(({ summaries }) => {
        const { mean, interval } = summaries[m] ?? {};
        return mean === undefined ? undefined : { value: mean, interval };
      }),
      (value) => numberText(value, digits),
    ),
  );
  let partial = false;
  const byValue = new Map<string, SliceRow[]>();
  slices.forEach(({ value, run, queries, summaries }, row) => {
    const means = summaries.map((summary, m) => {
      const mean = meanText(summary, digits) ?? "–";
      const within = columns[m]![row];
      const text = within === undefined ? mean : `${mean} ${within}`;
      if (summary === undefined || summary.counts.scored === queries) return text;
      partial = true;
      return `${text} (${summary.counts.scored})`;
    });
    byValue.set(value, [...(byValue.get(value) ?? []), { value, run, queries, means }]);
  });
  return { metrics, rows: [...byValue.values()].flat(), partial };
}

export const PARTIAL = "(n): only n of the queries have a score";
