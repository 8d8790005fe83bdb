import type { JudgedRanking } from "../core/ranking.ts";

/**
 * The first hits of a ranking as one character each, as trec_eval's relstring shows them:
 * the grade, ">" above 9, "." where it was judged below 0, "-" where it is unjudged.
 */
export function relstring(r: JudgedRanking, hits = 10): string {
  let text = "";
  for (let i = 0; i < Math.min(hits, r.length); i++) {
    const grade = Math.trunc(r.grades[i]!);
    text += r.judged[i] === 0 ? "-" : grade < 0 ? "." : grade > 9 ? ">" : String(grade);
  }
  return text;
}
