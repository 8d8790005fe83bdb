import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { scored } from "../core/score.ts";
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

export const spanIou = defineMetric({
  kind: "computed",
  id: "span-iou",
  title: "Intersection over union of spans",
  definition:
    "What the first k hits and the gold share, divided by what is in either, in characters or in lines. It falls for gold that was missed and for text that was not asked for.",
  formula: "size of (gold ∩ first k hits) / size of (gold ∪ first k hits)",
  steps: [
    "Map the gold spans and the spans of the first k hits onto their documents.",
    "Add up the gold text that the hits contain; text that several hits contain counts once.",
    "Divide by the size of the first k hits and of the gold that none of them holds.",
  ],
  cite: "Smith and Troynikov, Evaluating Chunking Strategies for Retrieval, Chroma, 2024 (IoU; repeated=each)",
  params: { k: cutoff, repeated },
  at: "k",
  needs: ["spans"],
  match: spanMatch,
  direction: "higher",
  range: [0, 1],
  best: "the first k hits hold all of the gold and nothing else",
  worst: "no hit among the first k holds any gold",
  aggregate: "mean",
  laws: ["ignores-below-k", "rename-safe"],
  compute: (r, { k, repeated }) =>
    scoreSpans(r, k, (spans, n) => {
      const found = foundIn(spans, n);
      return scored(found / (retrievedIn(spans, n, repeated) + (spans.gold - found)));
    }),
  explain: (r, { k, repeated }) =>
    explainSpans(r, k, (spans, n) =>
      ratio(
        "span-iou",
        foundTerms(spans, n),
        sum("retrieved or gold", [
          retrievedTerms(spans, n, repeated),
          value("gold that was not found", spans.gold - foundIn(spans, n)),
        ]),
      ),
    ),
});
