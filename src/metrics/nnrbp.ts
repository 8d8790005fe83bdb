import { defineMetric } from "../core/define-metric.ts";
import { alpha, aspectLevel, explainAgainstIdeal, ideal, patience, scoreAgainstIdeal } from "./_novelty.ts";

export const nnrbp = defineMetric({
  kind: "computed",
  id: "nnrbp",
  title: "Normalised novelty- and rank-biased precision",
  definition:
    "Aspects of the query that the hits serve, each worth less every time it is served again, weighted by the probability that a reader gets that far, as a share of what a best list would have earned.",
  formula:
    "S / max(greedy S, S), S = sum over ranks i of (sum over aspects served at i of (1 - alpha)^(times served before)) × beta^(i - 1)",
  steps: [
    "At each hit, add up what the aspects that it serves are still worth: 1, and (1 - alpha) times that for each hit before that served the aspect.",
    "Multiply each sum by beta to the power of the hits before it and add them up.",
    "Do the same for a list that always takes the document that earns most; ties go to the greater id.",
    "Divide the first by the second; if the first is greater, the score is 1.",
  ],
  cite: "Clarke, Kolla, Vechtomova, An effectiveness measure for ambiguous and underspecified queries, 2009; ndeval nNRBP",
  params: { alpha, beta: patience, rel: aspectLevel, ideal },
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "no document would earn more at any rank than the hit there does",
  worst: "no hit serves any aspect",
  aggregate: "mean",
  // Not "rename-safe": ids decide between documents that earn the same, as in ndeval.
  laws: ["monotone", "group-order-safe"],
  compute: (r, { ideal, beta, ...novelty }) =>
    scoreAgainstIdeal(r, novelty, { by: "patience", patience: beta }, ideal),
  explain: (r, { ideal, beta, ...novelty }) =>
    explainAgainstIdeal("nnrbp", r, novelty, { by: "patience", patience: beta }, ideal),
});
