import type { Dialect, DialectMetric } from "../core/dialect.ts";
import type { Rounding } from "../core/rules.ts";
import { binaryJoin, nanMean, plainVerdicts, raises, zeroIf } from "./_common.ts";

/** Of the class, and what the tool's own scripts pass. */
const CLASS_DEFAULT = [1, 5, 10, 20];
const ORCHESTRATOR = [1, 3, 5, 10, 15, 20, 30, 50];

// The pooled values are Python floats, except those of nDCG, which are numpy's and round in their own way.
const round = (how: Rounding["how"]) => ({ round: { digits: 4, how } });
const pieces = { match: { text: "chunk-of-message", orIds: true } } as const;

const recall: DialectMetric = { name: "Recall@{k}", is: "recall(count=distinct)", k: CLASS_DEFAULT };
const recallAll: DialectMetric = {
  name: "Recall_all@{k}",
  is: "all-groups(of=listed)",
  k: CLASS_DEFAULT,
  join: pieces,
};
const ndcgAny: DialectMetric = {
  name: "NDCG_any@{k}",
  is: "ndcg(discount=jarvelin,ideal=retrieved)",
  k: CLASS_DEFAULT,
  join: pieces,
  average: round("numpy"),
};
const recallLocomo: DialectMetric = {
  name: "Recall@{k}",
  is: "hit",
  k: CLASS_DEFAULT,
  join: { match: { text: "contains-tokens", orIds: true } },
};
const retrieval = [recall, recallAll, ndcgAny];

export const remem: Dialect = {
  id: "remem",
  tool: "REMem",
  version: "c381bf4",
  cite: "REMem-Streaming, retrieval_eval.py and retrieval_locomo.py at commit c381bf4",
  about:
    "Recall, recall of all and nDCG over texts: a hit is its text, or its id where it has none. All but Recall take a chunk for a gold document when it is part of it. Means are rounded to four decimals. The set orchestrator has the cut-offs that the tool's own scripts use.",
  join: { ...binaryJoin, match: { text: "exact", orIds: true } },
  // A query without a list adds nothing to the sum but counts in the divisor: it scores 0.
  average: { ...nanMean, ...round("python"), empty: raises },
  verdicts: plainVerdicts,
  otherwise: zeroIf("no-relevant"),
  leastCutoff: 0,
  metrics: {
    retrieval,
    retrieval_recall: [recall],
    retrieval_recall_all: [recallAll],
    retrieval_ndcg_any: [ndcgAny],
    retrieval_recall_locomo: [recallLocomo],
    orchestrator: retrieval.map((metric) => ({ ...metric, k: ORCHESTRATOR })),
  },
  differs: [
    {
      says: "nDCG starts to discount at rank 3, so a hit at rank 2 is worth as much as one at rank 1.",
      case: { gold: { relevant: ["a"] }, hits: ["x", "a"] },
      metric: "NDCG_any@2",
      value: 1,
      textbook: "ndcg@2",
      textbookValue: 0.6309297535714575,
    },
    {
      says: "The ideal of nDCG is made of the hits that were retrieved, so gold that was missed never lowers it.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "NDCG_any@1",
      value: 1,
      textbook: "ndcg@5",
      textbookValue: 0.6131471927654584,
    },
    {
      says: "Every chunk of one gold document counts in nDCG.",
      case: { gold: { relevant: ["one two"] }, hits: ["one", "x", "y", "two"] },
      metric: "NDCG_any@5",
      value: 0.75,
      textbook: "ndcg@5",
      textbookValue: 0,
    },
    {
      says: "Recall_all and NDCG_any take a hit that is part of a gold text for that text: the id doc1 for doc10.",
      case: { gold: { relevant: ["doc10"] }, hits: ["doc1"] },
      metric: "Recall_all@1",
      value: 1,
      textbook: "all-found@1",
      textbookValue: 0,
    },
    {
      says: "A gold document that is listed twice can never be found by Recall_all.",
      case: { gold: { relevant: ["a", "a"] }, hits: ["a"] },
      metric: "Recall_all@1",
      value: 0,
      textbook: "all-found@1",
      textbookValue: 1,
    },
    {
      says: "The LoCoMo recall is a hit rate: one gold text is enough.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "retrieval_recall_locomo@1",
      value: 1,
      textbook: "recall@1",
      textbookValue: 0.5,
    },
    {
      says: "A query without gold scores 0 and counts.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      metric: "Recall@1",
      value: 0,
      textbook: "recall@1",
      textbookValue: "no-relevant",
    },
    {
      says: "Means are rounded to four decimals.",
      case: { gold: { relevant: ["a", "b", "c"] }, hits: ["a"] },
      mean: true,
      metric: "Recall@1",
      value: 0.3333,
      textbook: "recall@1",
      textbookValue: 0.3333333333333333,
    },
  ],
  chosen: [
    {
      id: "cut-off",
      tool: "A cut-off below 0 leaves out hits from the end of the list, as Python slices do; Recall_all may then raise.",
      goldie: "A cut-off below 0 is an error. At 0 no hit counts, as in the tool.",
    },
  ],
};
