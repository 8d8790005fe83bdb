import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { add, div, form, hits, log2 as logarithm, rank, running, sub } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { ifNoRelevant, relevantDocs, relevantHit } from "./_forms.ts";
import { level } from "./_params.ts";
import { isRelevant, log2, rankOf, relevantTotal, steps } from "./_ranks.ts";

/** At each relevant hit, what it is divided by: log2 of 2 + the hits above that are not relevant. */
function* relevantHits(r: JudgedRanking, rel: number | undefined) {
  let others = 0;
  for (let rank = 0; rank < r.length; rank++) {
    if (isRelevant(r, rank, rel)) yield { rank, others, cost: log2(2 + others) };
    else others++;
  }
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
  pushDown({ rel }) {
    const others = sub(rank, running("count", relevantHit(rel), "here"));
    return form(
      div(hits("sum", relevantHit(rel), div(1, logarithm(add(2, others)))), relevantDocs(rel)),
      ifNoRelevant(rel),
    );
  },
  compute(r, { rel }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    let hits = 0;
    let total = 0;
    const end = steps(r, r.length);
    for (let i = 0; i < end; i++) {
      const rank = rankOf(r, i);
      // All others above it are not relevant.
      if (isRelevant(r, rank, rel)) total += 1 / log2(2 + rank - hits++);
    }
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
