import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form } from "../core/form.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument, relevantHits } from "./_explain.ts";
import { foundHits, ifNoRelevant, relevantDocs } from "./_forms.ts";
import { level } from "./_params.ts";
import { found, relevantTotal } from "./_ranks.ts";

export const setRecall = defineMetric({
  kind: "computed",
  id: "set-recall",
  title: "Set recall",
  definition: "Share of the relevant documents that were retrieved at all; order does not matter.",
  formula: "distinct relevant hits / all relevant",
  steps: [
    "Count the distinct relevant documents in the whole list.",
    "Divide by the number of relevant documents in the gold.",
  ],
  cite: "trec_eval set_recall",
  params: { rel: level },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document was retrieved",
  worst: "none was",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  pushDown: ({ rel }) => form(div(foundHits(undefined, rel), relevantDocs(rel)), ifNoRelevant(rel)),
  compute(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    return relevant === 0 ? noRelevant : scored(found(r, r.length, rel, "distinct") / relevant);
  },
  explain(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const hits = relevantHits(r, r.length, rel, "distinct");
    return ratio("set-recall", sum("distinct relevant hits", hits), value("relevant documents", relevant));
  },
});
