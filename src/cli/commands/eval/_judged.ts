/** Metrics that need a judge, when none was run. */

import type { Problem } from "../../../core/problem.ts";
import { type AskedMetrics, Planner } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import { ownMetrics } from "../../shared/own-metrics.ts";
import { evalProblem } from "./problems.ts";

export interface WithoutJudged {
  readonly asked: AskedMetrics & Rules;
  /** Metrics that were skipped or are not part of the dialect. */
  readonly problem?: Problem;
}

/** Does anything have to be judged before scoring? */
export const needsJudge = (asked: AskedMetrics & Rules): boolean =>
  new Planner(asked).plans().some(({ metric }) => metric.kind === "judged");

/** The dialect's default metrics that need no judge. Metrics named by the user are always included. */
export function withoutJudged(asked: AskedMetrics & Rules): WithoutJudged {
  if (asked.as === undefined) return { asked };
  if (asked.metrics !== undefined) {
    const problem = ownMetrics(asked);
    return problem === undefined ? { asked } : { asked, problem };
  }
  const planner = new Planner(asked);
  const plans = planner.plans();
  const judged = plans.filter(({ metric }) => metric.kind === "judged");
  if (judged.length === 0) return { asked };
  const fields = { tool: planner.as.tool, dialect: asked.as, names: judged.map(({ key }) => key) };
  if (judged.length === plans.length) throw evalProblem.error("needs-judge/all", fields);
  return {
    asked: { ...asked, metrics: plans.filter((plan) => !judged.includes(plan)).map(({ key }) => key) },
    problem: evalProblem("needs-judge/some", { ...fields, of: plans.length }),
  };
}
