import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form } from "../core/form.ts";
import { emptyRanking, noRelevant, scored } from "../core/score.ts";
import { belowPrecision, foundTerms, noRelevantDocument, nothingRetrieved } from "./_explain.ts";
import { foundHits, ifEmpty, ifNoRelevant, precisionDivisor, runsOfScores } from "./_forms.ts";
import { count, cutoff, level, precisionOf, ties } from "./_params.ts";
import { depth, foundBy, precisionBelow, relevantTotal } from "./_ranks.ts";

export const precision = defineMetric({
  kind: "computed",
  id: "precision",
  aliases: ["p"],
  title: "Precision",
  definition: "Share of the first k hits that are relevant; a list shorter than k is filled up with misses.",
  formula: "relevant in the first k / k",
  steps: [
    "Count the relevant documents among the first k hits.",
    "Divide by k, even if there are fewer hits; without k, by the number of hits.",
  ],
  cite: "trec_eval P; Manning, Raghavan, Schütze, Introduction to Information Retrieval, section 8.4",
  params: { k: cutoff, rel: level, of: precisionOf, ties, count },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "all of the first k hits are relevant",
  worst: "none is",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  labels: () => ({ grades: "binary", moves: "sum" }),
  pushDown({ k, rel, of, ties }) {
    if (ties === "expected") return runsOfScores(ties);
    const below = precisionDivisor(k, of, rel);
    return form(div(foundHits(k, rel), below), ifNoRelevant(rel), ifEmpty(below));
  },
  compute(r, { k, rel, of, ties, count }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    const below = precisionBelow(r, k, of, relevant);
    return below === 0 ? emptyRanking : scored(foundBy(r, depth(r, k), rel, count, ties) / below);
  },
  explain(r, { k, rel, of, ties, count }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const below = precisionBelow(r, k, of, relevant);
    if (below === 0) return nothingRetrieved;
    const hits = foundTerms(r, depth(r, k), rel, count, ties);
    return ratio("precision", sum("relevant hits", hits), value(belowPrecision(k, of), below));
  },
});
