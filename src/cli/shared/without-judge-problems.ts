/** What a judge failed in is shown where it is asked, and comes again with the result of its records: once is enough. */
import type { Problem } from "../../core/problem.ts";

/** Those of a result's Problems that the judge has not shown already. */
export function withoutJudgeProblems(problems: readonly Problem[], shown: readonly Problem[]): Problem[] {
  const codes = new Set(shown.map(({ code }) => code));
  return problems.filter(
    ({ code, at, count }) => !codes.has(code) || (at?.query === undefined && count === undefined),
  );
}
