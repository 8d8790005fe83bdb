/** Metrics by name: the built-in ones, and those that users define. */
import { checkShape } from "../../core/define-metric.ts";
import type { Metric } from "../../core/metric.ts";
import { type NameTable, nameTable } from "../../core/metric-grammar.ts";
import { ap } from "../../metrics/ap.ts";
import { hit } from "../../metrics/hit.ts";
import { metrics } from "../../metrics/index.ts";
import { ndcg } from "../../metrics/ndcg.ts";
import { precision } from "../../metrics/precision.ts";
import { recall } from "../../metrics/recall.ts";
import { rr } from "../../metrics/rr.ts";

/** Looked up first: the program loads the other metrics when one of them is asked for. */
const COMMON: readonly Metric[] = [recall, precision, hit, rr, ap, ndcg];

/** `define`: metrics that users define, by name; `given`: metrics that stand where a name could. */
export function namedMetrics(define: readonly Metric[], given: readonly Metric[]): NameTable {
  if (define.length + given.length > 0) return withOwn(define, given);
  const common = nameTable(COMMON);
  let all: NameTable | undefined;
  const names = (): NameTable => (all ??= nameTable(metrics));
  return { get: (name) => common.get(name) ?? names().get(name), keys: () => names().keys() };
}

function withOwn(define: readonly Metric[], given: readonly Metric[]): NameTable {
  for (const metric of [...given, ...define]) if (!metrics.includes(metric)) checkShape(metric);
  const own = given.filter((metric) => !define.includes(metric) && !metrics.includes(metric));
  return nameTable([...metrics, ...define, ...own]);
}
