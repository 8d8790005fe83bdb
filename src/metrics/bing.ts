import { ratio, sum, value } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
import type { Derivation, JudgedRanking } from "../core/types.ts";
import { defineMetric } from "./_define.ts";
import { noRelevantDocument } from "./_explain.ts";
import { level } from "./_params.ts";
import { isRelevant, rankOf, relevantTotal, steps } from "./_ranks.ts";

/** At each relevant hit, what it is divided by: log2 of 2 + the hits above that are not relevant. */
function relevantHits(r: JudgedRanking, rel: number | undefined) {
  const hits: { rank: number; others: number; cost: number }[] = [];
  const end = steps(r, r.length);
  for (let i = 0; i < end; i++) {
    const rank = rankOf(r, i);
    if (!isRelevant(r, rank, rel)) continue;
    const others = rank - hits.length;
    hits.push({ rank, others, cost: Math.log2(2 + others) });
  }
  return hits;
}

export const bing = defineMetric({
  kind: "computed",
  id: "bing",
  aliases: ["bin-g"],
  title: "Binary G",
  definition:
    "Every relevant hit earns 1, discounted by the number of hits above it that are not relevant, so that relevant ones above it cost nothing.",
  formula: "sum over relevant hits of 1 / log2(2 + hits above that are not relevant) / all relevant",
  steps: [
    "At each relevant hit, count the hits above it that are not relevant.",
    "Score 1 / log2(2 + that number) and add up.",
    "Divide by the number of relevant documents.",
  ],
  cite: "trec_eval binG",
  params: { rel: level },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document was retrieved, before all others",
  worst: "no relevant document was retrieved",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  compute(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    let total = 0;
    for (const { cost } of relevantHits(r, rel)) total += 1 / cost;
    return scored(total / relevant);
  },
  explain(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const terms: Derivation[] = [];
    for (const { rank, others, cost } of relevantHits(r, rel))
      terms.push(ratio("1 / cost", value("one", 1), value(`log2(2 + ${others})`, cost), rank + 1));
    return ratio("bing", sum("relevant hits", terms), value("relevant documents", relevant));
  },
});
