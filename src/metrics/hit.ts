import { defineMetric } from "../core/define-metric.ts";
import { max, value } from "../core/derivation.ts";
import { form, gt, when } from "../core/form.ts";
import { noRelevant, one, zero } from "../core/score.ts";
import { noRelevantDocument, relevantHits } from "./_explain.ts";
import { foundHits, ifNoRelevant } from "./_forms.ts";
import { cutoff, level } from "./_params.ts";
import { depth, firstRelevant, relevantTotal } from "./_ranks.ts";

export const hit = defineMetric({
  kind: "computed",
  id: "hit",
  aliases: ["success", "hit-rate"],
  title: "Hit",
  definition:
    "1 if a relevant document is among the first k hits, else 0; the mean is the hit rate, or success rate.",
  formula: "1 if a relevant document is in the first k, else 0",
  steps: ["Look for a relevant document among the first k hits.", "Score 1 if there is one, else 0."],
  cite: "trec_eval success",
  params: { k: cutoff, rel: level },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "a relevant document is among the first k",
  worst: "none is",
  aggregate: "mean",
  values: "yes-no",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  labels: () => ({ grades: "binary", moves: "up" }),
  pushDown: ({ k, rel }) => form(when(gt(foundHits(k, rel), 0), 1, 0), ifNoRelevant(rel)),
  compute(r, { k, rel }) {
    if (relevantTotal(r, rel) === 0) return noRelevant;
    return firstRelevant(r, depth(r, k), rel) < 0 ? zero : one;
  },
  explain(r, { k, rel }) {
    if (relevantTotal(r, rel) === 0) return noRelevantDocument;
    return max("hit", [value("nothing found yet", 0), ...relevantHits(r, depth(r, k), rel)]);
  },
});
