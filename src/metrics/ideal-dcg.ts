import { defineMetric } from "../core/define-metric.ts";
import { idealSum } from "../core/derivation.ts";
import { constant, form, gt } from "../core/form.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { discountedGold, ifWorthless, worthOfGrade } from "./_forms.ts";
import { dcgOfGains, dcgOfGainsTerms, idealGains } from "./_gains.ts";
import { cutoff, gain, leastGrade } from "./_params.ts";

export const idealDcg = defineMetric({
  kind: "computed",
  id: "ideal-dcg",
  aliases: ["idcg"],
  title: "Ideal discounted cumulative gain",
  definition:
    "The discounted gain of the best list of k hits that the gold allows: what ndcg divides by. The ranking does not matter.",
  formula: "sum over the best documents i <= k of gain(grade i) / log2(i + 1)",
  steps: [
    "Order the judged documents by gain, best first.",
    "Divide each gain by the discount of its rank and add up the first k.",
  ],
  cite: "Järvelin, Kekäläinen, Cumulated gain-based evaluation of IR techniques, 2002; trec_eval ideal_dcg",
  params: { k: cutoff, gain, min: leastGrade },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, Number.POSITIVE_INFINITY],
  best: "there is no best: it belongs to the gold",
  worst: "there is no worst: it belongs to the gold",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown({ k, ...worth }) {
    const where = gt(worthOfGrade(worth), 0);
    const first = k === undefined ? undefined : constant(k);
    return form(discountedGold("pool", worth, "log2", { where, first }), ifWorthless(worth));
  },
  compute(r, { k, ...worth }) {
    const gains = idealGains(r, worth);
    return gains.length === 0 ? noRelevant : scored(dcgOfGains(gains, k ?? gains.length));
  },
  explain(r, { k, ...worth }) {
    const gains = idealGains(r, worth);
    return gains.length === 0
      ? noRelevantDocument
      : idealSum("ideal dcg", dcgOfGainsTerms(gains, k ?? gains.length));
  },
});
