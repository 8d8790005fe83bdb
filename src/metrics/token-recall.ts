import { defineMetric } from "../core/define-metric.ts";
import { cutoff } from "./_params.ts";
import { explainMeanOfBest, meanOfBest } from "./_texts.ts";
import { explainRecall, recall, tokenMatch } from "./_tokens.ts";

export const tokenRecall = defineMetric({
  kind: "computed",
  id: "token-recall",
  title: "Token recall",
  definition:
    "How much of a gold text each hit holds: for each of the first k hits the greatest share of a gold text's tokens that it has, then the mean over these hits.",
  formula: "mean over hits of max over gold texts of (shared tokens / tokens of the gold text)",
  steps: [
    "Cut the hits and the gold texts into tokens: lower case, no punctuation, no articles.",
    "For a hit and a gold text, count the tokens they share, each as often as it is in both.",
    "Divide by the number of tokens of the gold text, and keep the best gold text for each hit.",
    "Take the mean over the first k hits.",
  ],
  cite: "AutoRAG retrieval_token_recall; Rajpurkar et al., SQuAD, 2016",
  params: { k: cutoff },
  at: "k",
  needs: ["texts"],
  match: tokenMatch,
  direction: "higher",
  range: [0, 1],
  best: "every hit among the first k holds a whole gold text",
  worst: "no hit among the first k shares a token with a gold text",
  aggregate: "mean",
  laws: ["ignores-below-k", "rename-safe"],
  compute: (r, { k }) => meanOfBest(r, k, recall),
  explain: (r, { k }) => explainMeanOfBest("token-recall", r, k, recall, explainRecall),
});
