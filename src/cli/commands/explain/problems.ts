/** Usage errors of `goldie explain`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "flag-without-files": ({ flag, metric }: { flag: string; metric: string }) => ({
    what: `${flag} needs GOLD and RUN`,
    fix: `goldie explain ${metric} GOLD RUN …`,
  }),
  "versus-own-rules": ({ flag }: { flag: string }) => ({
    what: `${flag} cannot be combined with --versus, which compares tools under their own rules`,
    fix: "drop one of the two",
  }),
  "judge-unused": ({ flag, metric }: { flag: string; metric: string }) => ({
    what: `${flag} has no effect: ${metric} needs no judge`,
    fix: "drop it, or name a judged metric, for example context-recall",
  }),
  "records-need-no-judge": ({ flag }: { flag: string }) => ({
    what: `${flag} only applies when a judge runs; this file has judgements already`,
    fix: "drop it, or pass cases instead",
  }),
  "versus-judged": ({ metric }: { metric: string }) => ({
    what: `--versus does not support ${metric}, which needs a judge`,
    fix: "to get another tool's numbers from the same judgements: goldie judge CASES --as ragas",
  }),
  "engine-one-query": () => ({
    what: "with --engine, goldie explain takes one query: the hits of the others stay in the engine",
    fix: "add --query ID; for the mean, goldie eval --engine … -m METRIC",
  }),
  "unknown-query": (f: {
    /** What was read instead of gold. */
    cases?: boolean;
    query: string;
    names: readonly string[];
    count: number;
    nearest: readonly string[];
  }) => ({
    what: `the ${f.cases === true ? "cases have" : "gold has"} no query ${JSON.stringify(f.query)}`,
    fix:
      f.nearest[0] === undefined
        ? `use one of: ${f.names.join(", ")}${f.count > f.names.length ? ", …" : ""}`
        : `did you mean ${JSON.stringify(f.nearest[0])}?`,
  }),
});
