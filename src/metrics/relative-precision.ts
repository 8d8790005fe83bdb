import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form, least, size } from "../core/form.ts";
import { emptyRanking, noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument, nothingRetrieved, relevantHits } from "./_explain.ts";
import { foundHits, ifEmpty, ifNoRelevant, relevantDocs } from "./_forms.ts";
import { cutoff, level } from "./_params.ts";
import { depth, found, relevantTotal } from "./_ranks.ts";

export const relativePrecision = defineMetric({
  kind: "computed",
  id: "relative-precision",
  aliases: ["relative-p", "set-relative-p", "set-rel-p"],
  title: "Relative precision",
  definition:
    "Precision over the first k hits as a share of the best that was possible; without k, over everything that was retrieved.",
  formula: "relevant in the first k / min(k, all relevant)",
  steps: [
    "Count the relevant documents among the first k hits.",
    "Divide by k, or without k by the number of hits; by the number of relevant documents if that is smaller.",
  ],
  cite: "trec_eval relative_P, set_relative_P",
  params: { k: cutoff, rel: level },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "all of the first k hits are relevant, or every relevant document is among them",
  worst: "no relevant document is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  pushDown({ k, rel }) {
    const below = least(k ?? size(), relevantDocs(rel));
    return form(div(foundHits(k, rel), below), ifNoRelevant(rel), ifEmpty(below));
  },
  compute(r, { k, rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    const below = Math.min(k ?? r.length, relevant);
    return below === 0 ? emptyRanking : scored(found(r, depth(r, k), rel) / below);
  },
  explain(r, { k, rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const below = Math.min(k ?? r.length, relevant);
    if (below === 0) return nothingRetrieved;
    return ratio(
      "relative-precision",
      sum("relevant hits", relevantHits(r, depth(r, k), rel)),
      value(`the smaller of ${k === undefined ? "the hits" : "k"} and the relevant documents`, below),
    );
  },
});
