import { rulesThatDiffer } from "../compare/rules-that-differ.ts";
import type { Result } from "../score/result.ts";
import { gateProblem } from "./problems.ts";
import { type GateRule, metricsOf } from "./rules.ts";

/** Scores under other rules cannot be compared. */
export function checkSameRules(baseline: Result, result: Result, rules: readonly GateRule[]): void {
  const metrics = metricsOf(rules);
  for (const metric of metrics)
    if (!has(baseline, metric))
      throw gateProblem.error("baseline-lacks-metric", { metric, metrics: baseline.rowMetrics });
  const [before, now] = [baseline.rules, result.rules];
  const [option] = rulesThatDiffer(baseline, result, metrics);
  if (option !== undefined)
    throw gateProblem.error("baseline-other-rules", {
      option,
      baseline: JSON.stringify(before[option]) ?? "another definition",
      run: JSON.stringify(now[option]) ?? "another definition",
    });
}

function has(result: Result, metric: string): boolean {
  try {
    result.column(metric);
    return true;
  } catch {
    return false;
  }
}
