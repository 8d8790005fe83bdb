import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import { add, div, form, mul, hits as overHits, rank, size, sub } from "../core/form.ts";
import { emptyRanking, noNonrelevant, noRelevant, scored } from "../core/score.ts";
import { noNonrelevantDocument, noRelevantDocument, nothingRetrieved } from "./_explain.ts";
import { foundHits, ifEmpty, isZero, relevantHit, within } from "./_forms.ts";
import { cutoff, level } from "./_params.ts";
import { depth, found, isRelevant } from "./_ranks.ts";

export const accuracy = defineMetric({
  kind: "computed",
  id: "accuracy",
  title: "Pairwise accuracy",
  definition:
    "How often a relevant hit ranks above a non-relevant one, over all such pairs among the first k hits. Documents that were not retrieved do not matter; without any pair the score is undefined.",
  formula: "pairs with the relevant hit above / (relevant hits × other hits)",
  steps: [
    "At each hit that is not relevant, count the relevant hits above it, and add up.",
    "Divide by the number of relevant hits times the number of others.",
  ],
  cite: "ir_measures Accuracy",
  params: { k: cutoff, rel: level },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "all relevant hits rank above all others",
  worst: "all relevant hits rank below all others",
  aggregate: "mean",
  laws: ["ignores-below-k", "top-when-ideal", "rename-safe"],
  pushDown({ k, rel }) {
    const n = size(k);
    const hits = foundHits(k, rel);
    const others = sub(n, hits);
    // A relevant hit at rank i as the j-th has n - i - (hits - j) others below it.
    const ranks = overHits("sum", within(k, relevantHit(rel)), rank);
    const pairs = sub(add(mul(hits, others), div(mul(hits, add(hits, 1)), 2)), ranks);
    return form(
      div(pairs, mul(hits, others)),
      ifEmpty(n),
      { when: isZero(hits), because: "no-relevant" },
      { when: isZero(others), because: "no-nonrelevant" },
    );
  },
  compute(r, { k, rel }) {
    const n = depth(r, k);
    const hits = found(r, n, rel);
    if (n === 0) return emptyRanking;
    if (hits === 0) return noRelevant;
    if (hits === n) return noNonrelevant;
    let above = 0;
    let pairs = 0;
    for (let i = 0; i < n; i++) {
      if (isRelevant(r, i, rel)) above++;
      else pairs += above;
    }
    return scored(pairs / (hits * (n - hits)));
  },
  explain(r, { k, rel }) {
    const n = depth(r, k);
    const hits = found(r, n, rel);
    if (n === 0) return nothingRetrieved;
    if (hits === 0) return noRelevantDocument;
    if (hits === n) return noNonrelevantDocument;
    const terms: Derivation[] = [];
    let above = 0;
    for (let i = 0; i < n; i++) {
      if (isRelevant(r, i, rel)) above++;
      else terms.push(value("relevant hits above", above, i + 1));
    }
    return ratio(
      "accuracy",
      sum("pairs in the right order", terms),
      product("pairs", [value("relevant hits", hits), value("other hits", n - hits)]),
    );
  },
});
