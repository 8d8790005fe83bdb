import { defineMetric } from "../core/define-metric.ts";
import { value } from "../core/derivation.ts";
import type { Overlap } from "../core/ranking.ts";
import { cutoff } from "./_params.ts";
import { explainMeanOfBest, meanOfBest } from "./_texts.ts";

const worth = (o: Overlap, hit: number, gold: number): number => o.similarity[hit * o.golds + gold]!;

export const similarity = defineMetric({
  kind: "computed",
  id: "similarity",
  title: "Text similarity",
  definition:
    "How close the hits are to the gold texts, letter by letter: for each of the first k hits the similarity to the nearest gold text, then the mean over these hits.",
  formula: "mean over hits of max over gold texts of (1 - edits / length of the longer text)",
  steps: [
    "For a hit and a gold text, count the characters to insert, delete or replace to turn one into the other.",
    "Divide by the length of the longer one, and subtract that from 1.",
    "Keep the nearest gold text for each hit.",
    "Take the mean over the first k hits.",
  ],
  cite: "Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals, 1966",
  params: { k: cutoff },
  at: "k",
  needs: ["texts"],
  match: { text: "edit" },
  direction: "higher",
  range: [0, 1],
  best: "every hit among the first k is a gold text",
  worst: "no character of any hit stays in place",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  compute: (r, { k }) => meanOfBest(r, k, worth),
  explain: (r, { k }) =>
    explainMeanOfBest("similarity", r, k, worth, (o, hit, gold) =>
      value(`similarity to gold text ${gold + 1}`, worth(o, hit, gold), hit + 1),
    ),
});
