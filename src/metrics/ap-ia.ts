import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { mean, ratio, sum, value } from "../core/derivation.ts";
import { scored } from "../core/score.ts";
import { aspectLevel, explainAspects, scoreAspects, servedByHits, suppliers } from "./_novelty.ts";

/** By aspect: the ranks of the hits that serve it. */
function ranksByAspect(served: readonly (readonly number[])[], count: number): number[][] {
  const ranks = Array.from({ length: count }, (): number[] => []);
  served.forEach((row, rank) => {
    for (const g of row) ranks[g]!.push(rank);
  });
  return ranks;
}

export const apIa = defineMetric({
  kind: "computed",
  id: "ap-ia",
  aliases: ["map-ia"],
  title: "Intent-aware average precision",
  definition:
    "Average precision for each aspect of the query as if it were the only one, averaged over the aspects.",
  formula:
    "mean over aspects of (sum over hits at rank i that serve the aspect of (such hits in the first i / i) / documents that serve the aspect)",
  steps: [
    "For each aspect, take the precision at every hit that serves it, and add these up.",
    "Divide by the number of documents of the gold that serve the aspect.",
    "Take the mean over the aspects that any document serves.",
  ],
  cite: "Agrawal et al., Diversifying search results, 2009; ndeval MAP-IA",
  params: { rel: aspectLevel },
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "there is one aspect, and the documents that serve it come before all others",
  worst: "no hit serves any aspect",
  aggregate: "mean",
  laws: ["monotone", "rename-safe", "group-order-safe"],
  compute: (r, { rel }) =>
    scoreAspects(r, rel, (groups, aspects) => {
      const documents = suppliers(groups, rel);
      let total = 0;
      ranksByAspect(servedByHits(groups, r.length, rel), groups.count).forEach((ranks, g) => {
        let precisions = 0;
        for (let i = 0; i < ranks.length; i++) precisions += (i + 1) / (ranks[i]! + 1);
        if (documents[g]! > 0) total += precisions / documents[g]!;
      });
      return scored(total / aspects);
    }),
  explain: (r, { rel }) =>
    explainAspects(r, rel, (groups) => {
      const documents = suppliers(groups, rel);
      const terms = ranksByAspect(servedByHits(groups, r.length, rel), groups.count).flatMap(
        (ranks, g): Derivation[] =>
          documents[g] === 0
            ? []
            : [
                ratio(
                  `aspect ${g + 1}`,
                  sum(
                    "precision at each hit that serves it",
                    ranks.map((rank, i) =>
                      ratio("precision", value("hits so far", i + 1), value("rank", rank + 1), rank + 1),
                    ),
                  ),
                  value("documents that serve it", documents[g]!),
                ),
              ],
      );
      return mean("ap-ia", terms);
    }),
});
