import { GoldieError } from "./problem.ts";
import type { ProblemLog } from "./problem-log.ts";

/** Numbers from a file with broken lines would be numbers of another file: throws all that was heard, where an error is among it. */
export function refuseErrors(log: ProblemLog): void {
  if (log.errors === 0) return;
  const problems = log.list();
  throw new GoldieError(problems.find(({ level }) => level === "error")!, problems);
}
