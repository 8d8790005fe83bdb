import type { Dialect } from "../core/dialect.ts";
import { listJoin, nanMean, plainVerdicts, when, zero, zeroIf } from "./_common.ts";

const K = [5];

export const ragprod: Dialect = {
  id: "ragprod",
  tool: "ragprod",
  version: "1.1.0",
  cite: "ragprod 1.1.0 (commit cd374a2), RetrievalEvaluator",
  about:
    "Metrics over the first k hits (default: 5). Hits without an id are left out after the cut, so those below them move up. Grades, where there are any, only matter to nDCG.",
  join: { ...listJoin, depth: "k", nulls: "drop-after-depth" },
  // The tool needs one list per query and accepts an empty one, so a missing query becomes an empty list. It uses Python's sum, compensated since 3.12.
  average: { ...nanMean, sum: "compensated", empty: zero },
  verdicts: plainVerdicts,
  otherwise: zeroIf("no-relevant", "empty-ranking"),
  leastCutoff: 0,
  metrics: {
    retrieval: [
      { name: "precision_at_k", summary: "mean_precision_at_k", is: "precision(of=retrieved)", k: K },
      { name: "recall_at_k", summary: "mean_recall_at_k", is: "recall", k: K },
      { name: "f1_at_k", summary: "mean_f1_at_k", is: "f(of=retrieved)", k: K },
      { name: "mrr", summary: "mean_mrr", is: "rr", k: K },
      { name: "map", summary: "mean_map", is: "ap(of=hits)", k: K },
      { name: "ndcg_at_k", summary: "mean_ndcg_at_k", is: "ndcg(ideal=listed,negatives=keep)", k: K },
      { name: "hit_rate", summary: "mean_hit_rate", is: "hit", k: K },
      { name: "num_retrieved", is: "count", in: "rows", join: { nulls: "keep" } },
      {
        name: "num_relevant",
        is: "count(of=relevant)",
        in: "rows",
        // Without hits it returns early, with the length of the list instead of the size of the set.
        guard: when({ is: "count(of=listed)" }, "empty-ranking"),
      },
      { name: "num_relevant_retrieved", is: "count(of=found)", in: "rows", k: K },
    ],
  },
  differs: [
    {
      says: "Precision divides by the hits there are, not by k.",
      case: { gold: { relevant: ["a"] }, hits: ["a"] },
      metric: "precision_at_k",
      value: 1,
      textbook: "precision@5",
      textbookValue: 0.2,
    },
    {
      says: "A repeated hit counts again, so recall can exceed 1, and F1 with it.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "recall_at_k",
      value: 2,
      textbook: "recall@5",
      textbookValue: 1,
    },
    {
      says: "A repeated hit counts again in nDCG too, which can exceed 1.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "ndcg_at_k",
      value: 1.6309297535714575,
      textbook: "ndcg@5",
      textbookValue: 1,
    },
    {
      says: "Average precision divides by the hits found, so gold that was missed never lowers it.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "map",
      value: 1,
      textbook: "ap@5",
      textbookValue: 0.5,
    },
    {
      says: "A document that has a grade but is not in the relevant list adds to DCG and not to the ideal, so nDCG can exceed 1.",
      case: { gold: { relevant: ["a"], grades: { a: 1, b: 5 } }, hits: ["b", "a"] },
      metric: "ndcg_at_k",
      value: 5.630929753571458,
      textbook: "ndcg@5",
      textbookValue: 1,
    },
    {
      says: "Precision of nothing is 0.",
      case: { gold: { relevant: ["a"] }, hits: [] },
      metric: "precision_at_k",
      value: 0,
      textbook: "precision(of=retrieved)@5",
      textbookValue: "empty-ranking",
    },
    {
      says: "A query without gold scores 0 and counts.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      metric: "recall_at_k",
      value: 0,
      textbook: "recall@5",
      textbookValue: "no-relevant",
    },
    {
      says: "The number of relevant documents counts duplicates, but only where nothing was retrieved.",
      case: { gold: { relevant: ["a", "a"] }, hits: [] },
      metric: "num_relevant",
      value: 2,
      textbook: "count(of=relevant)",
      textbookValue: 1,
    },
  ],
  chosen: [
    {
      id: "cut-off",
      tool: "A cut-off below 0 leaves out hits from the end of the list, twice for precision and DCG, as Python slices do.",
      goldie: "A cut-off below 0 is an error. At 0 no hit counts, as in the tool.",
    },
  ],
};
