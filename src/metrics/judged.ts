import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form, hits, judged as isJudged, size } from "../core/form.ts";
import { emptyRanking, scored } from "../core/score.ts";
import { hitsWhere, nothingRetrieved } from "./_explain.ts";
import { ifEmpty, within } from "./_forms.ts";
import { cutoff } from "./_params.ts";
import { depth, judgedAmong } from "./_ranks.ts";

export const judged = defineMetric({
  kind: "computed",
  id: "judged",
  title: "Judged",
  definition:
    "Share of the first k hits that are judged, as relevant or not. Most other metrics count unjudged hits as not relevant.",
  formula: "judged in the first k / hits in the first k",
  steps: ["Count the judged hits among the first k.", "Divide by the number of hits among the first k."],
  cite: "ir_measures Judged",
  params: { k: cutoff },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every one of the first k hits was judged",
  worst: "none was",
  aggregate: "mean",
  laws: ["ignores-below-k", "top-when-ideal", "rename-safe"],
  pushDown: ({ k }) => form(div(hits("count", within(k, isJudged)), size(k)), ifEmpty(size(k))),
  compute(r, { k }) {
    const n = depth(r, k);
    return n === 0 ? emptyRanking : scored(judgedAmong(r, n) / n);
  },
  explain(r, { k }) {
    const n = depth(r, k);
    if (n === 0) return nothingRetrieved;
    const hits = hitsWhere(n, "judged", (rank) => r.judged[rank] === 1);
    return ratio("judged", sum("judged hits", hits), value("hits", n));
  },
});
