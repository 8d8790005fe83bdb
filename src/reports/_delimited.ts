/** Rows of cells as RFC 4180 has them: with a comma between them and CRLF behind, or with a tab and LF, as tables on Unix have. */
import type { Summary } from "../core/score.ts";
import type { MetricVerdict } from "../evaluate/compare/comparison.ts";
import { SCORED } from "../evaluate/score/summarize.ts";
import { CONTRADICTED, contradictedCells, contradictedCount } from "./_contradicted.ts";
import { correctedFigures } from "./_corrected.ts";
import { COUNTED, queriesIn } from "./_counts.ts";
import { meanDifferences } from "./_differences.ts";
import { reasonOf } from "./_states.ts";
import { resultsOf } from "./_writer.ts";
import { type Report, type Reported, type ReportOptions, tagsOf } from "./model.ts";

/**
 * Without perQuery a row per run and metric, and per value of each tag: the columns are always the same.
 * With perQuery a row per run and query, a column per metric, and one for each tag that slices are made by. A cell
 * without a value is blank, and the column `states` says why. Where a context contradicts a claim, the last column has their ids.
 */
export function delimited(report: Report, { perQuery, by }: ReportOptions, separator: "," | "\t"): string {
  const results = resultsOf(report);
  const lines = perQuery
    ? queryRows(report, tagsOf(by))
    : [
        ...summaryRows(results, tagsOf(by)),
        ...correctedCells(report),
        ...contradictedRows(report),
        ...liveCells(report),
      ];
  return csvText(lines, separator);
}

/** Rows of cells as one text. */
export function csvText(lines: Iterable<readonly string[]>, separator: "," | "\t"): string {
  const end = separator === "," ? "\r\n" : "\n";
  let text = "";
  for (const cells of lines) text += `${cells.map((cell) => quoted(cell, separator)).join(separator)}${end}`;
  return text;
}

function* summaryRows(results: readonly Reported[], tags: readonly string[]): Iterable<readonly string[]> {
  yield ["run", "tag", "value", "metric", "mean", "because", "queries", ...COUNTED, ...SURE];
  const differences = meanDifferences(results);
  for (const [i, result] of results.entries()) {
    for (const summary of result.summary())
      yield [result.name, "", "", ...summaryCells(summary, differences[i]!.get(summary.metric))];
    for (const tag of tags)
      for (const [value, summaries] of result.slices(tag))
        for (const summary of summaries) yield [result.name, tag, value, ...summaryCells(summary, undefined)];
  }
}

/** Ends of the mean's interval; the difference to the first run, its interval, its p and what to make of it. */
const SURE = ["low", "high", "diff", "diff_low", "diff_high", "diff_p", "diff_call"];

/** Corrected means are rows like the others, of all queries that were judged. */
const correctedCells = (report: Report): string[][] =>
  correctedFigures(report).map(({ run, name, value, judged }) => [
    ...[run, "", "", name, String(value), "", String(judged), String(judged)],
    ...["0", "0", "0", "0", "0"],
    ...SURE.map(() => ""),
  ]);

/** A mean does not show that a context contradicts a claim: how many there are is a row like the others. */
const contradictedRows = ({ runs }: Report): string[][] =>
  runs.flatMap((run) => {
    const count = contradictedCount(run);
    const judged = String(run.judged?.records.length ?? 0);
    return count === 0
      ? []
      : [
          [
            ...[run.result.name, "", "", "contradicted_claims", String(count), "", judged, judged],
            ...["0", "0", "0", "0", "0"],
            ...SURE.map(() => ""),
          ],
        ];
  });

/** Latencies and counts of live runs are rows like the others. */
const liveCells = ({ runs }: Report): string[][] =>
  runs.flatMap(({ result: { name }, live }) => {
    if (live === undefined) return [];
    const { timing, answered, empty, failed, unasked } = live;
    const asked = answered + failed + unasked;
    const figures: (readonly [string, number, number])[] = [
      ["empty_lists", empty, asked],
      ["failed_queries", failed, asked],
      ...(timing === undefined
        ? []
        : (["p50", "p95", "p99"] as const).map((p) => [`latency_${p}_ms`, timing[p], timing.n] as const)),
    ];
    return figures.map(([metric, value, n]) => [
      ...[name, "", "", metric, String(value), "", String(n), String(n)],
      ...["0", "0", "0", "0", "0"],
      ...SURE.map(() => ""),
    ]);
  });

function summaryCells(summary: Summary, verdict: MetricVerdict | undefined): string[] {
  const { metric, mean, because, counts, interval } = summary;
  const numbers = [queriesIn(summary), ...COUNTED.map((name) => counts[name])];
  const sure = [
    ...(interval ?? [undefined, undefined]),
    verdict?.difference,
    ...(verdict?.interval ?? [undefined, undefined]),
    verdict?.adjustedP,
    verdict?.call,
  ];
  return [metric, mean, because, ...numbers, ...sure].map((cell) => (cell === undefined ? "" : String(cell)));
}

function* queryRows(report: Report, tags: readonly string[]): Iterable<readonly string[]> {
  const results = resultsOf(report);
  const contradicted = contradictedCells(report.runs);
  const more = contradicted === undefined ? [] : [CONTRADICTED];
  const metrics = [...new Set(results.flatMap((result) => result.rowMetrics))];
  const names = ["run", "query", ...metrics, "states", ...more];
  const tagNames = tags.map((tag) => (names.includes(tag) ? `tag ${tag}` : tag));
  yield ["run", "query", ...tagNames, ...metrics, "states", ...more];
  for (const [r, result] of results.entries()) {
    const own = new Set(result.rowMetrics);
    const tagged = tags.map((tag) => result.tagged(tag));
    const columns = metrics.map((metric) => (own.has(metric) ? result.column(metric) : undefined));
    for (const [i, query] of result.queries.entries()) {
      const states: string[] = [];
      const cells = metrics.map((metric, m) => {
        const column = columns[m];
        if (column?.states[i] === SCORED) return String(column.values[i]);
        states.push(`${metric}: ${column === undefined ? "not computed" : stateOf(result, query, metric)}`);
        return "";
      });
      const values = tagged.map((one) => one?.get(query) ?? "");
      yield [
        result.name,
        query,
        ...values,
        ...cells,
        states.join("; "),
        ...(contradicted === undefined ? [] : [contradicted[r]!(query)]),
      ];
    }
  }
}

function stateOf(result: Reported, query: string, metric: string): string {
  const score = result.score(query, metric);
  return score.status === "scored" ? score.status : `${score.status} ${reasonOf(score)}`;
}

/** What is read by programs keeps its characters: two ids stay two. */
const quoted = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\p{Cc}]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
