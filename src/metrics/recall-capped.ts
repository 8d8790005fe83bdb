import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form } from "../core/form.ts";
import { noRelevant, scored } from "../core/score.ts";
import { belowPrecision, noRelevantDocument, relevantHits } from "./_explain.ts";
import { foundHits, ifNoRelevant, precisionDivisor } from "./_forms.ts";
import { cutoff, level } from "./_params.ts";
import { depth, found, precisionBelow, relevantTotal } from "./_ranks.ts";

export const recallCapped = defineMetric({
  kind: "computed",
  id: "recall-capped",
  aliases: ["r-cap", "recall-cap"],
  title: "Capped recall",
  definition: "Share of the relevant documents that could be among the first k hits and are.",
  formula: "relevant in the first k / min(k, all relevant)",
  steps: [
    "Count the relevant documents among the first k hits.",
    "Divide by the number of relevant documents in the gold, or by k if that is smaller.",
  ],
  cite: "Thakur et al., BEIR, 2021, appendix (capped recall, R_cap@k)",
  params: { k: cutoff, rel: level },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document is among the first k, or all of the first k are relevant",
  worst: "no relevant document is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  labels: () => ({ grades: "binary", moves: "sum" }),
  pushDown: ({ k, rel }) => form(div(foundHits(k, rel), precisionDivisor(k, "min", rel)), ifNoRelevant(rel)),
  compute(r, { k, rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    return scored(found(r, depth(r, k), rel) / precisionBelow(r, k, "min", relevant));
  },
  explain(r, { k, rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    return ratio(
      "recall-capped",
      sum("relevant hits", relevantHits(r, depth(r, k), rel)),
      value(belowPrecision(k, "min"), precisionBelow(r, k, "min", relevant)),
    );
  },
});
