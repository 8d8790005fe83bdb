/** The best of several settings, and how far that can be believed. */
import type { Problem } from "../../core/problem.ts";
import { pairedSides } from "../compare/compare.ts";
import { asFamily } from "../compare/family.ts";
import { CONFIDENCE, verdictOf } from "../compare/verdict.ts";
import type { Result } from "../score/result.ts";
import { onSameQueries } from "./_same-queries.ts";
import { selectProblem } from "./problems.ts";

export interface BestSetting {
  readonly name: string;
  readonly metric: string;
  readonly mean: number;
  /** How many others it was compared with. */
  readonly comparisons: number;
  /** Others that are not clearly worse, after Holm's correction for all comparisons. */
  readonly notClearlyWorse: readonly string[];
  /** Settings that took no part, because they have scores of fewer queries. */
  readonly leftOut: readonly string[];
  readonly problems: readonly Problem[];
}

/** By the mean of one metric over the same queries; of equal means the first. Undefined where none has a mean. */
export function bestSetting(results: readonly Result[], metric: string): BestSetting | undefined {
  const { kept: known, queries, leftOut } = onSameQueries(results, metric);
  const [first] = known;
  if (first === undefined) return undefined;
  const sign = first.result.direction(metric) === "higher" ? 1 : -1;
  const best = known.reduce((a, b) => (sign * (b.mean - a.mean) > 0 ? b : a));
  const others = known.filter(({ result }) => result !== best.result).map(({ result }) => result);
  const verdicts = asFamily(
    others.map((other) =>
      verdictOf(pairedSides(best.result, other, [metric]).paired[0]!, { details: false }),
    ),
    CONFIDENCE,
  );
  const rivals = others.filter((_, i) => verdicts[i]!.call !== "worse").map(({ name }) => name);
  const { name } = best.result;
  const fields = { best: name, metric, settings: known.length };
  const equals = known.filter(({ mean }) => mean === best.mean).map(({ result }) => result.name);
  const closeness = (): Problem[] => {
    if (rivals.length === 0) return [];
    // Nobody is best.
    if (rivals.length === equals.length - 1) return [selectProblem("same-score", { names: equals, metric })];
    const rival = rivals.length === 1 ? { rival: rivals[0]! } : {};
    return [selectProblem("close-call", { ...fields, rivals: rivals.length, ...rival })];
  };
  return {
    name,
    metric,
    mean: best.mean,
    comparisons: others.length,
    notClearlyWorse: rivals,
    leftOut: leftOut.map((one) => one.name),
    problems: [
      ...leftOut.map((one) =>
        selectProblem("fewer-queries", { name: one.name, metric, scored: one.queries, queries }),
      ),
      ...closeness(),
      ...(known.length > 2 ? [selectProblem("many-settings", fields)] : []),
    ],
  };
}
