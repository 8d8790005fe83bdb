import type { Dialect, DialectMetric, Patch } from "../core/dialect.ts";
import type { AverageRule } from "../core/rules.ts";
import { nan, nanMean, plainVerdicts, raises, when, zeroIf } from "./_common.ts";
import { orZero, trecJoin } from "./_trec.ts";

/** Its files are sorted by id, ascending, where scores are equal; trec_eval=True turns that around in some measures. */
const asLoaded: Patch = { join: { ties: "id-asc" } };
const sorted: NonNullable<DialectMetric["takes"]> = {
  depth: "k",
  trec_eval: { True: {}, False: asLoaded },
};
const judgedOnly = { True: { join: { judgedOnly: true } }, False: {} };
const sum: Partial<AverageRule> = { as: "sum" };

export const trectools: Dialect = {
  id: "trectools",
  tool: "trectools",
  version: "0.0.50",
  cite: "trectools 0.0.50, trec_eval.py",
  about:
    "The methods of TrecEval. Means are over the queries of the run, judged or not. By default, lists are cut at 1000.",
  join: { ...trecJoin, blank: "keep", duplicates: "error" },
  average: { ...nanMean, missing: "leave-out", over: "retrieved" },
  verdicts: plainVerdicts,
  params: { rel: 1 },
  otherwise: orZero,
  metrics: {
    methods: [
      { name: "get_precision", is: "precision@1000", takes: { ...sorted, removeUnjudged: judgedOnly } },
      { name: "get_recall", is: "recall@1000", takes: sorted },
      {
        name: "get_ndcg",
        is: "ndcg@1000",
        ...asLoaded,
        takes: {
          depth: "k",
          trec_eval: { True: {}, False: { params: { gain: "exp" } } },
          removeUnjudged: judgedOnly,
        },
      },
      { name: "get_map", is: "ap@1000", takes: sorted },
      {
        name: "get_geometric_map",
        is: "gm-ap@1000",
        in: "summary",
        takes: { depth: "k" },
        // One query without a value leaves no mean, judged or retrieved alone too.
        guard: when(nan, "empty-ranking"),
        otherwise: { "no-relevant": nan },
        average: { as: "geometric", missing: "compute", poison: when(nan, "tool-nan", "unknown-query") },
      },
      { name: "get_reciprocal_rank", is: "rr@1000", takes: sorted },
      {
        name: "get_rprec",
        is: "r-precision",
        takes: { trec_eval: sorted["trec_eval"]! },
        average: { poison: when(raises, "unknown-query") },
      },
      {
        name: "get_bpref",
        is: "bpref(first=formula)",
        otherwise: zeroIf("no-nonrelevant"),
        takes: { trec_eval: sorted["trec_eval"]! },
      },
      {
        name: "get_unjudged",
        is: "unjudged(of=k,negatives=unjudged)@10",
        takes: sorted,
        average: { by: "gold" },
      },
      {
        name: "get_rbp",
        is: "rbp(ties=averaged)@1000",
        ...asLoaded,
        takes: {
          p: "p",
          depth: "k",
          average_ties: { True: {}, False: { params: { ties: "as-ordered" } } },
          binary_topical_relevance: { True: {}, False: { params: { gain: "linear", scale: "none" } } },
        },
      },
      { name: "get_retrieved_documents", is: "count", average: sum },
      { name: "get_relevant_documents", is: "count(of=relevant)", average: { ...sum, missing: "compute" } },
      { name: "get_relevant_retrieved_documents", is: "count(of=found)", average: sum },
    ],
  },
  differs: [
    {
      says: "Hits are sorted by score, equal scores by descending id.",
      case: {
        gold: { grades: { b: 1 } },
        hits: [
          { id: "a", score: 1 },
          { id: "b", score: 1 },
        ],
      },
      metric: "get_reciprocal_rank",
      value: 1,
      textbook: "rr",
      textbookValue: 0.5,
    },
    {
      says: "nDCG and RBP order equal scores by id, ascending.",
      case: {
        gold: { grades: { a: 1 } },
        hits: [
          { id: "b", score: 1 },
          { id: "a", score: 1 },
        ],
      },
      metric: "get_ndcg",
      value: 1,
      textbook: "ndcg",
      textbookValue: 0.6309297535714575,
    },
    {
      says: "With trec_eval=False the gain of nDCG is 2^grade - 1.",
      case: { gold: { grades: { a: 1, b: 2 } }, hits: ["a", "b"] },
      metric: "get_ndcg(trec_eval=False)",
      value: 0.7967075809905066,
      textbook: "ndcg",
      textbookValue: 0.8597186998521972,
    },
    {
      says: "Where no document was judged not relevant, bpref is 0.",
      case: { gold: { grades: { a: 1 } }, hits: ["a"] },
      metric: "get_bpref",
      value: 0,
      textbook: "bpref",
      textbookValue: 1,
    },
    {
      says: "Unjudged hits are divided by k, even if there are fewer hits.",
      case: { gold: { grades: { a: 1 } }, hits: ["a", "x"] },
      metric: "get_unjudged",
      value: 0.1,
      textbook: "unjudged@10",
      textbookValue: 0.5,
    },
    {
      says: "By default, precision is cut at 1000 and divided by 1000.",
      case: { gold: { grades: { a: 1 } }, hits: ["a"] },
      metric: "get_precision",
      value: 0.001,
      textbook: "precision",
      textbookValue: 1,
    },
    {
      says: "Relevance comes from grades; a separate list of relevant documents is ignored.",
      case: { gold: { relevant: ["a"], grades: { a: 1, b: 1 } }, hits: ["a", "b"] },
      metric: "get_precision(depth=5)",
      value: 0.4,
      textbook: "precision@5",
      textbookValue: 0.2,
    },
    {
      says: "A query without relevant documents counts as 0.",
      case: { gold: { grades: { a: 0 } }, hits: ["a"] },
      metric: "get_map",
      value: 0,
      textbook: "ap",
      textbookValue: "no-relevant",
    },
  ],
  chosen: [
    {
      id: "nan-rows",
      tool: "Where nothing relevant was found the row of nDCG, MAP, recall, R-precision and reciprocal rank is NaN, which the mean counts as 0; with RBP a mean of nothing else is NaN.",
      goldie: "The row is 0, as in the mean.",
    },
    {
      id: "all-negative",
      tool: "Negative judgements are dropped when a file is read. A query that has no others is unknown: R-precision raises, and the mean of unjudged hits can exceed 1.",
      goldie: "It is a query without relevant documents.",
    },
    {
      id: "padded-ids",
      tool: "Ids of digits lose the zeros in front when a file is read.",
      goldie: "Ids are kept as they are.",
    },
    {
      id: "overflow",
      tool: "With trec_eval=False the gain of a grade above 62 is more than a 64-bit whole number holds.",
      goldie: "Gains are doubles.",
    },
    {
      id: "tied-weights",
      tool: "With average_ties, the default, RBP averages the weights of equal scores also over two queries, where one ends with the score that the next begins with.",
      goldie: "Weights are averaged within a query.",
    },
  ],
};
