import { defineMetric } from "../core/define-metric.ts";
import { alpha, aspectLevel, explainAgainstIdeal, ideal, scoreAgainstIdeal } from "./_novelty.ts";
import { cutoff } from "./_params.ts";

export const alphaNdcg = defineMetric({
  kind: "computed",
  id: "alpha-ndcg",
  title: "Alpha-nDCG",
  definition:
    "Aspects of the query that the first k hits serve, each worth less every time it is served again, discounted by rank, as a share of what a best list would have earned.",
  formula:
    "alpha-DCG@k / max(greedy alpha-DCG@k, alpha-DCG@k), alpha-DCG@k = sum over ranks i <= k of (sum over aspects served at i of (1 - alpha)^(times served before)) / log2(i + 1)",
  steps: [
    "At each of the first k hits, add up what the aspects that it serves are still worth: 1, and (1 - alpha) times that for each hit before that served the aspect.",
    "Divide each sum by the discount of its rank and add them up: alpha-DCG.",
    "Do the same for a list that always takes the document that earns most; ties go to the greater id.",
    "Divide the first by the second; if the first is greater, the score is 1.",
  ],
  cite: "Clarke et al., Novelty and diversity in information retrieval evaluation, 2008; ndeval alpha-nDCG",
  params: { k: cutoff, alpha, rel: aspectLevel, ideal },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "no document would earn more at any rank than the hit there does",
  worst: "no hit among the first k serves any aspect",
  aggregate: "mean",
  // Not "rename-safe": ids decide between documents that earn the same, as in ndeval.
  laws: ["ignores-below-k", "monotone", "group-order-safe"],
  compute: (r, { ideal, ...novelty }) => scoreAgainstIdeal(r, novelty, { by: "log2" }, ideal),
  explain: (r, { ideal, ...novelty }) => explainAgainstIdeal("alpha-ndcg", r, novelty, { by: "log2" }, ideal),
});
