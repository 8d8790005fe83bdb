/** Usage errors of `goldie compare`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "several-pairs": ({
    flag,
    count,
    example,
  }: {
    flag: string;
    count: number;
    example: readonly string[];
  }) => ({
    what: `${flag} takes one comparison, and the two runs share ${count} retrievers`,
    fix: `name one: goldie compare ${example.join(" ")} ${flag}`,
  }),
  "tukey-of-two": ({ found }: { found: number }) => ({
    what: `--tukey is for three or more runs, and ${found} were given`,
    fix: "leave it out: two runs are compared by the paired t-test",
  }),
  "compare-output": ({ path }: { path: string }) => ({
    what: `cannot tell from the name what to write to ${path}`,
    fix: "use .html, .json, .csv, .md, .tex or .txt",
  }),
});
