import type { Dialect } from "../core/dialect.ts";
import type { AverageRule, JoinRule } from "../core/rules.ts";
import { listJoin, nan, plainVerdicts } from "./_common.ts";
import { irMetrics } from "./_ir-measures.ts";
import { orZero } from "./_trec.ts";
import { textbook } from "./textbook.ts";

const tied = [
  { id: "b", score: 1 },
  { id: "a", score: 1 },
];

const join: JoinRule = {
  ...listJoin,
  shape: "as-given",
  duplicates: "first",
  order: "score-if-any",
  ties: "id-desc",
  float: 32,
};
const average: AverageRule = {
  ...textbook.average,
  missing: "plain-zero",
  blankGold: "zero",
  empty: nan,
};

export const irMeasures: Dialect = {
  id: "ir_measures",
  tool: "ir_measures",
  version: "0.4.3",
  cite: "ir_measures 0.4.3 with pytrec_eval 0.5.11, cwl_eval 1.0.12, pyndeval 0.0.8 and its own gdeval, msmarco, judged, compat and accuracy",
  about:
    "One grammar over many packages: nDCG@10, P(rel=2)@5, nDCG(dcg='exp-log2')@10. Each measure is computed by the first package that knows it with these arguments, so two measures may look at two orders of the same hits. Judged queries that the run lacks count as 0.",
  join,
  average,
  verdicts: plainVerdicts,
  params: { rel: 1 },
  otherwise: orZero,
  metrics: irMetrics,
  differs: [
    {
      says: "Equal scores go by id, and measures disagree about the direction: descending in RR, ascending in RR@k.",
      case: { gold: { grades: { a: 1 } }, hits: tied },
      metric: "RR@10",
      value: 1,
      textbook: "rr@10",
      textbookValue: 0.5,
    },
    {
      says: "Scores are compared as 32-bit floats in the measures of pytrec_eval, so scores that differ may tie.",
      case: {
        gold: { grades: { a: 1 } },
        hits: [
          { id: "a", score: 0.123456789 },
          { id: "b", score: 0.123456788 },
        ],
      },
      metric: "RR",
      value: 0.5,
      textbook: "rr",
      textbookValue: 1,
    },
    {
      says: "A query without relevant documents scores 0 and counts.",
      case: { gold: { grades: { a: 0 } }, hits: ["a"] },
      metric: "AP",
      value: 0,
      textbook: "ap",
      textbookValue: "no-relevant",
    },
    {
      says: "Precision of nothing is 0.",
      case: { gold: { grades: { a: 1 } }, hits: [] },
      metric: "SetP",
      value: 0,
      textbook: "precision",
      textbookValue: "empty-ranking",
    },
    {
      says: "Given a list and grades, the grades decide, from 1 on.",
      case: { gold: { relevant: ["a"], grades: { a: 0, b: 1 } }, hits: ["b", "a"] },
      metric: "RR",
      value: 1,
      textbook: "rr",
      textbookValue: 0.5,
    },
    {
      says: "The beta of SetF takes the place of beta squared.",
      case: { gold: { grades: { a: 1, b: 1 } }, hits: ["a"] },
      metric: "SetF(beta=2.0)",
      value: 0.6,
      textbook: "set-f(beta=2)",
      textbookValue: 0.5555555555555556,
    },
    {
      says: "A recall level is a number of documents that may fall short of it: 0.35 of three is one.",
      case: { gold: { grades: { a: 1, b: 1, c: 1 } }, hits: ["a", "x", "b"] },
      metric: "IPrec@0.35",
      value: 1,
      textbook: "iprec@0.35",
      textbookValue: 0.6666666666666666,
    },
    {
      says: "ERR and nDCG with exponential gains have five decimals, and the mean is taken of these.",
      case: { gold: { grades: { a: 1 } }, hits: ["x", "y", "a"] },
      metric: "ERR@5",
      value: 0.02083,
      textbook: "err@5",
      textbookValue: 0.020833333333333332,
    },
    {
      says: "The weights of RBP add up to 1 over the first 1000 ranks.",
      case: { gold: { grades: { a: 1 } }, hits: ["a"] },
      metric: "RBP(p=0.999,rel=1)",
      value: 0.0015815163121946038,
      textbook: "rbp(p=0.999)",
      textbookValue: 0.0010000000000000009,
    },
    {
      says: "Where all hits are relevant, Accuracy divides by zero.",
      case: { gold: { grades: { a: 1 } }, hits: ["a"] },
      metric: "Accuracy",
      value: "tool-raises",
      textbook: "accuracy",
      textbookValue: "no-nonrelevant",
    },
    {
      says: "Where no hit is relevant, Accuracy has no row.",
      case: { gold: { grades: { a: 1 } }, hits: ["x"] },
      metric: "Accuracy",
      value: "tool-absent",
      textbook: "accuracy",
      textbookValue: "no-relevant",
    },
    {
      says: "At cut-off 1, alpha-DCG and ERR-IA are bare sums, which can exceed 1.",
      case: { gold: { groups: [["a"], ["a"]] }, hits: ["a"] },
      metric: "alpha_DCG@1",
      value: 2,
      textbook: "alpha-dcg@1",
      textbookValue: 1,
    },
    {
      says: "The ideal of alpha-nDCG is the greedy list, which a list can beat.",
      case: {
        gold: { groups: [["a", "b"], ["a", "b"], ["a", "c"], ["a", "c"], ["b"], ["c"]] },
        hits: ["b", "c"],
      },
      metric: "alpha_nDCG(alpha=1.0)@2",
      value: 1.0565457739757256,
      textbook: "alpha-ndcg(alpha=1)@2",
      textbookValue: 1,
    },
    {
      says: "In the ideal list of Compat, equal grades are ordered by score, with 0 for what was not retrieved: a hit with a negative score comes after it.",
      case: { gold: { grades: { a: 1, b: 1 } }, hits: [{ id: "a", score: -1 }] },
      metric: "Compat(p=0.5)",
      value: 0.16666666666666666,
      textbook: "compatibility(p=0.5)",
      textbookValue: 0.8333333333333334,
    },
    {
      says: "Without relevant documents nNRBP is NaN, while NRBP is 0.",
      case: { gold: { subtopics: { price: { a: 0 } } }, hits: ["a"] },
      metric: "nNRBP",
      value: "tool-nan",
      textbook: "nnrbp",
      textbookValue: "no-relevant",
    },
  ],
  chosen: [
    {
      id: "all-negative",
      tool: "A query whose judgements are all negative kills the process of pytrec_eval or leaves values from another place in memory, by its place among the others and the measures asked.",
      goldie: "It is a query without relevant documents.",
    },
    {
      id: "empty-run",
      tool: "A query that the run has with an empty list is divided by zero: NaN from pytrec_eval, an exception from Judged.",
      goldie: "The query scores 0, as it does when the run lacks it.",
    },
    {
      id: "gdeval-grades",
      tool: "gdeval (ERR and nDCG with exponential gains) stops at a grade above 4, and at query ids that are not numbers.",
      goldie: "Grades above 4 count as 4 in ERR and as they are in nDCG; ids are text.",
    },
    {
      id: "ndeval-depth",
      tool: "The measures over subtopics refuse cut-offs above 20.",
      goldie: "They are computed.",
    },
  ],
};
