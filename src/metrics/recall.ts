import { none, ratio, sum, value } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
import { defineMetric } from "./_define.ts";
import { relevantHits } from "./_explain.ts";
import { count, cutoff, level } from "./_params.ts";
import { depth, found, relevantTotal } from "./_ranks.ts";

export const recall = defineMetric({
  kind: "computed",
  id: "recall",
  aliases: ["r"],
  title: "Recall",
  definition: "Share of the relevant documents that are among the first k hits.",
  formula: "relevant in the first k / all relevant",
  steps: [
    "Count the relevant documents among the first k hits.",
    "Divide by the number of relevant documents in the gold.",
  ],
  cite: "trec_eval recall; Manning, Raghavan, Schütze, Introduction to Information Retrieval, section 8.3",
  params: { k: cutoff, rel: level, count },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document is among the first k",
  worst: "none is",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  compute(r, { k, rel, count }) {
    const relevant = relevantTotal(r, rel);
    return relevant === 0 ? noRelevant : scored(found(r, depth(r, k), rel, count) / relevant);
  },
  explain(r, { k, rel, count }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return none("the gold has no relevant document", "no-relevant");
    const hits = relevantHits(r, depth(r, k), rel, count);
    return ratio("recall", sum("relevant hits", hits), value("relevant documents", relevant));
  },
});
