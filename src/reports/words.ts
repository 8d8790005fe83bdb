/** Reasons in words. */
import type { Because, Facet, Score, Summary } from "../core/score.ts";
import { oneLine } from "../text/width.ts";
import type { Reported } from "./model.ts";

export const BECAUSE_WORDS: Readonly<Record<Because, string>> = {
  "no-relevant": "no relevant documents in the gold",
  "no-nonrelevant": "no judged non-relevant documents in the gold",
  "empty-ranking": "nothing was retrieved",
  "nothing-to-judge": "there is nothing to judge",
  "tool-none": "the tool returns None",
  "tool-nan": "the tool returns NaN",
  "tool-absent": "the tool leaves it out",
  "tool-raises": "the tool stops with an error",
};

const FACET_WORDS: Readonly<Record<Facet, string>> = {
  ranking: "the query is not in the run",
  grades: "the gold has no single documents or grades",
  groups: "the gold has no groups",
  hops: "the gold has no such hop",
  forbidden: "the gold has no forbidden documents",
  texts: "the gold or the hits have no texts",
  spans: "the gold or the hits have no source spans",
  known: "the gold of the other queries is not known",
  verdicts: "the judgement has no verdicts on the contexts",
  responseVerdicts: "the judgement has no verdicts on the response",
  claims: "the judgement has no claims of a reference",
  statements: "the judgement has no statements of the contexts",
  entities: "the judgement has no entities of a reference",
  ratings: "the judgement has no ratings",
  responseClaims: "the judgement has no claims of a response",
  responseRelevant: "the judgement does not say which claims of the response are relevant",
  questionVerdicts: "the judgement does not say which contexts help with the question",
  support: "the judgement does not say which context supports which claim",
};

/** Why there is no value. */
export function whyNot(score: Exclude<Score, { status: "scored" }>): string {
  if (score.status === "undefined") return BECAUSE_WORDS[score.because];
  if (score.status === "failed") return score.problem.what;
  return score.missing.map((facet) => FACET_WORDS[facet]).join("; ");
}

/** "no mean", and why. */
export const noMean = (summary: Summary | undefined, result: Pick<Reported, "queries" | "score">): string => {
  if (summary === undefined) return "it was not computed";
  const { because, counts, metric } = summary;
  if (because === "failed" || (counts.scored === 0 && because === "nothing-to-judge"))
    return `no mean: ${commonReason(result, metric) ?? "no query has a score"}`;
  return because === undefined ? "no mean" : `no mean: ${BECAUSE_WORDS[because]}`;
};

/** Why most queries have no score. */
function commonReason(result: Pick<Reported, "queries" | "score">, metric: string): string | undefined {
  const counts = new Map<string, number>();
  for (const query of result.queries) {
    const score = result.score(query, metric);
    if (score.status === "scored") continue;
    const why = oneLine(whyNot(score));
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  let most: readonly [why: string | undefined, count: number] = [undefined, 0];
  for (const one of counts) if (one[1] > most[1]) most = one;
  return most[0];
}
