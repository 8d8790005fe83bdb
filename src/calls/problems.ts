import { defineProblems } from "../core/problem-table.ts";

/** Messages about call limits and the journal. `calls`: what the caller calls them, such as "model calls". */
export const callsProblem = defineProblems({
  "bad-option/limit": ({ option, found, wanted }: { option: string; found: string; wanted: string }) => ({
    what: `${option} is ${found}; it must be ${wanted}`,
    fix: `set ${option} to ${wanted}, or remove it`,
  }),
  "call-store": ({ calls, cause }: { calls: string; cause: string }) => ({
    what: `could not write the journal of ${calls}: ${cause}`,
    why: "what is not saved has to be asked for again by the next run",
    fix: "choose a file in a writable folder on a disk with free space",
  }),
  "call-store-line": ({ calls, lines }: { calls: string; lines: number }) => ({
    what: `ignored ${lines === 1 ? "a line" : `${lines} lines`} of the journal of ${calls} that could not be parsed`,
    why: "a crash can truncate a line; the call is then made again",
    fix: "nothing to do, unless other tools read the file: then delete the lines",
  }),
});
