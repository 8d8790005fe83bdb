/** Messages about runs that cannot be fused, and fusions that cannot be trained or tuned. */

import { defineProblems, optionWords } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";

interface OfRun {
  /** The run's name. */
  readonly run: string;
}
interface OfMethod {
  readonly method: string;
}

const noId = ({ run, rank }: OfRun & { readonly rank: number }, { query }: { readonly query?: string }) => ({
  what: `${run}: ignored hit ${rank} of query ${query}, which has no id`,
  fix: "give every hit an id",
});

export const fuseProblem = defineProblems({
  // Names
  "unknown-name/not-a-fusion": ({ name }: { readonly name: string }) => ({
    what: `${shown(name)} is not a fusion`,
    fix: 'write name(param=value), for example "rrf(k=20)"',
  }),
  "bad-parameter/of-fusion": ({ method, found }: OfMethod & { readonly found: string }) => ({
    what: `${method}: ${shown(found)} has no value`,
    fix: "write param=value; separate the numbers of a list with ;",
  }),
  "bad-parameter/one-for-each-run": ({
    method,
    parameter,
    found,
    wanted,
  }: OfMethod & { readonly parameter: string; readonly found: number; readonly wanted: number }) => ({
    what: `${method}: ${parameter} has ${found} numbers for ${wanted} runs`,
    fix: `list ${wanted} numbers, one per run`,
  }),
  "bad-option/depth": ({ found }: { readonly found: string }) => ({
    what: `depth cannot be ${found}`,
    fix: "use a whole number of 1 or more",
  }),
  "bad-option/norm-unused": ({ method, norm }: OfMethod & { readonly norm: string }) => ({
    what: `norm ${norm} has no effect: ${method} only reads ranks`,
    fix: "remove it, or use a method that reads scores, such as combsum",
  }),

  // Runs
  "bad-run/none": (_: object) => ({
    what: "no runs to fuse",
    fix: 'pass runs: [{ name: "bm25", run }, …]',
  }),
  "retriever-failed/run": ({ run, message }: OfRun & { readonly message: string }, { query }) => ({
    what: `${run} failed for query ${query}: ${message}`,
    why: "fusing without it would treat the failure as an empty result",
    fix: "run it again, or remove the query",
  }),
  "empty-id/left-out": noId,
  "null-id/left-out": noId,
  "duplicate-hit/left-out": ({ run, document }: OfRun & { readonly document: string }, { query }) => ({
    what: `${run}: document ${document} is ranked twice for query ${query}; ignoring the second`,
    why: "it would be counted twice",
    fix: "remove the duplicate",
  }),
  "missing-query/of-one-run": ({ run }: OfRun, { query }) => ({
    what: `${run} has no hits for query ${query}; treating its list as empty`,
    fix: "add them if the retriever found any",
  }),
  "no-score/of-fusion": ({ method }: OfMethod, { query }, voice) => ({
    what: `ranking of query ${query}: a hit has no score`,
    why: `${method} reads scores`,
    fix: `give every hit a score, pass ${optionWords(voice, "norm", "rank")}, or use a method that reads ranks, such as rrf`,
  }),
  "bad-score/norm": (
    { method, norm, definition }: OfMethod & { readonly norm: string; readonly definition: string },
    { query },
  ) => ({
    what: `ranking of query ${query}: norm ${norm} turns its scores into values that are not finite`,
    why: `${method} could not sort them; ${norm} is ${definition}`,
    fix: "use another norm, such as min-max",
  }),
  "not-finite/fusion": (
    { method, document, found }: OfMethod & { readonly document: string; readonly found: string },
    { query },
  ) => ({
    what: `${method}: document ${document} of query ${query} gets the score ${found}`,
    why: "it cannot be ranked",
    fix: "check the scores and parameters for values so large that the sum overflows",
  }),

  // Training and tuning
  "no-model/untrained": ({ method }: OfMethod) => ({
    what: `${method} needs training`,
    why: "it learns from gold how good each run is",
    fix: "pass model: trainFusion({ method, runs, gold }), trained on other queries than those you score",
  }),
  "no-model/other": ({
    found,
    wanted,
  }: Readonly<Record<"found" | "wanted", OfMethod & { readonly runs: number }>>) => ({
    what: `the model was trained for ${found.method} with ${found.runs} runs, not for ${wanted.method} with ${wanted.runs}`,
    fix: "train it with the same method and the same runs in the same order",
  }),
  "bad-option/learns-nothing": ({ method }: OfMethod) => ({
    what: `${method} cannot be trained: it has nothing to learn`,
    fix: "call fuse without a model",
  }),
  "bad-gold/nothing-to-learn": (_: object) => ({
    what: "no training data: none of the runs' queries is in the gold",
    fix: "pass gold for the queries of the runs",
  }),
  "no-grades/nothing-to-learn": (_: object, { query }) => ({
    what: `gold of query ${query} names no documents`,
    fix: "add ids, groups or grades",
  }),
  "bad-option/nothing-to-try": ({ method }: OfMethod) => ({
    what: `${method} has no parameters to tune`,
    fix: "call fuse instead",
  }),
  "bad-option/too-many-trials": ({ count }: { readonly count: number }) => ({
    what: `too many trials: ${count}`,
    fix: "use a larger step, or fewer values in tries",
  }),
  "bad-option/step": ({ found }: { readonly found: string }) => ({
    what: `step cannot be ${found}`,
    fix: "use a fraction that divides 1, such as 0.1 or 0.25",
  }),
  "bad-gold/nothing-scored": ({ metric }: { readonly metric: string }) => ({
    what: `${metric} has no value: no gold query could be scored`,
    fix: "pass gold for the queries of the runs",
  }),
});
