import type { Dialect, DialectMetric, Patch } from "../core/dialect.ts";
import { listJoin, nan, plainVerdicts, when } from "./_common.ts";
import { orZero } from "./_trec.ts";
import { textbook } from "./textbook.ts";

/** A name, its "@k" where it has a cut-off, and both with a level: "precision@5-l2". */
const family = (
  name: string,
  is: string,
  level: "rel" | "min",
  patch: Patch = {},
  cut = true,
): { plain: DialectMetric; levels: DialectMetric[] } => ({
  plain: { name, is, ...patch },
  levels: [
    ...(cut ? [{ name: `${name}@{k}-l{${level}}`, is, ...patch }] : []),
    { name: `${name}-l{${level}}`, is, ...patch },
  ],
});
const bpref: Patch = {
  otherwise: { "no-nonrelevant": nan },
  average: { poison: when(nan, "tool-nan") },
};
const families = [
  family("hits", "count(of=found)", "rel", { average: { as: "mean" } }),
  family("hit_rate", "hit", "rel"),
  family("precision", "precision", "rel"),
  family("recall", "recall", "rel"),
  family("f1", "f", "rel"),
  family("r-precision", "r-precision", "rel", {}, false),
  family("mrr", "rr", "rel"),
  family("map", "ap", "rel"),
  family("dcg", "dcg", "min"),
  family("dcg_burges", "dcg(gain=exp)", "min"),
  family("ndcg", "ndcg", "min"),
  family("ndcg_burges", "ndcg(gain=exp)", "min"),
  family("bpref", "bpref(first=formula,negatives=nonrelevant)", "rel", bpref, false),
];
const RBP = "rbp(gain=linear,scale=none)";

export const ranx: Dialect = {
  id: "ranx",
  tool: "ranx",
  version: "0.3.21",
  cite: "ranx 0.3.21, metrics/*.py, with make_comparable=True",
  about:
    "A cut-off is written @5, a level -l2: precision@5-l2. The level also takes away the gains of grades below it. rbp needs its persistence: rbp.95. A query that the run lacks is an empty list.",
  join: { ...listJoin, shape: "as-given", duplicates: "first", order: "score-if-any", ties: "given" },
  average: { ...textbook.average, missing: "compute", empty: nan },
  verdicts: plainVerdicts,
  params: { rel: 1, min: 1 },
  otherwise: orZero,
  metrics: {
    all: [
      ...families.map(({ plain }) => plain),
      { name: "rbp{p}", is: RBP },
      { name: "rbp{p}-l{min}", is: RBP },
      ...families.flatMap(({ levels }) => levels),
    ],
  },
  differs: [
    {
      says: "Hits are sorted by score; the order of the list is ignored.",
      case: {
        gold: { grades: { b: 1 } },
        hits: [
          { id: "a", score: 1 },
          { id: "b", score: 2 },
        ],
      },
      metric: "mrr",
      value: 1,
      textbook: "rr",
      textbookValue: 0.5,
    },
    {
      says: "A level takes away the gains of the grades below it, in the ideal list too.",
      case: { gold: { grades: { a: 1, b: 2 } }, hits: ["a", "b"] },
      metric: "ndcg-l2",
      value: 0.6309297535714575,
      textbook: "ndcg",
      textbookValue: 0.8597186998521972,
    },
    {
      says: "Without a document that was judged not relevant, bpref is 0/0, and so is its mean.",
      case: { gold: { grades: { a: 1 } }, hits: ["a"] },
      metric: "bpref",
      value: "tool-nan",
      textbook: "bpref",
      textbookValue: 1,
    },
    {
      says: "bpref treats a negative grade as judged not relevant.",
      case: { gold: { grades: { a: 1, b: -1, c: 0 } }, hits: ["b", "a"] },
      metric: "bpref",
      value: 0,
      textbook: "bpref",
      textbookValue: 1,
    },
    {
      says: "Rank-biased precision takes grades as gains, as they are, and can exceed 1.",
      case: { gold: { grades: { a: 3 } }, hits: ["a"] },
      metric: "rbp.5",
      value: 1.5,
      textbook: "rbp(p=0.5)",
      textbookValue: 0.5,
    },
    {
      says: "Relevance comes from grades, 1 and above unless a level is given; a separate list of relevant documents is ignored.",
      case: { gold: { relevant: ["a"], grades: { a: 1, b: 1 } }, hits: ["a", "b"] },
      metric: "precision@5",
      value: 0.4,
      textbook: "precision@5",
      textbookValue: 0.2,
    },
    {
      says: "A query without relevant documents scores 0 and counts.",
      case: { gold: { grades: { a: 0 } }, hits: ["a"] },
      metric: "recall",
      value: 0,
      textbook: "recall",
      textbookValue: "no-relevant",
    },
    {
      says: "Precision of nothing is 0.",
      case: { gold: { grades: { a: 1 } }, hits: [] },
      metric: "precision",
      value: 0,
      textbook: "precision",
      textbookValue: "empty-ranking",
    },
  ],
  chosen: [
    {
      id: "unstable-sort",
      tool: "In lists of more than 15 hits, equal scores end up in any order.",
      goldie: "They stay in the order given, as in shorter lists.",
    },
    {
      id: "bpref-poisoned",
      tool: "A query without relevant documents makes bpref 0 for every query after it.",
      goldie: "It is 0 for that query alone.",
    },
    {
      id: "ids-cut",
      tool: "An id loses its last character if the low byte of its code is zero, so that two ids may become one.",
      goldie: "Ids are kept whole.",
    },
    {
      id: "mixed-up-queries",
      tool: "Without make_comparable, two dictionaries with the same keys in another order are paired by position.",
      goldie: "Queries are joined by id.",
    },
  ],
};
