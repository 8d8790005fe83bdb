import { defineMetric } from "../core/define-metric.ts";
import { product, sum, value } from "../core/derivation.ts";
import { add, form, mul, size, sub } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { scored } from "../core/score.ts";
import { foundHits, relevantDocs } from "./_forms.ts";
import { level } from "./_params.ts";
import { found, relevantTotal } from "./_ranks.ts";

const CELLS = ["relevant hits", "other hits", "relevant documents missed", "other documents not retrieved"];

/** Retrieved or not × relevant or not. */
function cells(r: JudgedRanking, rel: number | undefined, collection: number): number[] {
  const hits = found(r, r.length, rel);
  const relevant = relevantTotal(r, rel);
  return [hits, r.length - hits, relevant - hits, collection + hits - r.length - relevant];
}

export const utility = defineMetric({
  kind: "computed",
  id: "utility",
  title: "Utility",
  definition:
    "What the list is worth when every document, retrieved or not, relevant or not, earns or costs a fixed amount.",
  formula:
    "a × relevant hits + b × other hits + c × relevant documents missed + d × other documents not retrieved",
  steps: [
    "Count the relevant and the non-relevant hits, and the documents that were not retrieved likewise.",
    "Multiply each count by its weight and add up.",
  ],
  cite: "trec_eval utility; Lewis, The TREC-4 filtering track, 1995",
  params: {
    weights: {
      kind: "list",
      default: [1, -1, 0, 0],
      doc: "Four weights: relevant hits, other hits, relevant documents missed, other documents not retrieved. One that is left out is 0.",
      rule: "gain",
    },
    rel: level,
    collection: {
      kind: "integer",
      min: 0,
      default: 0,
      doc: "How many documents there are in all; only the fourth weight asks for it.",
      rule: "denominator",
    },
  },
  needs: ["grades"],
  direction: "higher",
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  best: "it depends on the weights: by default, exactly the relevant documents were retrieved",
  worst: "it depends on the weights: by default, a long list without a relevant document",
  aggregate: "mean",
  laws: ["rename-safe"],
  pushDown({ weights, rel, collection }) {
    const hits = foundHits(undefined, rel);
    const all = relevantDocs(rel);
    const counted = [hits, sub(size(), hits), sub(all, hits), sub(sub(add(collection, hits), size()), all)];
    return form(counted.map((n, i) => mul(weights[i] ?? 0, n)).reduce((a, b) => add(a, b)));
  },
  compute(r, { weights, rel, collection }) {
    let total = 0;
    cells(r, rel, collection).forEach((n, i) => {
      total += (weights[i] ?? 0) * n;
    });
    return scored(total);
  },
  explain(r, { weights, rel, collection }) {
    return sum(
      "utility",
      cells(r, rel, collection).map((n, i) =>
        product(`weight × ${CELLS[i]}`, [value("weight", weights[i] ?? 0), value(CELLS[i]!, n)]),
      ),
    );
  },
});
