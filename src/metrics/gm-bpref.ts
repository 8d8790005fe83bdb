import { defineMetric } from "../core/define-metric.ts";
import { log, max, value } from "../core/derivation.ts";
import { ln } from "../core/exact-log.ts";
import { scored } from "../core/score.ts";
import { logOf } from "./_forms.ts";
import { floor, level } from "./_params.ts";
import { bpref } from "./bpref.ts";

const plain = (rel: number | undefined) => ({ rel, first: "special", negatives: "unjudged" }) as const;

export const gmBpref = defineMetric({
  kind: "computed",
  id: "gm-bpref",
  title: "Geometric mean of bpref",
  definition:
    "Natural logarithm of bpref. Over all queries it is the geometric mean of bpref, which gives more weight to queries that go badly.",
  formula: "ln(max(bpref, floor)); over all queries e to the mean of these",
  steps: [
    "Compute bpref.",
    "Raise it to the floor if it is lower.",
    "Take the natural logarithm.",
    "Over all queries, raise e to the mean of the logarithms.",
  ],
  cite: "trec_eval gm_bpref",
  params: { rel: level, floor },
  needs: ["grades"],
  direction: "higher",
  range: [Number.NEGATIVE_INFINITY, 0],
  best: "every relevant document was retrieved, before all that were judged not relevant",
  worst: "no relevant document was retrieved: the logarithm of the floor",
  aggregate: "geometric",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  pushDown: ({ rel, floor }) => logOf(bpref.pushDown!(plain(rel)), floor),
  compute(r, { rel, floor }) {
    const score = bpref.compute(r, plain(rel));
    return score.status === "scored" ? scored(ln(Math.max(score.value, floor))) : score;
  },
  explain(r, { rel, floor }) {
    const parts = [bpref.explain(r, plain(rel)), value("floor", floor)];
    return log("gm-bpref", max("at least the floor", parts));
  },
});
