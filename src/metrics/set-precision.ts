import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form, size } from "../core/form.ts";
import { emptyRanking, noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument, nothingRetrieved, relevantHits } from "./_explain.ts";
import { foundHits, ifEmpty, ifNoRelevant } from "./_forms.ts";
import { level } from "./_params.ts";
import { distinct, found, relevantTotal } from "./_ranks.ts";

export const setPrecision = defineMetric({
  kind: "computed",
  id: "set-precision",
  aliases: ["set-p"],
  title: "Set precision",
  definition: "Share of everything that was retrieved that is relevant; order does not matter.",
  formula: "distinct relevant hits / distinct hits",
  steps: [
    "Count the distinct relevant documents in the whole list.",
    "Divide by the number of distinct hits.",
  ],
  cite: "trec_eval set_P",
  params: { rel: level },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every hit is relevant",
  worst: "no hit is relevant",
  aggregate: "mean",
  laws: ["monotone", "rename-safe"],
  pushDown: ({ rel }) => form(div(foundHits(undefined, rel), size()), ifNoRelevant(rel), ifEmpty(size())),
  compute(r, { rel }) {
    if (relevantTotal(r, rel) === 0) return noRelevant;
    if (r.length === 0) return emptyRanking;
    return scored(found(r, r.length, rel, "distinct") / distinct(r, r.length));
  },
  explain(r, { rel }) {
    if (relevantTotal(r, rel) === 0) return noRelevantDocument;
    if (r.length === 0) return nothingRetrieved;
    return ratio(
      "set-precision",
      sum("distinct relevant hits", relevantHits(r, r.length, rel, "distinct")),
      value("distinct hits", distinct(r, r.length)),
    );
  },
});
