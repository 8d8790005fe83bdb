import { defineMetric } from "../core/define-metric.ts";
import { explainFirst, helpful, scoreFirst } from "./_judged.ts";
import { cutoff } from "./_params.ts";

export const contextUseful = defineMetric({
  kind: "judged",
  id: "context-useful",
  title: "Useful contexts",
  definition:
    "Share of the first k contexts that help to arrive at the reference answer: plain precision, without the rank weighting of context precision.",
  formula: "helpful contexts in the first k / contexts in the first k",
  steps: [
    "For each context, ask whether it helps to arrive at the answer.",
    "Count those in the top k that do.",
    "Divide by the number of contexts among the first k.",
  ],
  cite: "RAGChecker context precision",
  params: { k: cutoff },
  at: "k",
  needs: ["verdicts"],
  direction: "higher",
  range: [0, 1],
  best: "every context helps",
  worst: "none does",
  aggregate: "mean",
  laws: [],
  compute: (j, { k }) => scoreFirst(helpful(j), k, (helpful, n) => helpful / n),
  explain: (j, { k }) => explainFirst("context-useful", helpful(j), k, (worth) => worth, "helpful contexts"),
});
