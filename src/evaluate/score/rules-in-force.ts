/** Every rule that a result was made by, for people and programs to read. */
import { printMetric } from "../../core/metric-grammar.ts";
import type { JoinRule, MatchRule } from "../../core/rules.ts";
import { idRuleName } from "../../match/ids/parse.ts";
import type { AskedMetrics, Plan, Planner } from "../plan/plan.ts";
import type { Rules } from "../plan/rules.ts";

/** `byMetric` if a metric has its own rules; `metrics`: each one in Goldie's terms. */
export function rulesInForce(
  planner: Planner,
  plans: readonly Plan[],
  asked: AskedMetrics & Rules,
): Readonly<Record<string, unknown>> {
  const base = planner.as;
  const common: Record<string, unknown> = {
    ...flat(base.join),
    missing: base.average.missing,
    undefined: base.average.undefined,
  };
  for (const field of Object.keys(common))
    if ((asked as Record<string, unknown>)[field] !== undefined)
      common[field] = field === "match" ? printed(asked.match!) : (asked as Record<string, unknown>)[field];
  const byMetric: Record<string, unknown> = {};
  for (const plan of plans) {
    const own: Record<string, unknown> = {
      ...flat(plan.join),
      missing: plan.average.missing,
      undefined: plan.average.undefined,
    };
    const differs = Object.fromEntries(
      Object.entries(own).filter(([field, x]) => JSON.stringify(x) !== JSON.stringify(common[field])),
    );
    if (plan.dialect !== base) differs.as = plan.dialect.id;
    if (plan.average.round !== undefined) differs.round = plan.average.round;
    if (plan.average.scale !== 1) differs.scale = plan.average.scale;
    if (plan.average.as !== "mean") differs.aggregate = plan.average.as;
    if (Object.keys(differs).length > 0) byMetric[plan.key] = differs;
  }
  return {
    as: base.id,
    ...(asked.options === undefined ? {} : { options: asked.options }),
    ...common,
    ...(Object.keys(byMetric).length > 0 ? { byMetric } : {}),
    metrics: Object.fromEntries(plans.map((plan) => [plan.key, printMetric(plan)])),
  };
}

const flat = ({ match, ...rest }: JoinRule): Record<string, unknown> => ({ match: printed(match), ...rest });

/** JSON has no functions. */
const printed = (match: MatchRule): MatchRule =>
  "ids" in match ? { ...match, ids: idRuleName(match.ids) } : match;
