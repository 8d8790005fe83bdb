/** Messages about unknown commands and internal errors. */
import { defineProblems } from "../core/problem-table.ts";
import { defineWrongUses, didYouMean } from "./shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "unknown-flag-first": (f: { flag: string; nearest: readonly string[] }) => ({
    what: `goldie has no flag ${f.flag}`,
    fix: didYouMean(
      f.nearest.map((flag) => `goldie ${flag}`),
      "`goldie --help` lists the commands",
    ),
  }),
  "unknown-command": (f: { found: string; names: readonly string[]; nearest: readonly string[] }) => ({
    what: `there is no command ${JSON.stringify(f.found)}`,
    fix: didYouMean(
      f.nearest.map((id) => `goldie ${id}`),
      `use one of: ${f.names.join(", ")}`,
    ),
  }),
});

export const mainProblem = defineProblems({
  unexpected: ({ message }: { message: string }) => ({
    what: `internal error: ${message}`,
    fix: "please report it, with the command and its output when run with GOLDIE_DEBUG=1",
  }),
});
