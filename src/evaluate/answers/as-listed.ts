/** Answers are ranked by the order of their lists. */
import { type AskedMetrics, Planner } from "../plan/plan.ts";
import type { Rules } from "../plan/rules.ts";

/** Under a dialect that sorts by score, too, the list is the ranking: many scores are distances. */
export function asListed<T extends AskedMetrics & Rules>(asked: T): T {
  if (asked.order !== undefined) return asked;
  const sorts = new Planner(asked).plans().some(({ join }) => join.order !== "input");
  return sorts ? { ...asked, order: "given" } : asked;
}
