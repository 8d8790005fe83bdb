import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form, size, sub } from "../core/form.ts";
import { emptyRanking, noNonrelevant, scored } from "../core/score.ts";
import { hitsWhere, noNonrelevantDocument, nothingRetrieved } from "./_explain.ts";
import { foundHits, ifEmpty, isZero } from "./_forms.ts";
import { cutoff, level } from "./_params.ts";
import { depth, found, isRelevant } from "./_ranks.ts";

export const fallout = defineMetric({
  kind: "computed",
  id: "fallout",
  aliases: ["fall-out"],
  title: "Fallout",
  definition:
    "Share of the non-relevant documents of the list that are among the first k hits: the counterpart of recall. The retrieved list is used in place of the collection, whose size is unknown.",
  formula: "not relevant in the first k / not relevant in the whole list",
  steps: [
    "Count the hits among the first k that are not relevant.",
    "Divide by the number of hits in the whole list that are not relevant.",
  ],
  cite: "torchmetrics RetrievalFallOut; van Rijsbergen, Information Retrieval, 1979, chapter 7",
  params: { k: cutoff, rel: level },
  at: "k",
  needs: ["grades"],
  direction: "lower",
  range: [0, 1],
  best: "all of the first k hits are relevant",
  worst: "every hit that is not relevant is among the first k",
  aggregate: "mean",
  laws: ["monotone", "rename-safe"],
  pushDown({ k, rel }) {
    const all = sub(size(), foundHits(undefined, rel));
    return form(div(sub(size(k), foundHits(k, rel)), all), ifEmpty(size()), {
      when: isZero(all),
      because: "no-nonrelevant",
    });
  },
  compute(r, { k, rel }) {
    if (r.length === 0) return emptyRanking;
    const n = depth(r, k);
    const all = r.length - found(r, r.length, rel);
    return all === 0 ? noNonrelevant : scored((n - found(r, n, rel)) / all);
  },
  explain(r, { k, rel }) {
    if (r.length === 0) return nothingRetrieved;
    const all = r.length - found(r, r.length, rel);
    if (all === 0) return noNonrelevantDocument;
    const hits = hitsWhere(depth(r, k), "not relevant", (rank) => !isRelevant(r, rank, rel));
    return ratio("fallout", sum("hits that are not relevant", hits), value("in the whole list", all));
  },
});
