/** The metrics of a page. */
import { type MetricCall, type NameTable, nameTable, parseMetric } from "../../core/metric-grammar.ts";
import { GoldieError } from "../../core/problem.ts";
import { metrics as known } from "../../metrics/index.ts";
import type { Reported, RunReport } from "../model.ts";
import { metricIn } from "./_runs.ts";
import type { MetricView } from "./model.ts";

/** Those with a score by query, of all runs; of means alone, all. */
export function metricViews(runs: readonly RunReport[], headline?: string): readonly MetricView[] {
  const names = new Map<string, Reported>();
  for (const { result } of runs) {
    const others = new Set(names.values());
    for (const metric of result.hasRows ? result.rowMetrics : result.metrics)
      if (![...others].some((other) => metricIn(other, metric) !== undefined)) names.set(metric, result);
  }
  const table = nameTable(known);
  const all = [...names].map(([name, result]) => ({ result, view: metricView(name, result, table) }));
  // A tool may begin with counts, which are neither good nor bad.
  const first = all.find(({ result, view: { name } }) =>
    headline === undefined ? result.aggregate(name) === "mean" : name === headline,
  );
  const views = all.map(({ view }) => view);
  return first === undefined ? views : [first.view, ...views.filter((one) => one !== first.view)];
}

function metricView(name: string, result: Reported, table: NameTable): MetricView {
  const call = callOf(name, result, table);
  const range = result.range(name) ?? call?.metric.range;
  const k = call?.params["k"];
  return {
    name,
    ...(call === undefined ? {} : { about: call.metric.definition }),
    direction: result.hasRows ? result.direction(name) : (call?.metric.direction ?? "higher"),
    yesNo: result.yesNo(name),
    ...(range === undefined || !range.every(Number.isFinite) ? {} : { range }),
    ...(typeof k === "number" ? { k } : {}),
  };
}

/** What it is in Goldie's terms; undefined for a metric of the user's own. */
function callOf(name: string, { rules }: Reported, table: NameTable): MetricCall | undefined {
  const printed = rules["metrics"];
  const own = typeof printed === "object" && printed !== null ? Object.entries(printed) : [];
  const text: unknown = own.find(([key]) => key === name)?.[1];
  try {
    return parseMetric(typeof text === "string" ? text : name, table);
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}
