import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form, size } from "../core/form.ts";
import { emptyRanking, noRelevant, scored } from "../core/score.ts";
import { harmonicTerms, noRelevantDocument, nothingRetrieved, relevantHits } from "./_explain.ts";
import { foundHits, harmonicMean, ifEmpty, ifNoRelevant, relevantDocs } from "./_forms.ts";
import { beta, level, squared } from "./_params.ts";
import { distinct, found, harmonic, relevantTotal } from "./_ranks.ts";

export const setF = defineMetric({
  kind: "computed",
  id: "set-f",
  aliases: ["set-f1"],
  title: "Set F-measure",
  definition:
    "Weighted harmonic mean of precision and recall over everything that was retrieved; order does not matter.",
  formula: "(1 + beta²) × set precision × set recall / (beta² × set precision + set recall)",
  steps: [
    "Compute precision over the distinct hits of the whole list.",
    "Compute recall over the same hits.",
    "Take their harmonic mean, recall weighted by beta; it is 0 where both are 0.",
  ],
  cite: "trec_eval set_F; van Rijsbergen, Information Retrieval, 1979, chapter 7",
  params: { rel: level, beta, squared },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "exactly the relevant documents were retrieved",
  worst: "no relevant document was retrieved",
  aggregate: "mean",
  laws: ["monotone", "rename-safe"],
  pushDown({ rel, beta, squared }) {
    const hits = foundHits(undefined, rel);
    return form(
      harmonicMean(div(hits, size()), div(hits, relevantDocs(rel)), beta, squared),
      ifNoRelevant(rel),
      ifEmpty(size()),
    );
  },
  compute(r, { rel, beta, squared }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    if (r.length === 0) return emptyRanking;
    const hits = found(r, r.length, rel, "distinct");
    return scored(harmonic(hits / distinct(r, r.length), hits / relevant, beta, squared));
  },
  explain(r, { rel, beta, squared }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    if (r.length === 0) return nothingRetrieved;
    const hits = relevantHits(r, r.length, rel, "distinct");
    const top = sum("distinct relevant hits", hits);
    const all = distinct(r, r.length);
    return harmonicTerms(
      "set-f",
      [ratio("precision", top, value("distinct hits", all)), hits.length / all],
      [ratio("recall", top, value("relevant documents", relevant)), hits.length / relevant],
      beta,
      squared,
    );
  },
});
