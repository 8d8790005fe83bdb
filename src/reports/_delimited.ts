/** Rows of cells as RFC 4180 has them: with a comma between them and CRLF behind, or with a tab and LF, as tables on Unix have. */
import type { Summary } from "../core/types.ts";
import { SCORED } from "../evaluate/summarize.ts";
import { COUNTED, queriesIn } from "./_counts.ts";
import { reasonOf } from "./_states.ts";
import type { Reported, ReportOptions } from "./_types.ts";

/**
 * Without perQuery a row per run and metric, and per value of the tag: the columns are the same whatever was asked for.
 * With perQuery a row per run and query, a column per metric. A cell without a value is blank, and the column `states`
 * says why.
 */
export function delimited(
  results: readonly Reported[],
  { perQuery, by }: ReportOptions,
  separator: "," | "\t",
): string {
  const lines = perQuery ? queryRows(results) : summaryRows(results, by);
  const end = separator === "," ? "\r\n" : "\n";
  let text = "";
  for (const cells of lines) text += `${cells.map((cell) => quoted(cell, separator)).join(separator)}${end}`;
  return text;
}

function* summaryRows(results: readonly Reported[], tag: string | undefined): Iterable<readonly string[]> {
  yield ["run", "tag", "value", "metric", "mean", "because", "queries", ...COUNTED];
  for (const result of results) {
    for (const summary of result.summary()) yield [result.name, "", "", ...summaryCells(summary)];
    if (tag === undefined) continue;
    for (const [value, summaries] of result.slices(tag))
      for (const summary of summaries) yield [result.name, tag, value, ...summaryCells(summary)];
  }
}

function summaryCells(summary: Summary): string[] {
  const { metric, mean, because, counts } = summary;
  const numbers = [queriesIn(summary), ...COUNTED.map((name) => counts[name])].map(String);
  return [metric, mean === undefined ? "" : String(mean), because ?? "", ...numbers];
}

function* queryRows(results: readonly Reported[]): Iterable<readonly string[]> {
  const metrics = [...new Set(results.flatMap((result) => result.rowMetrics))];
  yield ["run", "query", ...metrics, "states"];
  for (const result of results) {
    const own = new Set(result.rowMetrics);
    const columns = metrics.map((metric) => (own.has(metric) ? result.column(metric) : undefined));
    for (const [i, query] of result.queries.entries()) {
      const states: string[] = [];
      const cells = metrics.map((metric, m) => {
        const column = columns[m];
        if (column?.states[i] === SCORED) return String(column.values[i]);
        states.push(`${metric}: ${column === undefined ? "not computed" : stateOf(result, query, metric)}`);
        return "";
      });
      yield [result.name, query, ...cells, states.join("; ")];
    }
  }
}

function stateOf(result: Reported, query: string, metric: string): string {
  const score = result.score(query, metric);
  return score.status === "scored" ? score.status : `${score.status} ${reasonOf(score)}`;
}

// Quoting keeps tabs and line breaks; for other control characters the format has no words.
const CONTROL = /(?![\t\r\n])\p{Cc}/gu;

function quoted(cell: string, separator: string): string {
  const text = cell.replace(CONTROL, "\ufffd");
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
