import type { Dialect, DialectMetric, Patch } from "../core/dialect.ts";
import { listJoin, nanMean, plainVerdicts, raises, when, zeroIf } from "./_common.ts";

const takes: NonNullable<DialectMetric["takes"]> = {
  k: "k",
  ignore_ties: { True: { params: { ties: "as-ordered" } }, False: {} },
};
/** It refuses to rank less than two documents. */
const few: Patch = { guard: when(raises, "empty-ranking", "one-hit") };

export const sklearn: Dialect = {
  id: "sklearn",
  tool: "scikit-learn",
  version: "1.9.1",
  cite: "scikit-learn 1.9.1, metrics/_ranking.py: dcg_score, ndcg_score, average_precision_score",
  about:
    "Scores over the documents that it is given, query by query: relevant documents that were not retrieved do not exist. Equal scores count with their average.",
  join: { ...listJoin, shape: "as-given", order: "score-if-any", ties: "given-reversed" },
  average: { ...nanMean, missing: "leave-out" },
  verdicts: plainVerdicts,
  otherwise: zeroIf("no-relevant"),
  metrics: {
    ranking: [
      { name: "dcg_score", is: "dcg(negatives=keep,ties=expected)", takes, ...few },
      {
        name: "ndcg_score",
        is: "ndcg(ideal=retrieved,negatives=keep,ties=expected)",
        takes,
        guard: when(raises, "empty-ranking", "one-hit", "negative-grade-hit"),
      },
      {
        name: "average_precision_score",
        is: "ap(rel=1,of=hits,ties=group)",
        takes: { rel: "rel" },
        guard: when(raises, "empty-ranking"),
      },
    ],
  },
  options: {
    union: {
      about: "Judged documents that were not retrieved are given too, all with one score below the last.",
      join: { tail: "tied" },
    },
  },
  differs: [
    {
      says: "The ideal list is made of the documents given, so relevant ones that were not retrieved cost nothing.",
      case: { gold: { grades: { a: 1, b: 1 } }, hits: ["x", "a"] },
      metric: "ndcg_score",
      value: 0.6309297535714575,
      textbook: "ndcg",
      textbookValue: 0.38685280723454163,
    },
    {
      says: "The same holds for average precision.",
      case: { gold: { grades: { a: 1, b: 1 } }, hits: ["a", "x"] },
      metric: "average_precision_score",
      value: 1,
      textbook: "ap",
      textbookValue: 0.5,
    },
    {
      says: "Equal scores count with the average over all their orders.",
      case: {
        gold: { grades: { a: 1 } },
        hits: [
          { id: "a", score: 1 },
          { id: "x", score: 1 },
        ],
      },
      metric: "ndcg_score",
      value: 0.8154648767857288,
      textbook: "ndcg",
      textbookValue: 1,
    },
    {
      says: "Average precision takes the precision at the end of a run of equal scores.",
      case: {
        gold: { grades: { a: 1 } },
        hits: [
          { id: "a", score: 1 },
          { id: "x", score: 1 },
        ],
      },
      metric: "average_precision_score",
      value: 0.5,
      textbook: "ap",
      textbookValue: 1,
    },
    {
      says: "A negative grade costs something in DCG.",
      case: { gold: { grades: { a: 1, b: -1 } }, hits: ["b", "a"] },
      metric: "dcg_score",
      value: -0.36907024642854247,
      textbook: "dcg",
      textbookValue: 0.6309297535714575,
    },
    {
      says: "nDCG refuses negative grades.",
      case: { gold: { grades: { a: 1, b: -1 } }, hits: ["a", "b"] },
      metric: "ndcg_score",
      value: "tool-raises",
      textbook: "ndcg",
      textbookValue: 1,
    },
    {
      says: "One document alone is refused.",
      case: { gold: { grades: { a: 1 } }, hits: ["a"] },
      metric: "ndcg_score",
      value: "tool-raises",
      textbook: "ndcg",
      textbookValue: 1,
    },
    {
      says: "Without relevant documents it gives 0.",
      case: { gold: { grades: { a: 0 } }, hits: ["a", "b"] },
      metric: "ndcg_score",
      value: 0,
      textbook: "ndcg",
      textbookValue: "no-relevant",
    },
  ],
  chosen: [
    {
      id: "unstable-sort",
      tool: "With ignore_ties, equal scores end up in any order.",
      goldie: "The later ones come first, as NumPy leaves them in most short lists.",
    },
  ],
};
