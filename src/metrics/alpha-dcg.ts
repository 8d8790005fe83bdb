import { defineMetric } from "../core/define-metric.ts";
import { idealSum, ratio, sum } from "../core/derivation.ts";
import { emptyRanking, scored } from "../core/score.ts";
import { nothingRetrieved } from "./_explain.ts";
import {
  allServed,
  alpha,
  aspectLevel,
  earned,
  earnedTerms,
  explainAspects,
  first,
  scoreAspects,
  servedByHits,
} from "./_novelty.ts";
import { cutoff } from "./_params.ts";
import { depth } from "./_ranks.ts";

const WEIGHT = { by: "log2" } as const;

export const alphaDcg = defineMetric({
  kind: "computed",
  id: "alpha-dcg",
  title: "Alpha-DCG",
  definition:
    "Aspects of the query that the first k hits serve, each worth less every time it is served again, discounted by rank, as a share of what k documents that serve every aspect would earn.",
  formula:
    "S@k / S@k of documents that serve all aspects, S@k = sum over ranks i <= k of (sum over aspects served at i of (1 - alpha)^(times served before)) / log2(i + 1)",
  steps: [
    "At each of the first k hits, add up what the aspects that it serves are still worth: 1, and (1 - alpha) times that for each hit before that served the aspect.",
    "Divide each sum by the discount of its rank and add them up.",
    "Do the same for k documents that serve every aspect that any document serves; without k, for as many as there are hits.",
    "Divide the first by the second.",
  ],
  cite: "Clarke et al., Novelty and diversity in information retrieval evaluation, 2008; ndeval alpha-DCG",
  params: { k: cutoff, alpha, rel: aspectLevel, first },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "every one of the first k hits serves every aspect",
  worst: "no hit among the first k serves any aspect",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe", "group-order-safe"],
  compute: (r, { k, alpha, rel, first }) =>
    scoreAspects(r, rel, (groups, aspects) => {
      const total = earned(servedByHits(groups, depth(r, k), rel), alpha, WEIGHT);
      if (k === 1 && first === "raw") return scored(total);
      const below = earned(allServed(aspects, k ?? r.length), alpha, WEIGHT);
      return below === 0 ? emptyRanking : scored(total / below);
    }),
  explain: (r, { k, alpha, rel, first }) =>
    explainAspects(r, rel, (groups, aspects) => {
      const total = sum("the list", earnedTerms(servedByHits(groups, depth(r, k), rel), alpha, WEIGHT));
      if (k === 1 && first === "raw") return { ...total, what: "alpha-dcg" };
      const all = allServed(aspects, k ?? r.length);
      if (all.length === 0) return nothingRetrieved;
      return ratio(
        "alpha-dcg",
        total,
        idealSum("documents that serve all aspects", earnedTerms(all, alpha, WEIGHT)),
      );
    }),
});
