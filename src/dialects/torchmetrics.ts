import type { Dialect, Option } from "../core/dialect.ts";
import type { Score } from "../core/score.ts";
import { listJoin, nanMean, one, plainVerdicts, raises, when, zero, zeroIf } from "./_common.ts";

/** Some of its functions look at positive scores only. */
const positive = { floor: 0 };

const noCandidates = when(raises, "empty-ranking");
const leftOut: Score = { status: "undefined", because: "no-relevant" };
/** empty_target_action: what a class makes of a query none of whose candidates is relevant; for fall-out, all of which are. */
const emptyTarget = (about: string, then: Score): Option => ({
  about,
  guard: [...noCandidates, ...when(then, "no-relevant-hit")],
  metrics: { fall_out: { guard: noCandidates, otherwise: { "no-nonrelevant": then } } },
});

export const torchmetrics: Dialect = {
  id: "torchmetrics",
  tool: "torchmetrics",
  version: "1.9.0",
  cite: "torchmetrics 1.9.0, torchmetrics.functional.retrieval and the classes of torchmetrics.retrieval",
  about:
    "Metrics over candidates with scores. It knows of no others: relevant documents that are not among the candidates do not exist, unless they are added (options pool and pool_negative). Names take @k for top_k. It computes in float32; we do not, so values agree to about 1e-6.",
  join: { ...listJoin, order: "score-if-any" },
  // A query without candidates is not there; the classes print 0 for the mean of nothing.
  average: { ...nanMean, missing: "leave-out", empty: zero },
  verdicts: plainVerdicts,
  guard: noCandidates,
  otherwise: zeroIf("no-relevant", "no-nonrelevant", "empty-ranking"),
  metrics: {
    retrieval: [
      { name: "map", is: "ap(of=hits)", join: positive },
      { name: "mrr", is: "rr", join: positive },
      { name: "ndcg", is: "ndcg(ideal=retrieved,ties=expected)", join: { grades: "ignore" } },
      { name: "r_precision", is: "r-precision(total=retrieved)" },
      { name: "precision", is: "precision", join: positive },
      { name: "precision_adaptive", is: "precision(of=retrieved)", join: positive },
      { name: "recall", is: "recall(total=retrieved)", join: positive },
      { name: "hit_rate", is: "hit" },
      { name: "fall_out", is: "fallout" },
      { name: "ndcg_graded", is: "ndcg(ideal=retrieved,ties=expected)" },
    ],
  },
  options: {
    retrieved: { about: "The candidates are the hits. The default." },
    pool: {
      about: "Relevant documents that were not retrieved are candidates too, below all hits.",
      join: { tail: "below" },
    },
    pool_negative: {
      about: "The same with negative scores, which count as not retrieved.",
      join: { tail: "negative" },
    },
    "empty_target_action=neg": emptyTarget(
      "A query without a relevant candidate scores 0. The default.",
      zero,
    ),
    "empty_target_action=pos": emptyTarget("A query without a relevant candidate scores 1.", one),
    "empty_target_action=skip": emptyTarget("A query without a relevant candidate is left out.", leftOut),
  },
  differs: [
    {
      says: "Average precision divides by the hits found, so relevant documents that were missed never lower it.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "map",
      value: 1,
      textbook: "ap",
      textbookValue: 0.5,
    },
    {
      says: "Recall is a share of the relevant candidates.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "recall@5",
      value: 1,
      textbook: "recall@5",
      textbookValue: 0.5,
    },
    {
      says: "The ideal of nDCG is made of the candidates.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "ndcg",
      value: 1,
      textbook: "ndcg",
      textbookValue: 0.6131471927654584,
    },
    {
      says: "R-precision looks at as many hits as there are relevant candidates.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      metric: "r_precision",
      value: 1,
      textbook: "r-precision",
      textbookValue: 0.5,
    },
    {
      says: "A score of 0 or less counts as not retrieved in average precision, reciprocal rank, precision and recall.",
      case: { gold: { relevant: ["a"] }, hits: [{ id: "a", score: -1 }] },
      metric: "mrr",
      value: 0,
      textbook: "rr",
      textbookValue: 1,
    },
    {
      says: "nDCG is the mean over all orders of equal scores.",
      case: {
        gold: { relevant: ["a"] },
        hits: [
          { id: "a", score: 1 },
          { id: "x", score: 1 },
        ],
      },
      metric: "ndcg",
      value: 0.8154648767857288,
      textbook: "ndcg",
      textbookValue: 1,
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
      metric: "mrr",
      value: 1,
      textbook: "rr",
      textbookValue: 0.5,
    },
    {
      says: "A repeated candidate counts again.",
      case: { gold: { relevant: ["a"] }, hits: ["a", "a"] },
      metric: "precision@2",
      value: 1,
      textbook: "precision@2",
      textbookValue: 0.5,
    },
    {
      says: "It raises where there are no candidates.",
      case: { gold: { relevant: ["a"] }, hits: [] },
      metric: "hit_rate",
      value: "tool-raises",
      textbook: "hit",
      textbookValue: 0,
    },
    {
      says: "A query without a relevant candidate scores 0, whatever the gold says.",
      case: { gold: { relevant: [] }, hits: ["x"] },
      metric: "map",
      value: 0,
      textbook: "ap",
      textbookValue: "no-relevant",
    },
    {
      says: "With empty_target_action pos it scores 1.",
      case: { gold: { relevant: ["a"] }, hits: ["x"] },
      options: ["empty_target_action=pos"],
      metric: "map",
      value: 1,
      textbook: "ap",
      textbookValue: 0,
    },
    {
      says: "Fall-out is 0 where every candidate is relevant.",
      case: { gold: { relevant: ["a"] }, hits: ["a"] },
      metric: "fall_out",
      value: 0,
      textbook: "fallout",
      textbookValue: "no-nonrelevant",
    },
    {
      says: "In the pool, relevant documents that were not retrieved have ranks, and are found there.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["x"] },
      options: ["pool"],
      metric: "map",
      value: 0.5833333333333333,
      textbook: "ap",
      textbookValue: 0,
    },
    {
      says: "With negative scores they count in R-precision and nDCG, and not in average precision.",
      case: { gold: { relevant: ["a", "b"] }, hits: ["a"] },
      options: ["pool_negative"],
      metric: "map",
      value: 1,
      textbook: "ap",
      textbookValue: 0.5,
    },
  ],
  chosen: [
    {
      id: "unstable-sort",
      tool: "The order of equal scores is left to torch's topk and argsort, which promise none.",
      goldie:
        "Equal scores keep the order in which they were given. nDCG is the mean over all orders in both.",
    },
  ],
};
