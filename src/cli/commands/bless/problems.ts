/** What is wrong with the use of `goldie bless`. */
import { defineProblems } from "../../../core/problem-table.ts";
import { counted } from "../../../text/counted.ts";
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "bless-of-several": ({ names }: { names: readonly string[] }) => ({
    what: `a baseline is one run, and ${names.length} were given: ${names.slice(0, 5).join(", ")}`,
    fix: "name one of them",
  }),
});

export const blessProblem = defineProblems({
  "failed-baseline": ({ metric, count }: { metric: string; count: number }) => ({
    what: `${metric} failed on ${counted(count, "query", "queries")}, so this run cannot be a baseline`,
    fix: "look at the failures with goldie eval, mend them, and bless again",
  }),
});
