import { defineMetric } from "../core/define-metric.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import { scored } from "../core/score.ts";
import {
  alpha,
  aspectLevel,
  earned,
  earnedTerms,
  explainAspects,
  patience,
  scoreAspects,
  servedByHits,
} from "./_novelty.ts";

export const nrbp = defineMetric({
  kind: "computed",
  id: "nrbp",
  title: "Novelty- and rank-biased precision",
  definition:
    "Aspects of the query that the hits serve, each worth less every time it is served again, weighted by the probability that a reader gets that far, as a share of what an endless list of documents that serve every aspect would earn.",
  formula:
    "(1 - (1 - alpha) × beta) × (sum over ranks i of (sum over aspects served at i of (1 - alpha)^(times served before)) × beta^(i - 1)) / aspects",
  steps: [
    "At each hit, add up what the aspects that it serves are still worth: 1, and (1 - alpha) times that for each hit before that served the aspect.",
    "Multiply each sum by beta to the power of the hits before it and add them up.",
    "Multiply by 1 - (1 - alpha) × beta and divide by the number of aspects that any document serves.",
  ],
  cite: "Clarke, Kolla, Vechtomova, An effectiveness measure for ambiguous and underspecified queries, 2009; ndeval NRBP",
  params: { alpha, beta: patience, rel: aspectLevel },
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "every hit of an endless list serves every aspect",
  worst: "no hit serves any aspect",
  aggregate: "mean",
  laws: ["monotone", "rename-safe", "group-order-safe"],
  compute: (r, { alpha, beta, rel }) =>
    scoreAspects(r, rel, (groups, aspects) => {
      const total = earned(servedByHits(groups, r.length, rel), alpha, { by: "patience", patience: beta });
      return scored((total * (1 - (1 - alpha) * beta)) / aspects);
    }),
  explain: (r, { alpha, beta, rel }) =>
    explainAspects(r, rel, (groups, aspects) =>
      ratio(
        "nrbp",
        product("scaled", [
          sum(
            "the list",
            earnedTerms(servedByHits(groups, r.length, rel), alpha, { by: "patience", patience: beta }),
          ),
          value("1 - (1 - alpha) × beta", 1 - (1 - alpha) * beta),
        ]),
        value("aspects", aspects),
      ),
    ),
});
