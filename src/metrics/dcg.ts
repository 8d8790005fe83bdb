import { defineMetric } from "../core/define-metric.ts";
import { sum } from "../core/derivation.ts";
import { form } from "../core/form.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { discountedHits, ifWorthless, runsOfScores } from "./_forms.ts";
import { rankedDcg, rankedDcgTerms, worthless } from "./_gains.ts";
import { cutoff, discount, gain, leastGrade, negatives, ties } from "./_params.ts";
import { depth } from "./_ranks.ts";

export const dcg = defineMetric({
  kind: "computed",
  id: "dcg",
  title: "Discounted cumulative gain",
  definition:
    "Graded gain of the first k hits, discounted by rank. It has no upper bound; ndcg divides it by the best possible value.",
  formula: "sum over ranks i <= k of gain(grade i) / log2(i + 1)",
  steps: [
    "Turn the grade of each of the first k hits into a gain.",
    "Divide each gain by the discount of its rank and add them up.",
  ],
  cite: "Järvelin, Kekäläinen, Cumulated gain-based evaluation of IR techniques, 2002",
  params: { k: cutoff, gain, discount, min: leastGrade, ties, negatives },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, Number.POSITIVE_INFINITY],
  best: "the first k hits are the best judged documents, best grades first",
  worst: "no document with a grade above 0 is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  labels: () => ({ grades: "graded", moves: "sum" }),
  pushDown(params) {
    const { k, discount, ties } = params;
    if (ties === "expected") return runsOfScores(ties);
    return form(discountedHits(k, params, discount), ifWorthless(params));
  },
  compute(r, params) {
    const { k, discount, ties } = params;
    return worthless(r, params) ? noRelevant : scored(rankedDcg(r, depth(r, k), params, discount, ties));
  },
  explain(r, params) {
    const { k, discount, ties } = params;
    return worthless(r, params)
      ? noRelevantDocument
      : sum("dcg", rankedDcgTerms(r, depth(r, k), params, discount, ties));
  },
});
