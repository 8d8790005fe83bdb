import { ratio, value } from "../core/derivation.ts";
import { noRelevant, scored, zero } from "../core/score.ts";
import { defineMetric } from "./_define.ts";
import { noRelevantDocument } from "./_explain.ts";
import { cutoff, level } from "./_params.ts";
import { depth, firstRelevant, relevantTotal } from "./_ranks.ts";

export const rr = defineMetric({
  kind: "computed",
  id: "rr",
  aliases: ["mrr", "recip-rank"],
  title: "Reciprocal rank",
  definition:
    "1 divided by the rank of the first relevant hit, 0 if none is among the first k; the mean is known as MRR.",
  formula: "1 / rank of the first relevant hit",
  steps: ["Find the first relevant hit among the first k.", "Score 1 / its rank, or 0 if there is none."],
  cite: "Voorhees, The TREC-8 question answering track report, 1999; trec_eval recip_rank",
  params: { k: cutoff, rel: level },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "the first hit is relevant",
  worst: "no relevant document is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  compute(r, { k, rel }) {
    if (relevantTotal(r, rel) === 0) return noRelevant;
    const first = firstRelevant(r, depth(r, k), rel);
    return first < 0 ? zero : scored(1 / (first + 1));
  },
  explain(r, { k, rel }) {
    if (relevantTotal(r, rel) === 0) return noRelevantDocument;
    const first = firstRelevant(r, depth(r, k), rel);
    if (first < 0) return value("no relevant hit", 0);
    return ratio("rr", value("one", 1), value("rank of the first relevant hit", first + 1), first + 1);
  },
});
