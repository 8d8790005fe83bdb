import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, entries, form } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { foundTerms, noRelevantDocument } from "./_explain.ts";
import { foundHits, isZero, relevantDocs, runsOfScores } from "./_forms.ts";
import { count, cutoff, level, ties, total } from "./_params.ts";
import { depth, found, foundBy, relevantTotal } from "./_ranks.ts";

const LABEL = {
  relevant: "relevant documents",
  entries: "entries of the gold",
  retrieved: "relevant hits of the whole list",
};

const below = (r: JudgedRanking, rel: number | undefined, total: keyof typeof LABEL): number =>
  total === "retrieved"
    ? found(r, r.length, rel)
    : total === "entries"
      ? r.goldListed
      : relevantTotal(r, rel);

export const recall = defineMetric({
  kind: "computed",
  id: "recall",
  aliases: ["r"],
  title: "Recall",
  definition: "Share of the relevant documents that are among the first k hits.",
  formula: "relevant in the first k / all relevant",
  steps: [
    "Count the relevant documents among the first k hits.",
    "Divide by the number of relevant documents in the gold.",
  ],
  cite: "trec_eval recall; Manning, Raghavan, Schütze, Introduction to Information Retrieval, section 8.3",
  params: { k: cutoff, rel: level, ties, count, total: total("relevant", "entries", "retrieved") },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document is among the first k",
  worst: "none is",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  labels: ({ total }) => (total === "relevant" ? { grades: "binary", moves: "sum" } : undefined),
  pushDown({ k, rel, ties, total }) {
    if (ties === "expected") return runsOfScores(ties);
    const all =
      total === "retrieved" ? foundHits(undefined, rel) : total === "entries" ? entries : relevantDocs(rel);
    return form(div(foundHits(k, rel), all), { when: isZero(all), because: "no-relevant" });
  },
  compute(r, { k, rel, ties, count, total }) {
    const all = below(r, rel, total);
    return all === 0 ? noRelevant : scored(foundBy(r, depth(r, k), rel, count, ties) / all);
  },
  explain(r, { k, rel, ties, count, total }) {
    const all = below(r, rel, total);
    if (all === 0) return noRelevantDocument;
    const hits = foundTerms(r, depth(r, k), rel, count, ties);
    return ratio("recall", sum("relevant hits", hits), value(LABEL[total], all));
  },
});
