import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { emptyRanking, scored } from "../core/score.ts";
import { nothingRetrieved } from "./_explain.ts";
import { aspectLevel, explainAspects, scoreAspects, servedByHits } from "./_novelty.ts";
import { cutoff } from "./_params.ts";
import { depth } from "./_ranks.ts";

export const pIa = defineMetric({
  kind: "computed",
  id: "p-ia",
  aliases: ["precision-ia"],
  title: "Intent-aware precision",
  definition:
    "Precision of the first k hits for each aspect of the query separately, averaged over the aspects.",
  formula: "mean over aspects of (hits in the first k that serve the aspect / k)",
  steps: [
    "For each of the first k hits, count the aspects that it serves, and add these up.",
    "Divide by k, even if there are fewer hits; without k, by the number of hits.",
    "Divide by the number of aspects that any document serves.",
  ],
  cite: "Agrawal et al., Diversifying search results, 2009; ndeval P-IA",
  params: { k: cutoff, rel: aspectLevel },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "every one of the first k hits serves every aspect",
  worst: "no hit among the first k serves any aspect",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe", "group-order-safe"],
  compute: (r, { k, rel }) =>
    scoreAspects(r, rel, (groups, aspects) => {
      const below = k ?? r.length;
      if (below === 0) return emptyRanking;
      let served = 0;
      for (const row of servedByHits(groups, depth(r, k), rel)) served += row.length;
      return scored(served / below / aspects);
    }),
  explain: (r, { k, rel }) =>
    explainAspects(r, rel, (groups, aspects) => {
      const below = k ?? r.length;
      if (below === 0) return nothingRetrieved;
      const terms = servedByHits(groups, depth(r, k), rel).flatMap((row, rank) =>
        row.length === 0 ? [] : [value("aspects served", row.length, rank + 1)],
      );
      const served = ratio(
        "served / k",
        sum("aspects served", terms),
        value(k === undefined ? "hits" : "k", below),
      );
      return ratio("p-ia", served, value("aspects", aspects));
    }),
});
