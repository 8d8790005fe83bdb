import { defineMetric } from "../core/define-metric.ts";
import { ratio } from "../core/derivation.ts";
import { emptyRanking, scored } from "../core/score.ts";
import { nothingRetrieved } from "./_explain.ts";
import { cutoff } from "./_params.ts";
import {
  explainSpans,
  foundIn,
  foundTerms,
  repeated,
  retrievedIn,
  retrievedTerms,
  scoreSpans,
  spanMatch,
} from "./_spans.ts";

export const spanPrecision = defineMetric({
  kind: "computed",
  id: "span-precision",
  title: "Span precision",
  definition:
    "How much of the text of the first k hits is gold, in characters or in lines; the rest is filler in the prompt.",
  formula: "size of (gold ∩ first k hits) / size of the first k hits",
  steps: [
    "Map the gold spans and the spans of the first k hits onto their documents.",
    "Add up the gold text that the hits contain; text that several hits contain counts once.",
    "Divide by the size of the first k hits; text that several of them contain counts once, or each time.",
  ],
  cite: "Smith and Troynikov, Evaluating Chunking Strategies for Retrieval, Chroma, 2024 (precision; repeated=each)",
  params: { k: cutoff, repeated },
  at: "k",
  needs: ["spans"],
  match: spanMatch,
  direction: "higher",
  range: [0, 1],
  best: "the first k hits hold nothing but gold",
  worst: "no hit among the first k holds any gold",
  aggregate: "mean",
  laws: ["ignores-below-k", "top-when-ideal", "rename-safe"],
  compute: (r, { k, repeated }) =>
    scoreSpans(r, k, (spans, n) => {
      const retrieved = retrievedIn(spans, n, repeated);
      return retrieved === 0 ? emptyRanking : scored(foundIn(spans, n) / retrieved);
    }),
  explain: (r, { k, repeated }) =>
    explainSpans(r, k, (spans, n) =>
      retrievedIn(spans, n, repeated) === 0
        ? nothingRetrieved
        : ratio("span-precision", foundTerms(spans, n), retrievedTerms(spans, n, repeated)),
    ),
});
