import { defineMetric } from "../core/define-metric.ts";
import { ratio, value } from "../core/derivation.ts";
import { scored } from "../core/score.ts";
import { cutoff } from "./_params.ts";
import { explainSpans, foundIn, foundTerms, scoreSpans, spanMatch } from "./_spans.ts";

export const spanRecall = defineMetric({
  kind: "computed",
  id: "span-recall",
  title: "Span recall",
  definition:
    "How much of the gold spans the first k hits cover together, in characters or in lines. It does not matter how the documents were cut into hits.",
  formula: "size of (gold ∩ first k hits) / size of gold",
  steps: [
    "Map the gold spans and the spans of the first k hits onto their documents.",
    "Add up the gold text that the hits contain; text that several hits contain counts once.",
    "Divide by the size of the gold; text that several gold spans share counts once.",
  ],
  cite: "Smith and Troynikov, Evaluating Chunking Strategies for Retrieval, Chroma, 2024 (recall)",
  params: { k: cutoff },
  at: "k",
  needs: ["spans"],
  match: spanMatch,
  direction: "higher",
  range: [0, 1],
  best: "the first k hits hold all of the gold",
  worst: "no hit among the first k holds any of it",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  compute: (r, { k }) => scoreSpans(r, k, (spans, n) => scored(foundIn(spans, n) / spans.gold)),
  explain: (r, { k }) =>
    explainSpans(r, k, (spans, n) =>
      ratio("span-recall", foundTerms(spans, n), value("size of the gold", spans.gold)),
    ),
});
