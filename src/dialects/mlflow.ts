import type { Dialect, DialectMetric } from "../core/dialect.ts";
import { binaryJoin, nanMean, one, plainVerdicts, when, zeroIf } from "./_common.ts";

/** The default of retriever_k. */
const K = [3];

/** A metric with its three aggregates, as a run's table names them. */
const withAggregates = (name: string, rest: Omit<DialectMetric, "name" | "k">): DialectMetric[] => [
  { name, summary: `${name}/mean`, k: K, ...rest },
  { name: `${name}/variance`, k: K, ...rest, in: "summary", average: { as: "variance" } },
  { name: `${name}/p90`, k: K, ...rest, in: "summary", average: { as: "p90" } },
];

/** Nothing to find and nothing found is right. */
const bothEmpty = when(one, "empty-both");

export const mlflow: Dialect = {
  id: "mlflow",
  tool: "MLflow",
  version: "3.17.2",
  cite: "MLflow 3.17.2, mlflow.metrics: precision_at_k, recall_at_k, ndcg_at_k",
  about:
    "Three metrics over the first k hits (default: 3), each with a mean, a variance and a 90th percentile.",
  join: binaryJoin,
  // Every row of the table has a list, if an empty one.
  average: nanMean,
  verdicts: plainVerdicts,
  otherwise: zeroIf("no-relevant", "empty-ranking"),
  metrics: {
    retriever: [
      ...withAggregates("precision_at_{k}", { is: "precision(of=retrieved)" }),
      ...withAggregates("recall_at_{k}", { is: "recall(count=distinct)", guard: bothEmpty }),
      ...withAggregates("ndcg_at_{k}", { is: "ndcg(ideal=repeats,cut=length)", guard: bothEmpty }),
    ],
  },
  differs: [
    {
      says: "Precision divides by the hits there are, not by k.",
      case: { gold: { relevant: ["a"] }, hits: ["a"] },
      metric: "precision_at_3",
      value: 1,
      textbook: "precision@3",
      textbookValue: 0.3333333333333333,
    },
    {
      says: "A repeated hit counts again in precision.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a", "x"] },
      metric: "precision_at_3",
      value: 0.6666666666666666,
      textbook: "precision@3",
      textbookValue: 0.3333333333333333,
    },
    {
      says: "The ideal list of nDCG is cut to the number of retrieved hits.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "ndcg_at_3",
      value: 1,
      textbook: "ndcg@3",
      textbookValue: 0.6131471927654584,
    },
    {
      says: "A repeated hit counts again in nDCG, and once more in its ideal.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "x", "a"] },
      metric: "ndcg_at_3",
      value: 0.9197207891481876,
      textbook: "ndcg@3",
      textbookValue: 1,
    },
    {
      says: "Nothing to find and nothing found scores 1.",
      case: { gold: { relevant: [] }, hits: [] },
      metric: "recall_at_3",
      value: 1,
      textbook: "recall@3",
      textbookValue: "no-relevant",
    },
    {
      says: "Where only the gold is empty it prints 0.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      metric: "recall_at_3",
      value: 0,
      textbook: "recall@3",
      textbookValue: "no-relevant",
    },
    {
      says: "Precision of nothing is 0.",
      case: { gold: { relevant: ["a"] }, hits: [] },
      metric: "precision_at_3",
      value: 0,
      textbook: "precision(of=retrieved)@3",
      textbookValue: "empty-ranking",
    },
    {
      says: "It has no grades: a document is in the gold or it is not.",
      case: { gold: { grades: { a: 1, b: 3 } }, hits: ["a", "b"] },
      metric: "ndcg_at_3",
      value: 1,
      textbook: "ndcg@3",
      textbookValue: 0.7967075809905066,
    },
  ],
};
