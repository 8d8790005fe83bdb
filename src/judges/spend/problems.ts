/** Words for what is wrong with paying for calls: their names, budgets and batches. */
import { defineProblems } from "../../core/problem-table.ts";

export const spendProblem = defineProblems({
  /** `calls`: what they are. */
  "call-store/unsaved": ({ calls, count, cause }: { calls: string; count: number; cause: string }) => ({
    what: `${count === 1 ? "one reply is" : `${count} replies are`} only in memory: the journal of ${calls} cannot be written (${cause})`,
    why: `${count === 1 ? "it was" : "they were"} paid for and ${count === 1 ? "counts" : "count"} in these results, but the next run would pay again`,
    fix: "free some disk space or name another file with --store, then run it again; --records FILE keeps the judgements",
  }),
  "call-key": ({ found }: { found: string }) => ({
    what: `a setting or input of a model call is ${found}, which JSON cannot hold`,
    why: "two calls that differ only there would count as the same call",
    fix: "use strings, finite numbers, booleans, arrays and plain objects",
  }),
  "budget-without-prices": () => ({
    what: "there is a budget of money, and no price is known",
    why: "prices change, so none are built in, and without them the budget would never be used up",
    fix: "give prices (dollars for a million input and output tokens), or a budget in calls or tokens",
  }),
  "batch-result": ({ message }: { message: string }) => ({
    what: `a request of the batch has no reply: ${message}`,
    fix: "run again: it is in the next batch, or asked directly",
  }),
  "no-batches": ({ provider }: { provider: string }) => ({
    what: `${provider} has no batches`,
    why: "a batch file is made for the API of OpenAI or of Anthropic",
    fix: "use a client of one of these, or run without a batch",
  }),
});
