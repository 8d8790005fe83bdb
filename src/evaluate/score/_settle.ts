/** Cells that are not for a query's score alone to decide: missing queries, blank gold, and what spoils a mean. */
import type { Poison } from "../../core/rules.ts";
import { type Score, scored, skipped, undefinedBecause } from "../../core/score.ts";
import type { ReadGold } from "../input/read-gold.ts";
import { type Plan, zeroOf } from "../plan/plan.ts";
import { conditions, type Facts } from "./_guards.ts";

/** A judged query that the run lacks. */
export function whenMissing(plan: Plan, score: Score): Score {
  switch (plan.average.missing) {
    case "leave-out":
    case "raise":
      return skipped("ranking");
    case "plain-zero":
      return scored(zeroOf(plan));
    case "compute":
      return score;
    default:
      // The score of an empty list, or 0 if that is undefined; undefined if 0 is the best score.
      return score.status === "undefined" &&
        score.because === "empty-ranking" &&
        plan.metric.direction === "higher"
        ? scored(zeroOf(plan))
        : score;
  }
}

/** A query whose gold holds nothing at all. */
export function whenBlank(plan: Plan, gold: ReadGold, score: Score): Score {
  const { blankGold } = plan.average;
  if (blankGold === undefined) return score;
  const { graded, relevant, groups } = gold;
  if ((graded?.grades.length ?? relevant?.length ?? groups?.length ?? 0) > 0) return score;
  return blankGold === "zero" ? scored(zeroOf(plan)) : undefinedBecause("tool-absent");
}

/** What one bad query makes of the whole. Of a query that the run lacks nothing was given, so there is only its score. */
export function poisonOf(plan: Plan, score: Score, facts: (() => Facts) | undefined): Score | undefined {
  const holds = (when: Poison): boolean => {
    if (score.status === "undefined" && score.because === when) return true;
    return (
      facts !== undefined &&
      Object.hasOwn(conditions, when) &&
      conditions[when as keyof typeof conditions](facts())
    );
  };
  return plan.average.poison?.find(({ when }) => holds(when))?.then;
}
