import { ratio, sum, value } from "../core/derivation.ts";
import { emptyRanking, noRelevant, scored, zero } from "../core/score.ts";
import type { Derivation } from "../core/types.ts";
import { defineMetric } from "./_define.ts";
import { noRelevantDocument, nothingRetrieved } from "./_explain.ts";
import { choice, cutoff, level, smooth } from "./_params.ts";
import { depth, isRelevant, relevantTotal } from "./_ranks.ts";

const divisor = (of: "relevant" | "hits" | "min", k: number | undefined, relevant: number, hits: number) =>
  of === "hits" ? hits : of === "min" ? Math.min(k ?? relevant, relevant) : relevant;

const LABEL = {
  relevant: "relevant documents",
  hits: "relevant hits",
  min: "the smaller of k and the relevant documents",
};

export const ap = defineMetric({
  kind: "computed",
  id: "ap",
  aliases: ["map"],
  title: "Average precision",
  definition:
    "Precision at the rank of each relevant hit among the first k, added up and divided by the number of relevant documents; the mean is known as MAP.",
  formula: "sum over relevant hits at rank i <= k of (relevant in the first i / i) / all relevant",
  steps: [
    "At each relevant hit among the first k, take the precision down to its rank.",
    "Add these up; a relevant document that was not found adds 0.",
    "Divide by the number of relevant documents in the gold.",
  ],
  cite: "Buckley, Voorhees, Evaluating evaluation measure stability, 2000; trec_eval map, map_cut",
  params: {
    k: cutoff,
    rel: level,
    of: choice(
      {
        relevant: "divides by the number of relevant documents",
        hits: "divides by the relevant documents that were found, so missing ones never cost anything",
        min: "divides by k or the number of relevant documents, whichever is smaller",
      },
      "relevant",
      "What is divided by: relevant (all relevant documents), hits (those found among the first k), or min (k or the number of relevant documents, whichever is smaller).",
      "denominator",
    ),
    smooth,
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document is among the first k, before all others",
  worst: "no relevant document is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  compute(r, { k, rel, of, smooth }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    const n = depth(r, k);
    let hits = 0;
    let total = 0;
    for (let i = 0; i < n; i++) if (isRelevant(r, i, rel)) total += ++hits / (i + 1);
    const below = divisor(of, k, relevant, hits) + smooth;
    if (below === 0) return n === 0 ? emptyRanking : zero;
    return scored(total / below);
  },
  explain(r, { k, rel, of, smooth }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const n = depth(r, k);
    const terms: Derivation[] = [];
    for (let i = 0; i < n; i++)
      if (isRelevant(r, i, rel))
        terms.push(
          ratio("precision", value("relevant so far", terms.length + 1), value("rank", i + 1), i + 1),
        );
    const below = divisor(of, k, relevant, terms.length);
    if (below + smooth === 0) return n === 0 ? nothingRetrieved : value("no relevant hit", 0);
    const divided = value(LABEL[of], below);
    return ratio(
      "ap",
      sum("precision at each relevant hit", terms),
      smooth === 0 ? divided : sum("denominator", [divided, value("smooth", smooth)]),
    );
  },
});
