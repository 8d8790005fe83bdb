import { sum, value } from "../core/derivation.ts";
import { scored } from "../core/score.ts";
import { defineMetric } from "./_define.ts";
import { relevantHits } from "./_explain.ts";
import { choice, cutoff, level } from "./_params.ts";
import { depth, found, relevantTotal } from "./_ranks.ts";

export const count = defineMetric({
  kind: "computed",
  id: "count",
  title: "Count",
  definition:
    "How many hits were retrieved, or how many documents are relevant, listed or found; added up over the queries.",
  formula: "number of hits, of relevant documents, of listed documents, or of relevant hits",
  steps: ["Count what is asked for, hits among the first k only.", "Add up over the queries."],
  cite: "trec_eval num_ret, num_rel, num_rel_ret",
  params: {
    k: cutoff,
    rel: level,
    of: choice(
      {
        retrieved: "counts the hits",
        relevant: "counts the relevant documents of the gold",
        listed: "counts the documents that the gold lists, duplicates and alternatives included",
        found: "counts the relevant hits",
      },
      "retrieved",
      "What is counted: retrieved (hits), relevant (relevant documents of the gold), listed (as the gold lists them, duplicates included) or found (relevant hits).",
      "denominator",
    ),
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, Number.POSITIVE_INFINITY],
  best: "there is no best: it is a count",
  worst: "there is no worst: it is a count",
  aggregate: "sum",
  laws: ["ignores-below-k", "rename-safe"],
  compute(r, { k, rel, of }) {
    const n = depth(r, k);
    if (of === "retrieved") return scored(n);
    if (of === "listed") return scored(r.goldListed);
    return scored(of === "relevant" ? relevantTotal(r, rel) : found(r, n, rel));
  },
  explain(r, { k, rel, of }) {
    const n = depth(r, k);
    if (of === "retrieved") return value("hits", n);
    if (of === "listed") return value("listed documents", r.goldListed);
    if (of === "relevant") return value("relevant documents", relevantTotal(r, rel));
    return sum("relevant hits", relevantHits(r, n, rel));
  },
});
