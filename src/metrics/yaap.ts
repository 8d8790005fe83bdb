import { defineMetric } from "../core/define-metric.ts";
import { log, product, ratio, sum, value } from "../core/derivation.ts";
import { ln } from "../core/exact-log.ts";
import { add, div, form, ln as logarithm, sub } from "../core/form.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument, precisionTerms } from "./_explain.ts";
import { ifNoRelevant, precisionsOfHits, relevantDocs } from "./_forms.ts";
import { level } from "./_params.ts";
import { precisionSum, relevantTotal } from "./_ranks.ts";

export const yaap = defineMetric({
  kind: "computed",
  id: "yaap",
  title: "Yet another average precision",
  definition:
    "Average precision on a scale of odds: the logarithm of what was found against what was missed, 1 added to both.",
  formula: "ln((1 + S) / (1 + R - S)), S = sum of precision at relevant hits, R = all relevant",
  steps: [
    "Add up the precision at each relevant hit: S.",
    "Divide 1 + S by 1 + R - S.",
    "Take the natural logarithm.",
  ],
  cite: "Robertson, On smoothing average precision, 2012; trec_eval yaap",
  params: { rel: level },
  needs: ["grades"],
  direction: "higher",
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  best: "every relevant document was retrieved, before all others: ln(1 + R)",
  worst: "no relevant document was retrieved: -ln(1 + R)",
  aggregate: "mean",
  laws: ["monotone", "rename-safe"],
  pushDown({ rel }) {
    const total = precisionsOfHits(undefined, rel);
    return form(logarithm(div(add(1, total), sub(add(1, relevantDocs(rel)), total))), ifNoRelevant(rel));
  },
  compute(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    const { total } = precisionSum(r, r.length, rel);
    return scored(ln((1 + total) / (1 + relevant - total)));
  },
  explain(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const terms = sum("precision at each relevant hit", precisionTerms(r, r.length, rel));
    return log(
      "yaap",
      ratio(
        "found / missed",
        sum("1 + S", [value("one", 1), terms]),
        sum("1 + R - S", [
          value("1 + R", 1 + relevant),
          product("minus S", [value("minus one", -1), value("S", precisionSum(r, r.length, rel).total)]),
        ]),
      ),
    );
  },
});
