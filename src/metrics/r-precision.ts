import { ratio, sum, value } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
import { defineMetric } from "./_define.ts";
import { noRelevantDocument, relevantHits } from "./_explain.ts";
import { level } from "./_params.ts";
import { depth, found, relevantTotal } from "./_ranks.ts";

export const rPrecision = defineMetric({
  kind: "computed",
  id: "r-precision",
  aliases: ["rprec", "r-prec"],
  title: "R-precision",
  definition: "Precision over as many hits as the gold has relevant documents.",
  formula: "relevant in the first R / R, R = all relevant",
  steps: [
    "Count the relevant documents in the gold: R.",
    "Count the relevant documents among the first R hits.",
    "Divide by R.",
  ],
  cite: "trec_eval Rprec; Manning, Raghavan, Schütze, Introduction to Information Retrieval, section 8.4",
  params: { rel: level },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "the first R hits are the relevant documents",
  worst: "none of the first R hits is relevant",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  compute(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    return relevant === 0 ? noRelevant : scored(found(r, depth(r, relevant), rel) / relevant);
  },
  explain(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const hits = relevantHits(r, depth(r, relevant), rel);
    return ratio("r-precision", sum("relevant hits", hits), value("R, the relevant documents", relevant));
  },
});
