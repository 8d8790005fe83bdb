import type { Dialect, DialectMetric } from "../core/dialect.ts";
import type { AverageRule, JoinRule } from "../core/rules.ts";
import { plainVerdicts, raises, when } from "./_common.ts";
import { orZero, trecJoin } from "./_trec.ts";
import { textbook } from "./textbook.ts";

const K = [1, 3, 5, 10, 100, 1000];

/** The measures that pytrec_eval computes. A query with empty judgements has no row there. */
const fromPytrec = (name: string, is: string): DialectMetric => ({
  name: `${name}@{k}`,
  is,
  k: K,
  average: { blankGold: "drop", poison: when(raises, "no-queries") },
});
/** Its own: the order of the dictionary on equal scores, hits that are the query itself stay, and the judged queries are the divisor. */
const own: Partial<JoinRule> = { ties: "given", float: 64, self: "keep" };
const mean: Partial<AverageRule> = {
  by: "gold",
  poison: when(raises, "unknown-query", "tool-raises"),
};

export const beir: Dialect = {
  id: "beir",
  tool: "BEIR",
  version: "2.2.0",
  cite: "beir 2.2.0, retrieval/evaluation.py and custom_metrics.py",
  about:
    "Two kinds of measures: nDCG, MAP, recall and precision by way of pytrec_eval, over the queries of both sides; MRR, R_cap, Hole and Accuracy in its own Python, with another order of ties and divided by all judged queries. Means are rounded to 5 decimals.",
  join: { ...trecJoin, float: 32, self: "drop", duplicates: "first", blank: "keep" },
  average: { ...textbook.average, missing: "leave-out", round: { digits: 5, how: "python" }, empty: raises },
  verdicts: plainVerdicts,
  params: { rel: 1 },
  otherwise: orZero,
  metrics: {
    evaluate: [
      fromPytrec("NDCG", "ndcg"),
      fromPytrec("MAP", "ap"),
      fromPytrec("Recall", "recall"),
      fromPytrec("P", "precision"),
    ],
    mrr: [{ name: "MRR@{k}", is: "rr", k: K, join: own, average: mean }],
    recall_cap: [
      {
        name: "R_cap@{k}",
        is: "recall-capped",
        k: K,
        join: own,
        // It divides by zero.
        otherwise: { "no-relevant": raises },
        average: mean,
      },
    ],
    hole: [{ name: "Hole@{k}", is: "hole", k: K, join: own, average: { by: "gold", over: "retrieved" } }],
    accuracy: [{ name: "Accuracy@{k}", is: "hit", k: K, join: own, average: mean }],
  },
  options: {
    "ignore_identical_ids=False": {
      about: "Hits whose id is the query's own stay in nDCG, MAP, recall and precision.",
      join: { self: "keep" },
    },
  },
  differs: [
    {
      says: "A hit whose id is the query's own is left out of nDCG, MAP, recall and precision.",
      case: { gold: { grades: { a: 1 } }, hits: ["q", "a"] },
      metric: "NDCG@10",
      value: 1,
      textbook: "ndcg@10",
      textbookValue: 0.6309297535714575,
    },
    {
      says: "These four order equal scores by id, descending; MRR, R_cap, Hole and Accuracy leave them as given.",
      case: {
        gold: { grades: { b: 1 } },
        hits: [
          { id: "a", score: 1 },
          { id: "b", score: 1 },
        ],
      },
      metric: "NDCG@10",
      value: 1,
      textbook: "ndcg@10",
      textbookValue: 0.6309297535714575,
    },
    {
      says: "They compare scores as 32-bit floats, so that scores which differ in the eighth digit tie.",
      case: {
        gold: { grades: { a: 1 } },
        hits: [
          { id: "a", score: 0.123456789 },
          { id: "b", score: 0.123456788 },
        ],
      },
      metric: "MAP@10",
      value: 0.5,
      textbook: "ap@10",
      textbookValue: 1,
    },
    {
      says: "Means are rounded to 5 decimals.",
      case: { gold: { grades: { a: 1 } }, hits: ["a", "x", "y"] },
      mean: true,
      metric: "P@3",
      value: 0.33333,
      textbook: "precision@3",
      textbookValue: 0.3333333333333333,
    },
    {
      says: "R_cap of a query without relevant documents divides by zero, and the whole call fails.",
      case: { gold: { grades: { a: 0 } }, hits: ["a"] },
      metric: "R_cap@10",
      value: "tool-raises",
      textbook: "recall-capped@10",
      textbookValue: "no-relevant",
    },
    {
      says: "Otherwise such a query scores 0 and counts.",
      case: { gold: { grades: { a: 0 } }, hits: ["a"] },
      metric: "Recall@10",
      value: 0,
      textbook: "recall@10",
      textbookValue: "no-relevant",
    },
  ],
  chosen: [
    {
      id: "all-negative",
      tool: "A query whose grades are all negative may end the process.",
      goldie: "It has no relevant document, and scores 0.",
    },
  ],
};
