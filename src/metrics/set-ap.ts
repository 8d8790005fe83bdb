import { defineMetric } from "../core/define-metric.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import { div, form, mul, size } from "../core/form.ts";
import { emptyRanking, noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument, nothingRetrieved, relevantHits } from "./_explain.ts";
import { foundHits, ifEmpty, ifNoRelevant, relevantDocs } from "./_forms.ts";
import { level } from "./_params.ts";
import { distinct, found, relevantTotal } from "./_ranks.ts";

export const setAp = defineMetric({
  kind: "computed",
  id: "set-ap",
  aliases: ["set-map"],
  title: "Set average precision",
  definition: "Precision times recall over everything that was retrieved; order does not matter.",
  formula: "(distinct relevant hits)² / (distinct hits × all relevant)",
  steps: [
    "Count the distinct relevant documents in the whole list and square that.",
    "Divide by the number of distinct hits times the number of relevant documents.",
  ],
  cite: "trec_eval set_map",
  params: { rel: level },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "exactly the relevant documents were retrieved",
  worst: "no relevant document was retrieved",
  aggregate: "mean",
  laws: ["monotone", "rename-safe"],
  pushDown({ rel }) {
    const hits = foundHits(undefined, rel);
    return form(div(mul(hits, hits), mul(size(), relevantDocs(rel))), ifNoRelevant(rel), ifEmpty(size()));
  },
  compute(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    if (r.length === 0) return emptyRanking;
    const hits = found(r, r.length, rel, "distinct");
    return scored((hits * hits) / (distinct(r, r.length) * relevant));
  },
  explain(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    if (r.length === 0) return nothingRetrieved;
    const hits = sum("distinct relevant hits", relevantHits(r, r.length, rel, "distinct"));
    return ratio(
      "set-ap",
      product("squared", [hits, hits]),
      product("hits × relevant", [
        value("distinct hits", distinct(r, r.length)),
        value("relevant documents", relevant),
      ]),
    );
  },
});
