import { defineMetric } from "../core/define-metric.ts";
import { log, max, value } from "../core/derivation.ts";
import { ln } from "../core/exact-log.ts";
import { scored } from "../core/score.ts";
import { logOf } from "./_forms.ts";
import { cutoff, floor, level } from "./_params.ts";
import { ap } from "./ap.ts";

const plain = (k: number | undefined, rel: number | undefined) =>
  ({ k, rel, of: "relevant", ties: "as-ordered", smooth: 0 }) as const;

export const gmAp = defineMetric({
  kind: "computed",
  id: "gm-ap",
  aliases: ["gmap", "gm-map"],
  title: "Geometric mean of average precision",
  definition:
    "Natural logarithm of average precision. Over all queries it is the geometric mean of average precision, which gives more weight to queries that go badly.",
  formula: "ln(max(average precision, floor)); over all queries e to the mean of these",
  steps: [
    "Compute average precision.",
    "Raise it to the floor if it is lower.",
    "Take the natural logarithm.",
    "Over all queries, raise e to the mean of the logarithms.",
  ],
  cite: "Robertson, On GMAP and other transformations, 2006; trec_eval gm_map",
  params: { k: cutoff, rel: level, floor },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [Number.NEGATIVE_INFINITY, 0],
  best: "every relevant document is among the first k, before all others",
  worst: "no relevant document is among the first k: the logarithm of the floor",
  aggregate: "geometric",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown: ({ k, rel, floor }) => logOf(ap.pushDown!(plain(k, rel)), floor),
  compute(r, { k, rel, floor }) {
    const score = ap.compute(r, plain(k, rel));
    return score.status === "scored" ? scored(ln(Math.max(score.value, floor))) : score;
  },
  explain(r, { k, rel, floor }) {
    const parts = [ap.explain(r, plain(k, rel)), value("floor", floor)];
    return log("gm-ap", max("at least the floor", parts));
  },
});
