import { sum } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
import type { Gain, JudgedRanking } from "../core/types.ts";
import { defineMetric } from "./_define.ts";
import { gainTerms, noRelevantDocument } from "./_explain.ts";
import { cutoff, discount, gain } from "./_params.ts";
import { dcgOf, depth, gainOf } from "./_ranks.ts";

/** Like ndcg: a gold of which nothing is worth anything cannot tell a good list from a bad one. */
const worthless = (r: JudgedRanking, gain: Gain): boolean => !r.pool.some((grade) => gainOf(grade, gain) > 0);

export const dcg = defineMetric({
  kind: "computed",
  id: "dcg",
  title: "Discounted cumulative gain",
  definition:
    "Graded gain of the first k hits, discounted by rank. It has no upper bound: ndcg is the share of the possible.",
  formula: "sum over ranks i <= k of gain(grade i) / log2(i + 1)",
  steps: [
    "Turn the grade of each of the first k hits into a gain.",
    "Divide each gain by the discount of its rank and add them up.",
  ],
  cite: "Järvelin, Kekäläinen, Cumulated gain-based evaluation of IR techniques, 2002",
  params: { k: cutoff, gain, discount },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, Number.POSITIVE_INFINITY],
  best: "the first k hits are the best judged documents, best grades first",
  worst: "no document with a grade above 0 is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  compute(r, { k, gain, discount }) {
    return worthless(r, gain) ? noRelevant : scored(dcgOf(r.grades, depth(r, k), gain, discount, r.judged));
  },
  explain(r, { k, gain, discount }) {
    return worthless(r, gain)
      ? noRelevantDocument
      : sum("dcg", gainTerms(r.grades, depth(r, k), gain, discount, r.judged));
  },
});
