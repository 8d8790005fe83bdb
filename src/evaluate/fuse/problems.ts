/** What is said of runs that cannot be fused as they are, and of fusions that cannot be trained or tuned. */

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
  what: `${run}: hit ${rank} of query ${query} has no id; it was left out`,
  fix: "give every hit an id",
});

export const fuseProblem = defineProblems({
  // Names
  "unknown-name/not-a-fusion": ({ name }: { readonly name: string }) => ({
    what: `${shown(name)} is not a fusion`,
    fix: 'write name(param=value), such as "rrf(k=20)"',
  }),
  "bad-parameter/of-fusion": ({ method, found }: OfMethod & { readonly found: string }) => ({
    what: `${method}: ${shown(found)} is not param=value`,
    fix: "write param=value; separate the numbers of a list by ;",
  }),
  "bad-parameter/one-for-each-run": ({
    method,
    parameter,
    found,
    wanted,
  }: OfMethod & { readonly parameter: string; readonly found: number; readonly wanted: number }) => ({
    what: `${method}: ${parameter} has ${found} numbers for ${wanted} runs`,
    fix: "give one for each run",
  }),
  "bad-option/depth": ({ found }: { readonly found: string }) => ({
    what: `depth cannot be ${found}`,
    fix: "give a number of hits of 1 or more",
  }),
  "bad-option/norm-unused": ({ method, norm }: OfMethod & { readonly norm: string }) => ({
    what: `${method} reads ranks alone, so norm ${norm} changes nothing`,
    fix: "leave it out, or choose a method that reads scores, such as combsum",
  }),

  // Runs
  "bad-run/none": (_: object) => ({
    what: "there is no run to fuse",
    fix: 'give runs: [{ name: "bm25", run }, …]',
  }),
  "retriever-failed/run": ({ run, message }: OfRun & { readonly message: string }, { query }) => ({
    what: `${run} failed for query ${query}: ${message}`,
    why: "a fusion without it would look like one in which it found nothing",
    fix: "run it again, or leave the query out",
  }),
  "empty-id/left-out": noId,
  "null-id/left-out": noId,
  "duplicate-hit/left-out": ({ run, document }: OfRun & { readonly document: string }, { query }) => ({
    what: `${run}: query ${query} ranks document ${document} twice; the later one was left out`,
    why: "it would be counted twice",
    fix: "remove it",
  }),
  "missing-query/of-one-run": ({ run }: OfRun, { query }) => ({
    what: `${run} has no list for query ${query}; it counts as empty`,
    fix: "give it one, if it found something",
  }),
  "no-score/of-fusion": ({ method }: OfMethod, { query }, voice) => ({
    what: `ranking of query ${query}: a hit has no score`,
    why: `${method} reads scores`,
    fix: `give every hit a score, choose ${optionWords(voice, "norm", "rank")}, or a method that reads ranks, such as rrf`,
  }),
  "bad-score/norm": (
    { method, norm, definition }: OfMethod & { readonly norm: string; readonly definition: string },
    { query },
  ) => ({
    what: `ranking of query ${query}: norm ${norm} of its scores is not finite`,
    why: `${method} would have no order: ${definition}`,
    fix: `choose another norm than ${norm}, such as min-max`,
  }),
  "not-finite/fusion": (
    { method, document, found }: OfMethod & { readonly document: string; readonly found: string },
    { query },
  ) => ({
    what: `${method} gives document ${document} of query ${query} the score ${found}`,
    why: "it has no place in an order",
    fix: "check the scores and parameters: a sum may be too large for a number",
  }),

  // Training and tuning
  "no-model/untrained": ({ method }: OfMethod) => ({
    what: `${method} has to be trained`,
    why: "it learns from gold how good each run is",
    fix: "give model: trainFusion({ method, runs, gold }), from queries other than those you score",
  }),
  "no-model/other": ({
    found,
    wanted,
  }: Readonly<Record<"found" | "wanted", OfMethod & { readonly runs: number }>>) => ({
    what: `the model is of ${found.method} with ${found.runs} runs, not of ${wanted.method} with ${wanted.runs}`,
    fix: "train it with the same method and the same runs in the same order",
  }),
  "bad-option/learns-nothing": ({ method }: OfMethod) => ({
    what: `${method} learns nothing from gold`,
    fix: "call fuse without a model",
  }),
  "bad-gold/nothing-to-learn": (_: object) => ({
    what: "the gold has no query to learn from",
    fix: "give gold for the queries of the runs",
  }),
  "no-grades/nothing-to-learn": (_: object, { query }) => ({
    what: `gold of query ${query} names no documents`,
    fix: "give ids, groups or grades",
  }),
  "bad-option/nothing-to-try": ({ method }: OfMethod) => ({
    what: `${method} has no parameter to try values of`,
    fix: "call fuse",
  }),
  "bad-option/too-many-trials": ({ count }: { readonly count: number }) => ({
    what: `${count} trials are too many`,
    fix: "give a larger step, or fewer values in tries",
  }),
  "bad-option/step": ({ found }: { readonly found: string }) => ({
    what: `step cannot be ${found}`,
    fix: "give a part of 1, such as 0.1 or 0.25",
  }),
  "bad-gold/nothing-scored": ({ metric }: { readonly metric: string }) => ({
    what: `${metric} has no value: no query of the gold could be scored`,
    fix: "give gold for the queries of the runs",
  }),
});
