/** Failures of a judge are shown when it is asked, and come again with the results: show them once. */
import type { Problem } from "../../core/problem.ts";

/** A result's Problems without those already shown by the judge. */
export function withoutJudgeProblems(problems: readonly Problem[], shown: readonly Problem[]): Problem[] {
  const codes = new Set(shown.map(({ code }) => code));
  return problems.filter(
    ({ code, at, count }) => !codes.has(code) || (at?.query === undefined && count === undefined),
  );
}
