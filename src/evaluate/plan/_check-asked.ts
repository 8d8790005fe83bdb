import type { AskedMetrics } from "./plan.ts";
import { planProblem } from "./problems.ts";

/** What TypeScript would not let through. */
export function checkAsked({ metrics, options, define, comparableScores }: AskedMetrics): void {
  const wrong = (option: "metrics" | "options" | "define" | "comparableScores"): never => {
    throw planProblem.error("bad-option/asked", { option });
  };
  const isName = (m: unknown) =>
    typeof m === "string" || (typeof m === "object" && m !== null && "compute" in m);
  if (
    metrics !== undefined &&
    typeof metrics !== "string" &&
    !(Array.isArray(metrics) && metrics.every(isName))
  )
    wrong("metrics");
  if (options !== undefined && !(Array.isArray(options) && options.every((o) => typeof o === "string")))
    wrong("options");
  if (define !== undefined && !Array.isArray(define)) wrong("define");
  if (comparableScores !== undefined && typeof comparableScores !== "boolean") wrong("comparableScores");
}
