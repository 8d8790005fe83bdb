/** What is wrong with the use of a matcher: an error with `.not` too, never a pass. */
import { defineProblems } from "../core/problem-table.ts";
import { counted } from "../text/counted.ts";

interface WrongReceived {
  readonly matcher: string;
  readonly wanted: string;
  readonly found: string;
}

interface LimitOutOfRange {
  readonly expectation: string;
  readonly low: number;
  readonly high: number;
}

interface FailedScores {
  readonly metric: string;
  readonly count: number;
  /** Why the first of them failed. */
  readonly reason?: string;
}

export const testingProblem = defineProblems({
  "bad-assertion/received": ({ matcher, wanted, found }: WrongReceived) => ({
    what: `${matcher}: expect() was given ${found}`,
    fix: `give it ${wanted}`,
  }),
  "bad-assertion/query": ({ found }: { readonly found: string }) => ({
    what: `toRetrieve: the query is ${found}`,
    fix: 'the query comes first, then the gold: toRetrieve("query", ["doc-1"])',
  }),
  "bad-assertion/min": ({ found }: { readonly found: string }) => ({
    what: `toHaveRecall: min is ${found}`,
    fix: "give a number from 0 to 1",
  }),
  "bad-assertion/metric": ({ found }: { readonly found: string }) => ({
    what: `toRegress: metric is ${found}`,
    fix: 'name one of the baseline: { metric: "ndcg@10" }',
  }),
  "bad-assertion/expectation": ({ found }: { readonly found: string }) => ({
    what: `cannot read the expectation ${found}`,
    fix: 'write a metric, one of >= > <= <, and a number: "ndcg@10 >= 0.7"',
  }),
  "cannot-assert/search-failed": ({
    query,
    message,
  }: {
    readonly query: string;
    readonly message: string;
  }) => ({
    what: `search(${JSON.stringify(query)}) failed: ${message}`,
    fix: "see the cause below for where it was thrown",
  }),
  "bad-assertion/limit": ({ expectation, low, high }: LimitOutOfRange) => ({
    what: `toMeet("${expectation}"): this metric is between ${low} and ${high}`,
    why: "no run could change the outcome",
    fix: "give a limit within its range, for example 0.8 instead of 80",
  }),
  "bad-assertion/hits": ({ from, found }: { readonly from: string; readonly found: string }) => ({
    what: `${from} is ${found}, not a list of hits`,
    fix: "give ids, hits with an id, or LangChain documents, best first, or an id → score mapping; await a promise",
  }),
  "cannot-assert/no-recall": ({
    metric,
    because,
  }: {
    readonly metric: string;
    readonly because: string;
  }) => ({
    what: `${metric} cannot be computed: ${because}`,
    fix: "give at least one relevant document as the gold",
  }),
  "bad-assertion/no-gold": ({ matcher }: { readonly matcher: string }) => ({
    what: `${matcher} has no gold to score the run with`,
    fix: "pass it as an option, { gold }, or give expect() a result of evaluate()",
  }),
  "cannot-assert/no-mean": ({ metric, because }: { readonly metric: string; readonly because: string }) => ({
    what: `${metric} has ${because}`,
    fix: "check that the gold has relevant documents and that the metric suits it",
  }),
  "cannot-assert/no-queries": ({ count }: { readonly count: number }) => ({
    what: `the run has no hits for any query of the gold (${counted(count, "query", "queries")})`,
    fix: "use the same query ids in both",
  }),
  "cannot-assert/failed-scores": ({ metric, count, reason }: FailedScores) => ({
    what: `${metric} could not be computed for ${counted(count, "query", "queries")}${reason === undefined ? "" : ` (${reason})`}`,
    why: "a mean of the other queries would hide the failures",
    fix: "make the search succeed for every query, or leave these out of the gold",
  }),
  "cannot-assert/no-baseline": ({ path, message }: { readonly path: string; readonly message: string }) => ({
    what: `cannot read the baseline ${path}: ${message}`,
    fix: "make it with goldie bless GOLD RUN and commit it; a relative path starts at the working directory",
  }),
});
