import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import { add, and, div, form, least, size, when } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { emptyRanking, noRelevant, scored, zero } from "../core/score.ts";
import { noRelevantDocument, nothingRetrieved, precisionTerms } from "./_explain.ts";
import { foundHits, ifNoRelevant, isZero, precisionsOfHits, relevantDocs, runsOfScores } from "./_forms.ts";
import { choice, cutoff, level, smooth } from "./_params.ts";
import { depth, isRelevant, precisionSum, relevantTotal } from "./_ranks.ts";

const divisor = (of: "relevant" | "hits" | "min", k: number | undefined, relevant: number, hits: number) =>
  of === "hits" ? hits : of === "min" ? Math.min(k ?? relevant, relevant) : relevant;

const LABEL = {
  relevant: "relevant documents",
  hits: "relevant hits",
  min: "the smaller of k and the relevant documents",
};

/** Runs of equal scores with relevant hits among the first n: how many each has, how many came by its end, and that end. */
function* relevantRuns(r: JudgedRanking, n: number, rel: number | undefined) {
  let from = 0;
  let soFar = 0;
  for (const end of r.ties ?? []) {
    const to = Math.min(end, n);
    let hits = 0;
    for (let i = from; i < to; i++) if (isRelevant(r, i, rel)) hits++;
    soFar += hits;
    if (hits > 0) yield { hits, soFar, to };
    from = end;
  }
}

/** Precision at the end of each run of equal scores, once for each relevant hit of the run. */
function groupedSum(r: JudgedRanking, n: number, rel: number | undefined): { total: number; hits: number } {
  let total = 0;
  let found = 0;
  for (const { hits, soFar, to } of relevantRuns(r, n, rel)) {
    total += (hits * soFar) / to;
    found = soFar;
  }
  return { total, hits: found };
}

const groupedTerms = (r: JudgedRanking, n: number, rel: number | undefined): Derivation[] =>
  [...relevantRuns(r, n, rel)].map(({ hits, soFar, to }) =>
    ratio(
      "precision at the end of a run",
      product("hits × hits so far", [
        value("relevant hits of the run", hits),
        value("relevant so far", soFar),
      ]),
      value("rank", to),
      to,
    ),
  );

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
    ties: choice(
      {
        "as-ordered": "takes equal scores in the order of the list",
        group: "takes precision at the end of each run of equal scores",
      },
      "as-ordered",
      "Hits with equal scores: in the order of the list, or all at the last rank of their run.",
      "order",
      true,
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
  labels: ({ of, ties }) =>
    of !== "hits" && ties === "as-ordered" ? { grades: "binary", moves: "up" } : undefined,
  pushDown({ k, rel, of, ties, smooth }) {
    if (ties === "group") return runsOfScores(ties);
    const all = relevantDocs(rel);
    const divided = of === "hits" ? foundHits(k, rel) : of === "min" ? least(k ?? all, all) : all;
    const below = add(divided, smooth);
    return form(when(isZero(below), 0, div(precisionsOfHits(k, rel), below)), ifNoRelevant(rel), {
      when: and(isZero(below), isZero(size(k))),
      because: "empty-ranking",
    });
  },
  compute(r, { k, rel, of, ties, smooth }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    const n = depth(r, k);
    const grouped = ties === "group" && r.ties !== undefined;
    const { total, hits } = grouped ? groupedSum(r, n, rel) : precisionSum(r, n, rel);
    const below = divisor(of, k, relevant, hits) + smooth;
    if (below === 0) return n === 0 ? emptyRanking : zero;
    return scored(total / below);
  },
  explain(r, { k, rel, of, ties, smooth }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const n = depth(r, k);
    const grouped = ties === "group" && r.ties !== undefined;
    const terms = grouped ? groupedTerms(r, n, rel) : precisionTerms(r, n, rel);
    const below = divisor(of, k, relevant, precisionSum(r, n, rel).hits);
    if (below + smooth === 0) return n === 0 ? nothingRetrieved : value("no relevant hit", 0);
    const divided = value(LABEL[of], below);
    return ratio(
      "ap",
      sum("precision at each relevant hit", terms),
      smooth === 0 ? divided : sum("denominator", [divided, value("smooth", smooth)]),
    );
  },
});
