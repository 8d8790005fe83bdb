import { defineMetric } from "../core/define-metric.ts";
import { explainFirst, helpful, scoreFirst } from "./_judged.ts";
import { cutoff } from "./_params.ts";

export const contextNoise = defineMetric({
  kind: "judged",
  id: "context-noise",
  title: "Context noise",
  definition: "Share of the first k contexts that do not help: text that costs tokens and adds nothing.",
  formula: "contexts in the first k that do not help / contexts in the first k",
  steps: [
    "For each context, ask whether it helps to arrive at the answer.",
    "Count those in the top k that do not.",
    "Divide by the number of contexts among the first k.",
  ],
  cite: "the complement of useful contexts",
  params: { k: cutoff },
  at: "k",
  needs: ["verdicts"],
  direction: "lower",
  range: [0, 1],
  best: "every context helps",
  worst: "none does",
  aggregate: "mean",
  laws: [],
  compute: (j, { k }) => scoreFirst(helpful(j), k, (helpful, n) => (n - helpful) / n),
  explain: (j, { k }) =>
    explainFirst("context-noise", helpful(j), k, (worth) => 1 - worth, "contexts that do not help"),
});
