/** The differences that a table of several runs shows beside its means: the verdicts of `compare`, without the details. */
import type { Result } from "../score/result.ts";
import { type ComparedResult, comparableMetrics, pairedSides } from "./compare.ts";
import type { MetricVerdict } from "./comparison.ts";
import { asFamily } from "./family.ts";
import { CONFIDENCE, verdictOf } from "./verdict.ts";

export type DifferingRun = Omit<
  ComparedResult,
  "tags" | "tagged" | "rules" | "keyOf" | "places" | "ifUnjudgedRelevant"
> &
  Pick<Result, "hasRows" | "meanName">;

/** By result, its verdicts against the first one, by the names of the means. Empty for the first, and where there is nothing to compare. */
export function differencesTo(
  results: readonly DifferingRun[],
): readonly ReadonlyMap<string, MetricVerdict>[] {
  const [first, ...others] = results;
  if (first === undefined || others.length === 0 || results.some(({ hasRows }) => !hasRows))
    return results.map(() => new Map());
  const { metrics } = comparableMetrics(results);
  const all = others.flatMap((other) => pairedSides(first, other, metrics).paired);
  const verdicts = asFamily(
    all.map((pairs) => verdictOf(pairs, { details: false })),
    CONFIDENCE,
  );
  const names = metrics.map((metric) => first.meanName(metric));
  return results.map(
    (_, i) => new Map(i === 0 ? [] : names.map((name, m) => [name, verdicts[(i - 1) * names.length + m]!])),
  );
}
