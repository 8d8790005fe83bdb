import { defineProblems } from "../core/problem-table.ts";

/** What is wrong with limits of calls, and with the journal. `calls`: what they are, in the words of whoever asks ("model calls"). */
export const callsProblem = defineProblems({
  "bad-option/limit": ({ option, found, wanted }: { option: string; found: string; wanted: string }) => ({
    what: `${option} is ${found}; it must be ${wanted}`,
    fix: `give it as ${wanted}, or leave it out`,
  }),
  "call-store": ({ calls, cause }: { calls: string; cause: string }) => ({
    what: `the journal of ${calls} cannot be written: ${cause}`,
    why: "a call that is not written would be paid for again",
    fix: "name a file in a folder that can be written to, on a disk with room",
  }),
  "call-store-line": ({ calls, lines }: { calls: string; lines: number }) => ({
    what: `${lines === 1 ? "a line" : `${lines} lines`} of the journal of ${calls} cannot be read, and ${lines === 1 ? "was" : "were"} left out`,
    why: "a crash can cut off a line; such a call is asked again",
    fix: "nothing to do; delete such lines if they disturb other tools",
  }),
});
