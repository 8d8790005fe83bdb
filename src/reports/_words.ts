/** Reasons in words. */
import type { Because, Facet, Score } from "../core/types.ts";

export const BECAUSE_WORDS: Readonly<Record<Because, string>> = {
  "no-relevant": "the gold has no relevant document",
  "no-nonrelevant": "the gold has no document that was judged not relevant",
  "empty-ranking": "nothing was retrieved",
  "nothing-to-judge": "there is nothing to judge",
  "tool-none": "the tool imitated gives None",
  "tool-nan": "the tool imitated gives NaN",
  "tool-absent": "the tool imitated leaves it out",
  "tool-raises": "the tool imitated raises an error",
};

const FACET_WORDS: Readonly<Record<Facet, string>> = {
  ranking: "the run lacks the query",
  grades: "the gold has no list of ids and no grades",
  groups: "the gold has no groups",
  texts: "the gold or the hits have no texts",
  spans: "the gold or the hits have no source spans",
  known: "the gold of the other queries is not known",
  verdicts: "no judgement has verdicts",
  responseVerdicts: "no judgement has verdicts on the response",
  claims: "no judgement has claims",
  statements: "no judgement has statements",
  entities: "no judgement has entities",
  ratings: "no judgement has ratings",
  responseClaims: "no judgement has claims of the response",
  responseRelevant: "no judgement says which claims of the response are relevant",
  questionVerdicts: "no judgement says which contexts help with the question",
  support: "no judgement says which context supports which claim",
};

/** Why there is no value. */
export function whyNot(score: Exclude<Score, { status: "scored" }>): string {
  if (score.status === "undefined") return BECAUSE_WORDS[score.because];
  if (score.status === "failed") return score.problem.what;
  return score.missing.map((facet) => FACET_WORDS[facet]).join("; ");
}
