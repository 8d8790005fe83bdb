import { defineMetric } from "../core/define-metric.ts";
import { cutoff } from "./_params.ts";
import { explainMeanOfBest, meanOfBest } from "./_texts.ts";
import { explainPrecision, precision, tokenMatch } from "./_tokens.ts";

export const tokenPrecision = defineMetric({
  kind: "computed",
  id: "token-precision",
  title: "Token precision",
  definition:
    "How much of what was retrieved is in the gold texts: for each of the first k hits the share of its tokens that the best gold text has too, then the mean over these hits.",
  formula: "mean over hits of max over gold texts of (shared tokens / tokens of the hit)",
  steps: [
    "Cut the hits and the gold texts into tokens: lower case, no punctuation, no articles.",
    "For a hit and a gold text, count the tokens they share, each as often as it is in both.",
    "Divide by the number of tokens of the hit, and keep the best gold text for each hit.",
    "Take the mean over the first k hits.",
  ],
  cite: "AutoRAG retrieval_token_precision; Rajpurkar et al., SQuAD, 2016",
  params: { k: cutoff },
  at: "k",
  needs: ["texts"],
  match: tokenMatch,
  direction: "higher",
  range: [0, 1],
  best: "every hit among the first k lies within a gold text",
  worst: "no hit among the first k shares a token with a gold text",
  aggregate: "mean",
  laws: ["ignores-below-k", "rename-safe"],
  compute: (r, { k }) => meanOfBest(r, k, precision),
  explain: (r, { k }) => explainMeanOfBest("token-precision", r, k, precision, explainPrecision),
});
