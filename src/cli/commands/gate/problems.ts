/** Usage errors of `goldie gate`. */
import { defineWrongUses } from "../../shared/wrong-use.ts";

const isNumber = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));

export const wrongUse = defineWrongUses({
  "where-first": ({ found }: { found: string }) => ({
    what: `--where ${found} comes before any rule`,
    fix: "write it after the rule that it limits: --must hit@5 --where critical=yes",
  }),
  "bad-condition": ({ found }: { found: string }) => ({
    what: `cannot read --where ${found}`,
    fix: "write TAG=VALUE, for example --where lang=de",
  }),
  "condition-twice": ({ tag }: { tag: string }) => ({
    what: `--where names ${tag} twice for one rule, and a query has one value of it`,
    fix: "write a rule for each value",
  }),
  "engine-without-table": ({ flag, table }: { flag: string; table: string }) => ({
    what: `${flag} needs --run-table here`,
    why: "without it, gate takes the last run of goldie run, also where the config names an engine",
    fix: `add --run-table ${table}`,
  }),
  "limit-without-number": ({ flag, metric }: { flag: string; metric: string }) => ({
    what: isNumber(metric) ? `${flag} ${metric} names no metric` : `${flag} ${metric} has no number`,
    fix: isNumber(metric)
      ? `write ${flag} METRIC=NUMBER, for example ${flag} ndcg@10=${metric.trim()}`
      : `write ${flag} ${metric}=NUMBER`,
  }),
  "bad-share": ({ found }: { found: string }) => ({
    what: `--max-failed ${found} is not a share`,
    fix: "write a percentage such as 1%, or a number from 0 to 1",
  }),
  "nothing-to-gate": () => ({
    what: "no run to check",
    fix: "give gold and run (goldie gate GOLD RUN --not-worse ndcg@10), a result of goldie eval --json --per-query, or make a run with goldie run",
  }),
  "nothing-blessed": ({ path }: { path: string }) => ({
    what: `nothing to check against: there is no baseline ${path}, and no rule is given`,
    fix: "make a good run the baseline (goldie run, then goldie bless last), or give a rule such as --min recall@5=0.8",
  }),
  "gate-of-several": ({ names }: { names: readonly string[] }) => ({
    what: `a gate checks one run, and ${names.length} were given: ${names.slice(0, 5).join(", ")}`,
    fix: "run it once for each",
  }),
  "gate-output": ({ path }: { path: string }) => ({
    what: `cannot tell from the name what to write to ${path}`,
    fix: "use .html, .xml (JUnit), .md (summary), .json, .codequality.json (GitLab) or .txt",
  }),
  "baseline-of-several": ({ path, found }: { path: string; found: number }) => ({
    what: `${path} holds ${found} runs, and a baseline is one`,
    fix: "make one with goldie bless GOLD RUN",
  }),
  "no-baseline": ({ path }: { path: string }) => ({
    what: `there is no baseline ${path}, and a rule compares with it`,
    fix: "make one with goldie bless GOLD RUN and commit it, or name another with --baseline FILE",
  }),
});
