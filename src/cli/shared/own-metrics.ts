/** Goldie metrics requested under another tool's name must not be taken for the tool's. */

import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import { type AskedMetrics, Planner } from "../../evaluate/plan/plan.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import { sharedProblem, type UnknownOfDialect } from "./_problems.ts";

/**
 * Rejects a judged metric that the dialect does not have: Ragas' answer_relevancy is not Goldie's answer-relevancy.
 * Metrics over ids and ranks may be computed with a tool's rules, with a warning.
 */
export function ownMetrics(asked: AskedMetrics & Rules): Problem | undefined {
  const { as, metrics = [] } = asked;
  if (as === undefined) return undefined;
  const planner = new Planner(asked);
  const own: string[] = [];
  for (const name of [metrics].flat()) {
    if (typeof name !== "string" || /^[a-z][a-z0-9_-]*:/.test(name)) continue;
    const unknown = refusalOf(() => planner.parse(`${as}:${name}`));
    if (unknown === undefined) continue;
    if (unknown.reason === "not-reproduced") throw new GoldieError(unknown);
    const plans = planner.parse(name);
    if (plans.every(({ dialect }) => dialect.id === "textbook")) continue;
    if (plans.some(({ metric }) => metric.kind === "judged"))
      throw sharedProblem.error("unknown-metric/own-judged", {
        ...(unknown.fields as unknown as UnknownOfDialect),
        own: name,
      });
    own.push(name);
  }
  if (own.length === 0) return undefined;
  return sharedProblem("own-metric", { tool: planner.as.tool, dialect: as, names: own });
}

function refusalOf(parse: () => unknown): Problem | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code === "unknown-metric") return error.problem;
    throw error;
  }
}
