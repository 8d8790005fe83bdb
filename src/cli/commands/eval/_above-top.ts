/** Means above the top of their metric's range, which some tools print: the reader must not take them for better than perfect. */
import { type AskedMetrics, type Plan, Planner } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import type { Result } from "../../../evaluate/score/result.ts";

const ROUNDING = 1e-9;

/** A sentence for each metric with such a mean. */
export function aboveTop(asked: AskedMetrics & Rules, results: readonly Result[]): string[] {
  return new Planner(asked).plans().flatMap((plan) => {
    const { key, metric, average } = plan;
    // Sums and geometric means have another range than the scores.
    if (average.as !== "mean") return [];
    const top = metric.range[1] * average.scale;
    const isAbove = (result: Result): boolean =>
      // The gold may have asked for other metrics.
      result.metrics.includes(key) && (result.mean(key).mean ?? 0) > top + ROUNDING;
    return results.some(isAbove)
      ? [`A ${key} above ${top} is not better than perfect: ${whyAbove(plan)}`]
      : [];
  });
}

/** The dialect's explanation, if one of its differences shows such a value. */
function whyAbove({ dialect, key, metric }: Plan): string {
  const shown = dialect.differs.find(
    (one) => one.metric === key && typeof one.value === "number" && one.value > metric.range[1],
  );
  return shown === undefined
    ? `${dialect.tool} computes it so that it can exceed ${metric.range[1]}.`
    : shown.says;
}
