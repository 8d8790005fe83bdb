import type { Dialect, DialectMetric } from "../core/dialect.ts";
import { plainVerdicts, raises } from "./_common.ts";
import {
  always,
  depth,
  judgedOnly,
  level,
  numRelForgets,
  orZero,
  separator,
  trecJoin,
  trecSets,
} from "./_trec.ts";
import { textbook } from "./textbook.ts";

const RESIDUAL = "negatives=unjudged,tail=unjudged";
const late: readonly DialectMetric[] = [
  { name: "rbp", is: "rbp(p=0.9,gain=linear)" },
  { name: "rbp_resid", is: `rbp-residual(p=0.9,${RESIDUAL})` },
  { name: "unj_{k}", is: "unjudged(negatives=unjudged,of=k)", k: [5, 10, 20] },
];
const rare: readonly DialectMetric[] = [
  { name: "dcg", is: "dcg" },
  { name: "ideal_dcg", is: "ideal-dcg" },
  { name: "dcg_{gain}", is: "dcg" },
  { name: "ideal_dcg_{gain}", is: "ideal-dcg" },
  { name: "rbp_p={p}", is: "rbp(gain=linear)" },
  { name: "rbp_resid_p={p}", is: `rbp-residual(${RESIDUAL})` },
];

export const trecEval: Dialect = {
  id: "trec_eval",
  tool: "trec_eval",
  version: "10.0",
  cite: "trec_eval 10.0, m_*.c and form_res_rels.c",
  about:
    "The measures of TREC, under the names and options of the command line. Without -c it refuses to average where the run lacks a judged query.",
  join: trecJoin,
  average: { ...textbook.average, missing: "raise", empty: raises, sorted: true },
  verdicts: plainVerdicts,
  qrels: { duplicates: "error", grades: "whole" },
  params: { rel: 1 },
  otherwise: orZero,
  separator,
  metrics: trecSets({ recall: "nearest", rows: false }, late, rare),
  options: {
    "-c": {
      about:
        "Judged queries that the run lacks are scored like empty lists, in rows and mean. The sum of num_rel then ignores the level.",
      average: { missing: "compute" },
      metrics: { num_rel: numRelForgets },
    },
    "-l {rel}": level,
    "-M {depth}": depth,
    "-J": judgedOnly,
  },
  differs: [
    ...always,
    {
      says: "A recall level becomes a number of documents by rounding to the nearest, so that 0.4 of three documents is one.",
      case: { gold: { grades: { a: 1, b: 1, c: 1 } }, hits: ["a", "x", "b"] },
      metric: "iprec_at_recall_0.40",
      value: 1,
      textbook: "iprec@0.4",
      textbookValue: 0.6666666666666666,
    },
    {
      says: "Rank-biased precision takes grades as gains, divided by the highest grade of the query where that is above 1.",
      case: { gold: { grades: { a: 2, b: 1 } }, hits: ["b"] },
      metric: "rbp",
      value: 0.04999999999999999,
      textbook: "rbp(p=0.9)",
      textbookValue: 0.09999999999999998,
    },
    {
      says: "Its residual is 0 where every hit was judged: what might come after the list then does not count.",
      case: { gold: { grades: { a: 1 } }, hits: ["a"] },
      metric: "rbp_resid",
      value: 0,
      textbook: "rbp-residual(p=0.9)",
      textbookValue: 0.9,
    },
    {
      says: "Unjudged hits are divided by k, even if there are fewer hits.",
      case: { gold: { grades: { a: 1 } }, hits: ["a", "x"] },
      metric: "unj_5",
      value: 0.2,
      textbook: "unjudged@5",
      textbookValue: 0.5,
    },
    {
      says: "A hit with a negative grade counts as unjudged.",
      case: { gold: { grades: { a: 1, b: -1 } }, hits: ["b", "a", "c", "d", "e"] },
      metric: "unj_5",
      value: 0.8,
      textbook: "unjudged@5",
      textbookValue: 0.6,
    },
    {
      says: "With -J nothing may be left of a list, and interpolated precision at a recall level of 0 documents is 0/0.",
      case: { gold: { grades: { a: 1 } }, hits: ["x"] },
      options: ["-J"],
      metric: "iprec_at_recall_0.00",
      value: "tool-nan",
      textbook: "iprec@0",
      textbookValue: 0,
    },
  ],
  chosen: [
    {
      id: "all-negative",
      tool: "A query whose grades are all negative ends the program (if it comes first, or has a grade below -1), or takes over the ideal of the query before it.",
      goldie: "It has no relevant document, and scores 0.",
    },
    {
      id: "gains-as-int",
      tool: "Custom gains are sorted by a comparison in whole numbers, so that gains which are less than 1 apart end up in any order; a perfect list may score 0.",
      goldie: "They are sorted as they are.",
    },
    {
      id: "missing-placeholder",
      tool: "With -c, a query that the run lacks has one unjudged document in some command lines, and none in all_trec.",
      goldie: "It has none.",
    },
    {
      id: "rbp-uninitialised",
      tool: "After another measure over gains, rbp reads memory that was never written.",
      goldie: "It has the same value as when computed alone.",
    },
    {
      id: "gains-crash",
      tool: "Custom gains on ndcg together with dcg crash the program.",
      goldie: "Both are computed.",
    },
    {
      id: "logs-of-c",
      tool: "The logarithms and exponentials of the C library are not always the nearest double, and not the same in every library. With glibc 2.36, the geometric mean of a single query prints another fourth decimal for 2 of the 10,000 values that lie half-way between two printed ones.",
      goldie: "They are the nearest double, on every machine.",
    },
    {
      id: "second-measure",
      tool: "A second -m of the same measure with other parameters is silently ignored.",
      goldie: "Both are computed.",
    },
  ],
};
