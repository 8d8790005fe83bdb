import type { AverageRule, Dialect, DialectMetric, Patch } from "../core/types.ts";
import { nanMean, plainVerdicts, raises, when, zeroIf } from "./_common.ts";
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
    "The methods of TrecEval. Means are over the queries of the run, judged or not. Unless told otherwise lists are cut at 1000.",
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
        is: "rbp@1000",
        ...asLoaded,
        takes: { p: "p", depth: "k", average_ties: { False: {} } },
      },
      { name: "get_retrieved_documents", is: "count", average: sum },
      { name: "get_relevant_documents", is: "count(of=relevant)", average: { ...sum, missing: "compute" } },
      { name: "get_relevant_retrieved_documents", is: "count(of=found)", average: sum },
    ],
  },
  differs: [],
};
