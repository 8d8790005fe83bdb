import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { and, div, form, ge, grade, hits, judged, size, sub } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { emptyRanking, scored } from "../core/score.ts";
import { hitsWhere, nothingRetrieved } from "./_explain.ts";
import { ifEmpty, within } from "./_forms.ts";
import { choice, cutoff, negativeAs } from "./_params.ts";
import { depth, rankOf, steps } from "./_ranks.ts";

const isUnjudged = (r: JudgedRanking, rank: number, negatives: "judged" | "unjudged"): boolean =>
  r.judged[rank] !== 1 || (negatives === "unjudged" && r.grades[rank]! < 0);

const divisor = (n: number, k: number | undefined, of: "retrieved" | "k"): number =>
  of === "k" ? (k ?? n) : n;

export const unjudged = defineMetric({
  kind: "computed",
  id: "unjudged",
  title: "Unjudged",
  definition:
    "Share of unjudged documents among the first k hits, which most other metrics count as not relevant.",
  formula: "not judged in the first k / hits in the first k",
  steps: ["Count the unjudged hits among the first k.", "Divide by the number of hits among the first k."],
  cite: "ir_measures Judged (its complement); trec_eval unj",
  params: {
    k: cutoff,
    negatives: negativeAs("judged"),
    of: choice(
      { retrieved: "divides by the number of hits", k: "divides by k, even if there are fewer hits" },
      "retrieved",
      "What is divided by: retrieved (hits among the first k) or k.",
      "denominator",
      true,
    ),
  },
  at: "k",
  needs: ["grades"],
  direction: "lower",
  range: [0, 1],
  best: "every one of the first k hits was judged",
  worst: "none was",
  aggregate: "mean",
  laws: ["ignores-below-k", "top-when-ideal", "rename-safe"],
  pushDown({ k, negatives, of }) {
    const below = of === "k" && k !== undefined ? k : size(k);
    const known = negatives === "unjudged" ? and(judged, ge(grade, 0)) : judged;
    return form(div(sub(size(k), hits("count", within(k, known))), below), ifEmpty(below));
  },
  compute(r, { k, negatives, of }) {
    const n = depth(r, k);
    const below = divisor(n, k, of);
    const end = steps(r, n);
    // All skipped hits are unjudged.
    let hits = n - end;
    for (let i = 0; i < end; i++) if (isUnjudged(r, rankOf(r, i), negatives)) hits++;
    return below === 0 ? emptyRanking : scored(hits / below);
  },
  explain(r, { k, negatives, of }) {
    const n = depth(r, k);
    const below = divisor(n, k, of);
    if (below === 0) return nothingRetrieved;
    const hits = hitsWhere(n, "not judged", (rank) => isUnjudged(r, rank, negatives));
    return ratio(
      "unjudged",
      sum("unjudged hits", hits),
      value(of === "k" && k !== undefined ? "k" : "hits", below),
    );
  },
});
