/** What is wrong with the use of `goldie explain`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "flag-without-files": ({ flag, metric }: { flag: string; metric: string }) => ({
    what: `${flag} needs files`,
    fix: `goldie explain ${metric} GOLD RUN …`,
  }),
  "versus-own-rules": ({ flag }: { flag: string }) => ({
    what: `--versus compares tools under their own rules, and ${flag} changes one`,
    fix: "leave it out",
  }),
  "versus-judged": ({ metric }: { metric: string }) => ({
    what: `${metric} reads a judgement, and --versus compares what needs none`,
    fix: "`goldie judge CASES --as ragas` gives another tool's numbers from the same judgement",
  }),
  "unknown-query": (f: {
    query: string;
    names: readonly string[];
    count: number;
    nearest: readonly string[];
  }) => ({
    what: `the gold has no query ${JSON.stringify(f.query)}`,
    fix:
      f.nearest[0] === undefined
        ? `its queries are ${f.names.join(", ")}${f.count > f.names.length ? ", …" : ""}`
        : `did you mean ${JSON.stringify(f.nearest[0])}?`,
  }),
});
