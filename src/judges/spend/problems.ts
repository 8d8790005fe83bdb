/** Messages about call keys, budgets and batches. */
import { defineProblems } from "../../core/problem-table.ts";

export const spendProblem = defineProblems({
  /** `calls`: what they are. */
  "call-store/unsaved": ({ calls, count, cause }: { calls: string; count: number; cause: string }) => ({
    what: `${count === 1 ? "one reply is" : `${count} replies are`} only in memory: could not write the journal of ${calls} (${cause})`,
    why: `${count === 1 ? "it was" : "they were"} paid for and ${count === 1 ? "counts" : "count"} in these results, but the next run would pay again`,
    fix: "free some disk space or name another file with --store, then run it again; --records FILE keeps the judgements",
  }),
  /** Pairs cost time, not money. */
  "call-store/unsaved-scores": ({
    calls,
    count,
    cause,
  }: {
    calls: string;
    count: number;
    cause: string;
  }) => ({
    what: `${count === 1 ? "one score is" : `${count} scores are`} only in memory: could not write the journal of ${calls} (${cause})`,
    why: `${count === 1 ? "it counts" : "they count"} in these results, but the next run would score ${count === 1 ? "this pair" : "these pairs"} again`,
    fix: "free some disk space or name another file with --store, then run it again; --records FILE keeps the judgements",
  }),
  "call-key": ({ found }: { found: string }) => ({
    what: `a setting or input of a model call is ${found}, which JSON cannot represent`,
    why: "two calls that differ only there would be taken for the same call",
    fix: "use strings, finite numbers, booleans, arrays and plain objects",
  }),
  "budget-without-prices": () => ({
    what: "a money budget needs prices",
    why: "prices change, so none are built in; without them the budget would never be used up",
    fix: "set prices (dollars per million input and output tokens), or set a budget in calls or tokens",
  }),
  "batch-result": ({ message }: { message: string }) => ({
    what: `a batch request has no reply: ${message}`,
    fix: "run it again: the request goes into the next batch, or is sent directly",
  }),
  "no-batches": ({ provider }: { provider: string }) => ({
    what: `${provider} does not support batches`,
    why: "batch files are written for the OpenAI or Anthropic API",
    fix: "use one of these clients, or run without a batch",
  }),
});
