import type { Dialect, DialectMetric } from "../core/dialect.ts";
import { binaryJoin, nanMean, none, plainVerdicts, when } from "./_common.ts";

/** The six metrics, the same in all versions. */
export const retrieval: readonly DialectMetric[] = [
  { name: "retrieval_f1", is: "f(of=retrieved,count=distinct,over=groups)" },
  { name: "retrieval_recall", is: "group-recall" },
  { name: "retrieval_precision", is: "precision(of=retrieved,count=distinct)" },
  { name: "retrieval_ndcg", is: "ndcg(gain=exp,ideal=shorter)" },
  { name: "retrieval_mrr", is: "group-rr(credit=each)" },
  { name: "retrieval_map", is: "group-ap(credit=each)" },
];

/** How every version differs. */
export const always: Dialect["differs"] = [
  {
    says: "A plain list is one group of alternatives: any one of its documents satisfies the query.",
    case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
    metric: "retrieval_recall",
    value: 1,
    textbook: "recall",
    textbookValue: 0.5,
  },
  {
    says: "Precision counts a repeated document once above the line and again below it.",
    case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
    metric: "retrieval_precision",
    value: 0.5,
    textbook: "precision",
    textbookValue: 1,
  },
  {
    says: "MRR is the mean over the groups of each group's own reciprocal rank.",
    case: { gold: { groups: [["a"], ["b"]] }, hits: ["a"] },
    metric: "retrieval_mrr",
    value: 0.5,
    textbook: "group-rr",
    textbookValue: 1,
  },
  {
    says: "MAP is the mean over the groups of each group's own average precision, divided by the hits of the group, not by its size; alternatives that follow the first still count.",
    case: { gold: { groups: [["a", "b"], ["c"]] }, hits: ["a", "x", "b"] },
    metric: "retrieval_map",
    value: 0.41666666666666663,
    textbook: "group-ap",
    textbookValue: 0.5,
  },
  {
    says: "Average precision divides by what was found, so gold that was missed never lowers it.",
    case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
    metric: "retrieval_map",
    value: 1,
    textbook: "ap",
    textbookValue: 0.5,
  },
  {
    says: "The ideal of nDCG includes every alternative of a group, so a satisfied group may score below 1.",
    case: { gold: { groups: [["a", "b"]] }, hits: ["a", "x"] },
    metric: "retrieval_ndcg",
    value: 0.6131471927654584,
    textbook: "group-ndcg",
    textbookValue: 1,
  },
  {
    says: "The ideal list of nDCG is cut to the number of retrieved hits.",
    case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
    metric: "retrieval_ndcg",
    value: 1,
    textbook: "ndcg",
    textbookValue: 0.6131471927654584,
  },
  {
    says: "nDCG counts every repetition of a document, so it can exceed 1.",
    case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
    metric: "retrieval_ndcg",
    value: 1.6309297535714575,
    textbook: "ndcg",
    textbookValue: 1,
  },
  {
    says: "A document listed twice in the gold counts twice in the ideal list of nDCG.",
    case: { gold: { relevant: ["a", "a"] }, hits: ["a", "x"] },
    metric: "retrieval_ndcg",
    value: 0.6131471927654584,
    textbook: "ndcg",
    textbookValue: 1,
  },
];

export const autorag: Dialect = {
  id: "autorag",
  tool: "AutoRAG",
  version: "0.3.27",
  cite: "AutoRAG 0.3.27, evaluate/metric: retrieval.py and retrieval_contents.py",
  about:
    "Six metrics over gold in groups (every group is needed, any document of a group satisfies it), over the whole list that was retrieved; and, in the set tokens, three over the words of passages. Queries with gaps in gold or hits are skipped.",
  // Its loader turns a plain list into one group, contrary to its documentation.
  join: { ...binaryJoin, shape: "groups" },
  // It retrieves for every query of the data set, so a missing query is an empty list, which it skips.
  average: nanMean,
  verdicts: plainVerdicts,
  guard: when(none, "gold-hole", "empty-ranking", "blank-hit"),
  metrics: {
    retrieval,
    tokens: [
      { name: "retrieval_token_f1", is: "token-f" },
      { name: "retrieval_token_precision", is: "token-precision" },
      { name: "retrieval_token_recall", is: "token-recall" },
    ],
  },
  options: {
    and: { about: "Every gold document is a separate group.", join: { shape: "each-own-group" } },
    or: { about: "All documents of the gold are one group.", join: { shape: "one-group" } },
  },
  differs: [
    ...always,
    {
      says: "A query without hits is skipped.",
      case: { gold: { groups: [["a"]] }, hits: [] },
      metric: "retrieval_recall",
      value: "tool-none",
      textbook: "group-recall",
      textbookValue: 0,
    },
    {
      says: "A query with a blank id among its hits is skipped.",
      case: { gold: { groups: [["a"]] }, hits: ["a", " "] },
      metric: "retrieval_recall",
      value: "tool-none",
      textbook: "group-recall",
      textbookValue: 1,
    },
    {
      says: "A query with an empty group in its gold is skipped.",
      case: { gold: { groups: [["a"], []] }, hits: ["a"] },
      metric: "retrieval_recall",
      value: "tool-none",
      textbook: "group-recall",
      textbookValue: 0.5,
    },
  ],
};
