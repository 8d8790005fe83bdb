import type { Dialect } from "../core/dialect.ts";
import { binaryJoin, nanMean, plainVerdicts, raises, when, zeroIf } from "./_common.ts";

const FEW = [1, 3, 5, 10];

export const sentenceTransformers: Dialect = {
  id: "sentence-transformers",
  tool: "sentence-transformers",
  version: "6.2.0",
  cite: "sentence-transformers 6.2.0, InformationRetrievalEvaluator",
  about:
    "Metrics over the first k hits, which it sorts by score again; equal scores are ordered by ascending id. Queries without relevant documents are dropped before anything is counted. It prints means only.",
  join: { ...binaryJoin, order: "score-if-any", ties: "id-asc" },
  // Without a query that has gold it divides by zero.
  average: { ...nanMean, blankGold: "drop", poison: when(raises, "no-queries") },
  verdicts: plainVerdicts,
  otherwise: zeroIf("no-relevant", "empty-ranking"),
  metrics: {
    retrieval: [
      { name: "accuracy@{k}", is: "hit", k: FEW },
      { name: "precision@{k}", is: "precision", k: FEW },
      { name: "recall@{k}", is: "recall", k: FEW },
      { name: "ndcg@{k}", is: "ndcg", k: [10] },
      { name: "mrr@{k}", is: "rr", k: [10] },
      { name: "map@{k}", is: "ap(of=min)", k: [100] },
    ],
  },
  differs: [
    {
      says: "Average precision divides by k or the number of relevant documents, whichever is smaller.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "map@1",
      value: 1,
      textbook: "ap@1",
      textbookValue: 0.5,
    },
    {
      says: "Lists are sorted by score again.",
      case: {
        gold: { relevant: ["a"] },
        hits: [
          { id: "x", score: 0.1 },
          { id: "a", score: 0.9 },
        ],
      },
      metric: "mrr@10",
      value: 1,
      textbook: "rr@10",
      textbookValue: 0.5,
    },
    {
      says: "Equal scores go by id, ascending.",
      case: {
        gold: { relevant: ["a"] },
        hits: [
          { id: "x", score: 1 },
          { id: "a", score: 1 },
        ],
      },
      metric: "mrr@10",
      value: 1,
      textbook: "rr@10",
      textbookValue: 0.5,
    },
    {
      says: "A repeated hit counts again, so that recall can exceed 1.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "recall@10",
      value: 2,
      textbook: "recall@10",
      textbookValue: 1,
    },
    {
      says: "A repeated hit counts again in nDCG too, which can exceed 1.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "ndcg@10",
      value: 1.6309297535714575,
      textbook: "ndcg@10",
      textbookValue: 1,
    },
    {
      says: "It has no grades: a document is relevant or it is not.",
      case: { gold: { grades: { a: 1, b: 3 } }, hits: ["a", "b"] },
      metric: "ndcg@10",
      value: 1,
      textbook: "ndcg@10",
      textbookValue: 0.7967075809905066,
    },
    {
      says: "Without a single query that has relevant documents it divides by zero.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      mean: true,
      metric: "recall@10",
      value: "tool-raises",
      textbook: "recall@10",
      textbookValue: "no-relevant",
    },
  ],
};
