import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import type { Overlap } from "../core/ranking.ts";
import { harmonicTerms } from "./_explain.ts";
import { beta, cutoff } from "./_params.ts";
import { harmonic } from "./_ranks.ts";
import { explainMeanOfBest, meanOfBest } from "./_texts.ts";
import { explainPrecision, explainRecall, precision, recall, tokenMatch } from "./_tokens.ts";

const worth =
  (beta: number) =>
  (o: Overlap, hit: number, gold: number): number =>
    harmonic(precision(o, hit, gold), recall(o, hit, gold), beta);

const explainWorth =
  (beta: number) =>
  (o: Overlap, hit: number, gold: number): Derivation =>
    harmonicTerms(
      `f against gold text ${gold + 1}`,
      [explainPrecision(o, hit, gold), precision(o, hit, gold)],
      [explainRecall(o, hit, gold), recall(o, hit, gold)],
      beta,
    );

export const tokenF = defineMetric({
  kind: "computed",
  id: "token-f",
  aliases: ["token-f1"],
  title: "Token F-measure",
  definition:
    "How well the hits agree with the gold texts, word by word: for each of the first k hits the harmonic mean of token precision and token recall against the gold text where it is greatest, then the mean over these hits.",
  formula:
    "mean over hits of max over gold texts of (1 + beta²) × p × r / (beta² × p + r), p = shared tokens / tokens of the hit, r = shared tokens / tokens of the gold text",
  steps: [
    "Cut the hits and the gold texts into tokens: lower case, no punctuation, no articles.",
    "For a hit and a gold text, count the tokens they share, each as often as it is in both.",
    "Take their share of the hit's tokens and of the gold text's tokens, and the harmonic mean of the two.",
    "Keep the best gold text for each hit, and take the mean over the first k hits.",
  ],
  cite: "AutoRAG retrieval_token_f1; Rajpurkar et al., SQuAD, 2016",
  params: { k: cutoff, beta },
  at: "k",
  needs: ["texts"],
  match: tokenMatch,
  direction: "higher",
  range: [0, 1],
  best: "every hit among the first k has exactly the tokens of a gold text",
  worst: "no hit among the first k shares a token with a gold text",
  aggregate: "mean",
  laws: ["ignores-below-k", "rename-safe"],
  compute: (r, { k, beta }) => meanOfBest(r, k, worth(beta)),
  explain: (r, { k, beta }) => explainMeanOfBest("token-f", r, k, worth(beta), explainWorth(beta)),
});
