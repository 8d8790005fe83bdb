import type { Patch } from "../../core/dialect.ts";
import type { Metric } from "../../core/metric.ts";
import type { MetricCall } from "../../core/metric-grammar.ts";
import type { AverageRule, Guard, JoinRule, Rounding, VerdictRule } from "../../core/rules.ts";
import type { Plan } from "./plan.ts";

type SettledRules = Pick<
  Plan,
  "join" | "average" | "verdicts" | "guard" | "otherwise" | "pass" | "zeroBelow" | "round"
>;

/** The rules of one metric: those of all patches, the last one first; `patch` is what the dialect says of this metric. */
export function settledRules(
  patches: readonly Patch[],
  patch: Patch,
  metric: Metric,
  parse: (text: string) => MetricCall,
): SettledRules {
  const merged = <T>(field: "join" | "average" | "verdicts" | "otherwise"): T =>
    Object.assign({}, ...patches.map((p) => p[field])) as T;
  const last = <T>(field: "guard" | "pass" | "zeroBelow" | "round"): T | undefined =>
    patches.reduce<T | undefined>((x, p) => (p[field] as T | undefined) ?? x, undefined);
  const join = merged<JoinRule>("join");
  const match = metric.kind === "computed" ? metric.match : undefined;
  const average = merged<AverageRule>("average");
  const pass = last<number>("pass");
  const zeroBelow = last<number>("zeroBelow");
  const round = last<Rounding>("round");
  return {
    // A text metric reads texts its own way, regardless of the match rule, unless the tool defines it.
    join: match !== undefined && patch.join?.match === undefined ? { ...join, match } : join,
    average:
      metric.aggregate !== "mean" && average.as === "mean" && patch.average?.as === undefined
        ? { ...average, as: metric.aggregate }
        : average,
    verdicts: merged<VerdictRule>("verdicts"),
    guard: (last<readonly Guard[]>("guard") ?? []).map(({ when, then: given }) => {
      const then = "is" in given ? parse(given.is) : given;
      return { when, then };
    }),
    otherwise: merged<Plan["otherwise"]>("otherwise"),
    ...(pass === undefined ? {} : { pass }),
    ...(zeroBelow === undefined ? {} : { zeroBelow }),
    ...(round === undefined ? {} : { round }),
  };
}
