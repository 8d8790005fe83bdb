/** What a judge failed in is told where it is asked, and again by whoever scores its records: once is enough. */
import type { Problem } from "../../core/problem.ts";

/** Of the Problems of a result, those that were not told as the judge's own. */
export function untold(problems: readonly Problem[], told: readonly Problem[]): Problem[] {
  const codes = new Set(told.map(({ code }) => code));
  return problems.filter(
    ({ code, at, count }) => !codes.has(code) || (at?.query === undefined && count === undefined),
  );
}
