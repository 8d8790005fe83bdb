/** Cells without a value, in a form that programs can read. */
import type { Score } from "../core/score.ts";

/** The reason: a Because, the facets that are missing, or the code of a Problem. */
export function reasonOf(score: Exclude<Score, { status: "scored" }>): string {
  if (score.status === "undefined") return score.because;
  return score.status === "failed" ? score.problem.code : score.missing.join("+");
}
