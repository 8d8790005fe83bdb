import type { Dialect } from "../core/dialect.ts";
import { listJoin, nanMean, plainVerdicts, zeroIf } from "./_common.ts";

export const haystack: Dialect = {
  id: "haystack",
  tool: "Haystack",
  version: "3.4.0",
  cite: "haystack-ai 3.4.0, components/evaluators/document_*.py",
  about:
    "Metrics over the whole list that was retrieved; there is no cut-off. Documents are compared by content by default: pass the content as the id, or ids and its document_comparison_field. A document that is retrieved twice is credited once and keeps both ranks.",
  join: { ...listJoin, duplicates: "blank" },
  // It needs one list per query and accepts an empty one, so a missing query becomes an empty list.
  average: nanMean,
  verdicts: plainVerdicts,
  otherwise: zeroIf("no-relevant", "empty-ranking"),
  metrics: {
    retrieval: [
      // Only the recalls ignore an empty content.
      { name: "recall_single_hit", is: "hit", join: { blank: "drop" } },
      { name: "recall_multi_hit", is: "recall", join: { blank: "drop" } },
      { name: "mrr", is: "rr" },
      { name: "map", is: "ap" },
      { name: "ndcg", is: "ndcg", join: { grades: "ignore" } },
      { name: "ndcg_graded", is: "ndcg", join: { grades: "listed" } },
    ],
  },
  differs: [
    {
      says: "A repeated hit is credited once and keeps its rank, so that it pushes down what follows.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a", "a", "b"] },
      metric: "map",
      value: 0.8333333333333333,
      textbook: "ap",
      textbookValue: 1,
    },
    {
      says: "The same in nDCG.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a", "a", "b"] },
      metric: "ndcg",
      value: 0.9197207891481876,
      textbook: "ndcg",
      textbookValue: 1,
    },
    {
      says: "nDCG reads only the relevant list unless the gold documents have scores.",
      case: { gold: { relevant: ["a", "b"], grades: { a: 1, b: 3 } }, hits: ["a", "b"] },
      metric: "ndcg",
      value: 1,
      textbook: "ndcg",
      textbookValue: 0.7967075809905066,
    },
    {
      says: "Where they do, a document that is not in the list has no grade.",
      case: { gold: { relevant: ["a"], grades: { a: 1, b: 5 } }, hits: ["b", "a"] },
      metric: "ndcg_graded",
      value: 0.6309297535714575,
      textbook: "ndcg",
      textbookValue: 1,
    },
    {
      says: "A query without gold scores 0 and counts.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      metric: "recall_multi_hit",
      value: 0,
      textbook: "recall",
      textbookValue: "no-relevant",
    },
  ],
};
