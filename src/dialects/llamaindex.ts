import type { Dialect } from "../core/dialect.ts";
import { binaryJoin, nanMean, plainVerdicts, raises, when } from "./_common.ts";

export const llamaindex: Dialect = {
  id: "llamaindex",
  tool: "LlamaIndex",
  version: "0.14.25",
  cite: "llama-index-core 0.14.25, evaluation/retrieval/metrics.py",
  about:
    "Metrics over the whole list that was retrieved; there is no cut-off. use_granular_hit_rate and use_granular_mrr are separate metrics here. The tool scores query by query; the mean is over the queries that it scores.",
  join: binaryJoin,
  // A query that was never given to the retriever has no result.
  average: { ...nanMean, missing: "leave-out" },
  verdicts: plainVerdicts,
  guard: when(raises, "empty-ranking", "empty-gold"),
  metrics: {
    retrieval: [
      { name: "hit_rate", is: "hit" },
      { name: "hit_rate_granular", is: "recall(total=entries)" },
      { name: "mrr", is: "rr" },
      { name: "mrr_granular", is: "rr(over=each)" },
      { name: "precision", is: "precision(of=distinct,count=distinct)" },
      { name: "recall", is: "recall(count=distinct)" },
      { name: "ap", is: "ap" },
      { name: "ndcg", is: "ndcg(ideal=entries)" },
      // Every gain is 0 or 1, where both modes agree.
      { name: "ndcg_exponential", is: "ndcg(gain=exp,ideal=entries)" },
    ],
  },
  differs: [
    {
      says: "A repeated hit counts again in the granular hit rate, which can exceed 1.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "hit_rate_granular",
      value: 2,
      textbook: "recall",
      textbookValue: 1,
    },
    {
      says: "The granular hit rate divides by the length of the gold list, duplicates counted.",
      case: { gold: { relevant: ["a", "a"] }, hits: ["a"] },
      metric: "hit_rate_granular",
      value: 0.5,
      textbook: "recall",
      textbookValue: 1,
    },
    {
      says: "The granular MRR is the mean of 1 / rank over all relevant hits, so that a second one lowers it.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a", "b"] },
      metric: "mrr_granular",
      value: 0.75,
      textbook: "rr",
      textbookValue: 1,
    },
    {
      says: "A repeated hit counts again in average precision, which can exceed 1.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "ap",
      value: 2,
      textbook: "ap",
      textbookValue: 1,
    },
    {
      says: "A repeated hit counts again in nDCG too, which can exceed 1.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "ndcg",
      value: 1.6309297535714575,
      textbook: "ndcg",
      textbookValue: 1,
    },
    {
      says: "A document listed twice in the gold counts twice in the ideal list of nDCG.",
      case: { gold: { relevant: ["a", "a"] }, hits: ["a"] },
      metric: "ndcg",
      value: 0.6131471927654584,
      textbook: "ndcg",
      textbookValue: 1,
    },
    {
      says: "It has no grades: a document is in the gold or it is not.",
      case: { gold: { grades: { a: 1, b: 3 } }, hits: ["a", "b"] },
      metric: "ndcg",
      value: 1,
      textbook: "ndcg",
      textbookValue: 0.7967075809905066,
    },
    {
      says: "It raises where nothing was retrieved.",
      case: { gold: { relevant: ["a"] }, hits: [] },
      metric: "hit_rate",
      value: "tool-raises",
      textbook: "hit",
      textbookValue: 0,
    },
    {
      says: "It raises where the gold is empty.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      metric: "recall",
      value: "tool-raises",
      textbook: "recall",
      textbookValue: "no-relevant",
    },
  ],
};
