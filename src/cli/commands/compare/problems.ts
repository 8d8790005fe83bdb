/** What is wrong with the use of `goldie compare`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "compare-output": ({ path }: { path: string }) => ({
    what: `cannot tell from the name what to write to ${path}`,
    fix: "use .json, .csv, .md, .tex or .txt",
  }),
});
