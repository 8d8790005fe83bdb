import type { Dialect } from "../core/dialect.ts";
import { absent, binaryJoin, nanMean, one, plainVerdicts, when, zero, zeroIf } from "./_common.ts";

/** What makes trectools refuse the run file; the tool catches that and prints 0. */
const UNREADABLE = ["duplicate-hit", "blank-hit-ascii"] as const;

const CHUNKS = ["doc-<urn:uuid:a>::chunk-0", "doc-<urn:uuid:b>::chunk-0", "doc-<urn:uuid:a>::chunk-1"];
const DOCUMENT = { relevant: ["<urn:uuid:a>"] };

export const liverag: Dialect = {
  id: "liverag",
  tool: "LiveRAG",
  version: "7c7524a",
  cite: "GRAG-LiveRAG, ContextRecall evaluator at commit 7c7524a; its nDCG is trectools 0.0.50",
  about:
    "Recall, precision and F1 over the distinct documents that the retrieved chunks belong to, without a cut-off; nDCG@10 over the chunks themselves. The document of a chunk is the first <urn:uuid:…> in its id.",
  join: { ...binaryJoin, match: { ids: "urn-uuid", on: "hits" }, unit: "doc" },
  // Only queries that have a result make a row. Without any row the tool prints no metric at all.
  average: { ...nanMean, missing: "leave-out", sum: "exact", empty: absent },
  verdicts: plainVerdicts,
  otherwise: zeroIf("no-relevant", "empty-ranking"),
  metrics: {
    context: [
      { name: "context_recall", summary: "avg_context_recall", is: "recall(count=distinct)" },
      {
        name: "context_precision",
        summary: "avg_context_precision",
        is: "precision(of=distinct,count=distinct)",
      },
      { name: "context_f1", summary: "avg_context_f1", is: "f(of=distinct,count=distinct)" },
      { name: "retrieved_docs_count", is: "count", in: "rows" },
      { name: "gold_docs_count", is: "count(of=relevant)", in: "rows" },
      { name: "correct_docs_count", is: "count(of=found)", in: "rows" },
      {
        name: "pct_records_with_at_least_one_ref",
        is: "hit",
        in: "summary",
        average: { scale: 100 },
      },
      {
        name: "pct_records_with_all_refs",
        is: "all-found",
        in: "summary",
        average: { scale: 100 },
        // None of none is all of them.
        otherwise: { "no-relevant": one },
      },
      {
        name: "ndcg_10",
        is: "ndcg(ideal=retrieved)@10",
        join: { unit: "chunk" },
        guard: [...when(absent, "empty-ranking"), ...when(zero, ...UNREADABLE)],
        // One file holds the run of all queries, so one bad id spoils them all; a query without hits is not in it.
        average: {
          sum: "plain",
          unscored: zero,
          poison: when(zero, ...UNREADABLE),
        },
      },
    ],
  },
  differs: [
    {
      says: "Gold names documents, hits are chunks: the document is taken out of the chunk's id, and two chunks of it count once.",
      case: { gold: DOCUMENT, hits: CHUNKS },
      metric: "context_precision",
      value: 0.5,
      textbook: "precision",
      textbookValue: 0,
    },
    {
      says: "The ideal of nDCG is made of the chunks that were retrieved, so gold that was missed never lowers it.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "ndcg_10",
      value: 1,
      textbook: "ndcg@10",
      textbookValue: 0.6131471927654584,
    },
    {
      says: "nDCG counts chunks: two chunks of one gold document are two relevant hits.",
      case: { gold: DOCUMENT, hits: CHUNKS },
      metric: "ndcg_10",
      value: 0.9197207891481876,
      textbook: "ndcg@10",
      textbookValue: 0,
    },
    {
      says: "A chunk that is retrieved twice makes nDCG 0, for its query and for the mean over all queries.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "ndcg_10",
      value: 0,
      textbook: "ndcg@10",
      textbookValue: 1,
    },
    {
      says: "An id of nothing but blanks makes nDCG 0, for its query and for the mean over all queries.",
      case: { gold: { relevant: ["a"] }, hits: ["a", " "] },
      metric: "ndcg_10",
      value: 0,
      textbook: "ndcg@10",
      textbookValue: 1,
    },
    {
      says: "A query without hits has no nDCG and is left out of its mean, though it counts as 0 in the other means.",
      case: { gold: { relevant: ["a"] }, hits: [] },
      metric: "ndcg_10",
      value: "tool-absent",
      textbook: "ndcg@10",
      textbookValue: 0,
    },
    {
      says: "Precision of nothing is 0.",
      case: { gold: { relevant: ["a"] }, hits: [] },
      metric: "context_precision",
      value: 0,
      textbook: "precision",
      textbookValue: "empty-ranking",
    },
    {
      says: "A query without gold scores 0 and counts.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      metric: "context_recall",
      value: 0,
      textbook: "recall",
      textbookValue: "no-relevant",
    },
    {
      says: "A query without gold counts as one whose gold was all found, though its recall is 0; shares are percentages.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      mean: true,
      metric: "pct_records_with_all_refs",
      value: 100,
      textbook: "all-found",
      textbookValue: "no-relevant",
    },
  ],
  chosen: [
    {
      id: "query-id",
      tool: "Drops a query whose id is 0, empty or absent; of two queries with one id the later gold counts for both, and nDCG merges their lists.",
      goldie: "Every query is scored separately. An empty or repeated query id is an error.",
    },
    {
      id: "white-space",
      tool: "nDCG goes through a file whose columns are split at blanks and whose lines end at line breaks: an id that holds one breaks its query, or all of them.",
      goldie: "An id may hold any character. Only an id of nothing but blanks gives the tool's 0.",
    },
    {
      id: "pandas",
      tool: "nDCG reads its file with guessed types: where all ids of a column are numbers, 01, 1 and 1.0 are one; true and TRUE are one; NA, null and nan are one; an id that starts with a quote swallows what follows.",
      goldie: "Ids are compared as they are written.",
    },
  ],
};
