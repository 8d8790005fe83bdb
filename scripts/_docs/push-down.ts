/** What engines compute where the rows are: `<!-- pushed-rules -->` and `<!-- pushed-metrics -->` of a page. */
import type { ComputedMetric } from "../../src/core/metric.ts";
import { metrics } from "../../src/metrics/index.ts";
import { JOIN_PUSHED, type PushedDown } from "../../src/sql/push-down.ts";
import { code, table } from "./markdown.ts";

const said = (pushed: PushedDown): string => {
  if (typeof pushed === "object") return `no: ${pushed.why}`;
  if (pushed === "rank") return "with a column of ranks";
  return pushed === "gold" ? "where goldie sends the gold" : "yes";
};

export const pushedRules = (): string =>
  table(
    ["rule", "value", "pushed down"],
    Object.entries(JOIN_PUSHED).flatMap(([rule, values]) =>
      Object.entries(values).map(([value, pushed]) => [code(rule), value, said(pushed)]),
    ),
  );

export function pushedMetrics(): string {
  const computed = metrics.filter((metric): metric is ComputedMetric => metric.kind === "computed");
  const list = (some: readonly ComputedMetric[]) => some.map(({ id }) => code(id)).join(", ");
  const pushed = computed.filter(({ pushDown }) => pushDown !== undefined);
  const others = computed.filter(({ pushDown }) => pushDown === undefined);
  return [
    `Pushed down (${pushed.length}): ${list(pushed)}.`,
    `Only with \`--pull\` (${others.length}): ${list(others)}.`,
  ].join("\n\n");
}
