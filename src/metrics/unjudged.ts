import { ratio, sum, value } from "../core/derivation.ts";
import { emptyRanking, scored } from "../core/score.ts";
import { defineMetric } from "./_define.ts";
import { hitsWhere, nothingRetrieved } from "./_explain.ts";
import { cutoff } from "./_params.ts";
import { depth, judgedAmong } from "./_ranks.ts";

export const unjudged = defineMetric({
  kind: "computed",
  id: "unjudged",
  title: "Unjudged",
  definition:
    "Share of the first k hits that nobody judged: how much of the list every other metric counts as not relevant without knowing.",
  formula: "not judged in the first k / hits in the first k",
  steps: [
    "Count the hits among the first k that the gold does not know.",
    "Divide by the number of hits among the first k.",
  ],
  cite: "ir_measures Judged (its complement)",
  params: { k: cutoff },
  at: "k",
  needs: ["grades"],
  direction: "lower",
  range: [0, 1],
  best: "every one of the first k hits was judged",
  worst: "none was",
  aggregate: "mean",
  laws: ["ignores-below-k", "top-when-ideal", "rename-safe"],
  compute(r, { k }) {
    const n = depth(r, k);
    return n === 0 ? emptyRanking : scored((n - judgedAmong(r, n)) / n);
  },
  explain(r, { k }) {
    const n = depth(r, k);
    if (n === 0) return nothingRetrieved;
    const hits = hitsWhere(n, "not judged", (rank) => r.judged[rank] !== 1);
    return ratio("unjudged", sum("unjudged hits", hits), value("hits", n));
  },
});
