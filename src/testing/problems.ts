/** What is wrong with the use of a matcher. */
import { defineProblems } from "../core/problem-table.ts";

export const testingProblem = defineProblems({
  "bad-expectation": ({ found }: { readonly found: string }) => ({
    what: `cannot read the expectation "${found}"`,
    fix: 'write METRIC, a comparison and a number: "ndcg@10 >= 0.7"',
  }),
  "bad-received": ({ matcher, wanted }: { readonly matcher: string; readonly wanted: string }) => ({
    what: `${matcher}: expect() did not get ${wanted}`,
    fix: `pass ${wanted}`,
  }),
  "gold-missing": ({ matcher }: { readonly matcher: string }) => ({
    what: `${matcher} has no gold to score the run with`,
    fix: `pass it as an option ({ gold }), or give expect() a result of evaluate()`,
  }),
  "no-mean": ({ metric, because }: { readonly metric: string; readonly because: string }) => ({
    what: `${metric} has no mean (${because})`,
    fix: "check that the gold has relevant documents, and that the run is not empty",
  }),
  "failed-scores": ({ metric, count }: { readonly metric: string; readonly count: number }) => ({
    what: `${metric} failed on ${count} ${count === 1 ? "query" : "queries"}`,
    fix: "see result.problems for the reasons",
  }),
  "no-baseline": ({ path, message }: { readonly path: string; readonly message: string }) => ({
    what: `cannot read the baseline ${path}: ${message}`,
    fix: "make one with goldie bless GOLD RUN, and commit it",
  }),
});
