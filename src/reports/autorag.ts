/** The summary.csv that AutoRAG writes for a node: a row per module, a column per metric. */
import type { QueryId } from "../core/ids.ts";
import type { Score } from "../core/score.ts";
import { numpySum, pandasRow, pythonFloat } from "./_python.ts";

/** What is read of a Result of the dialect autorag. */
interface AutoragResult {
  readonly queries: readonly QueryId[];
  /** As they were asked for, in the order of the columns. */
  readonly metrics: readonly string[];
  score(query: QueryId, metric: string): Score;
}

export interface AutoragRow {
  /** 0.parquet */
  readonly filename: string;
  readonly result: AutoragResult;
  /** Cells of AutoRAG's own summary, if there is one. */
  readonly known?: Readonly<Record<string, string>>;
  /** Did AutoRAG choose this one? Where no row says so, the best is found as its strategy "mean" finds it. */
  readonly isBest?: boolean;
}

/**
 * The text of summary.csv. `prefix`: the prefix of metric names, such as passage_reranker_.
 * A mean leaves out the queries that AutoRAG skips, and is blank where it skips all.
 * @example autoragSummary([{ filename: "0.parquet", result, isBest: true }])
 */
export function autoragSummary(rows: readonly AutoragRow[], prefix = ""): string {
  const metrics = [...new Set(rows.flatMap(({ result }) => result.metrics))];
  const best = rows.some(({ isBest }) => isBest === true)
    ? rows.findIndex(({ isBest }) => isBest === true)
    : bestByMean(rows, metrics);
  const own = ["module_name", "module_params", "execution_time"];
  const lines = [["filename", ...own, ...metrics.map((name) => prefix + name), "is_best"]];
  rows.forEach(({ filename, result, known = {} }, i) => {
    const means = metrics.map((name) => {
      const mean = meanOf(valuesOf(result, name));
      return mean === undefined ? "" : pythonFloat(mean);
    });
    lines.push([filename, ...own.map((name) => known[name] ?? ""), ...means, i === best ? "True" : "False"]);
  });
  return lines.map((cells) => pandasRow(cells, ",")).join("");
}

/** By query; undefined where AutoRAG has None. */
function valuesOf(result: AutoragResult, metric: string): (number | undefined)[] {
  if (!result.metrics.includes(metric)) return result.queries.map(() => undefined);
  return result.queries.map((query) => {
    const score = result.score(query, metric);
    return score.status === "scored" ? score.value : undefined;
  });
}

/** As pandas: what is missing is left out. */
function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const there = values.filter((value) => value !== undefined);
  return there.length === 0 ? undefined : numpySum(there) / there.length;
}

/** The mean over queries of the mean over metrics; the first of equals. */
function bestByMean(rows: readonly AutoragRow[], metrics: readonly string[]): number {
  const means = rows.map(({ result }) => {
    const columns = metrics.map((name) => valuesOf(result, name));
    return meanOf(result.queries.map((_, q) => meanOf(columns.map((column) => column[q])))) ?? -1;
  });
  return means.indexOf(Math.max(...means));
}
