import type { Command, CommandFlag } from "../../shared/command.ts";
import { configFlag } from "../../shared/config-flag.ts";
import { oneRunFlag, pullFlag, tableFlags } from "../../shared/engine/flags.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";
import { dialectFlag, goldFlag, jsonFlag, strictFlag } from "../../shared/score-flags.ts";

/** For `gate` and `bless`. */
export const baselineFlag: CommandFlag = {
  flag: "--baseline",
  value: "FILE",
  about: "the baseline file (default: baseline of the config, or goldie.baseline.json)",
  file: true,
};

/** For `gate` and `bless`: the rules. */
export const gateRuleFlags: readonly CommandFlag[] = [
  { flag: "--min", value: "METRIC=N", many: true, about: "the mean must be at least N" },
  {
    flag: "--max",
    value: "METRIC=N",
    many: true,
    about: "the mean must be at most N; latency-p95=N: 95 % of the queries in N milliseconds",
  },
  {
    flag: "--not-worse",
    value: "METRIC[=N]",
    many: true,
    about: "no real drop against the baseline; with =N, none larger than N",
  },
  {
    flag: "--must",
    value: "METRIC[=N]",
    many: true,
    about: "every query must have it (hit@5), or reach N",
  },
  {
    flag: "--where",
    value: "TAG=VALUE",
    many: true,
    about: "limit the rule before it to the queries with this tag",
  },
  { flag: "--max-failed", value: "SHARE", about: "scores that may fail, e.g. 1% (default: none)" },
];

export const gateCommand: Command = {
  id: "gate",
  summary: "fail the build on a real regression",
  about:
    "Checks a run against rules and against the baseline that `goldie bless` wrote, and says it with the exit code: 0 met, 1 not met, 2 wrong use or bad input, 3 a part failed, 4 undecided. --not-worse compares query by query: without a margin a real drop fails, and anything else passes with a note of the drop that could not be excluded; with a margin the rule passes when a larger drop is excluded, fails on a real drop beyond it, and is undecided otherwise. p-values are adjusted over the rules (Holm). Rules come from the baseline, the config and flags; a later rule about the same metric and queries replaces an earlier one. Without any, the first metric of the baseline must not be worse.",
  positionals: [
    { name: "GOLD", about: "the known answers; not needed for a result", optional: true, file: true },
    {
      name: "RUN",
      about:
        "what your retriever returned, a stored run such as last/main, or a result of goldie eval --json --per-query (default: tables of the config, or last, the retriever that the baseline is named after)",
      optional: true,
      many: true,
      file: true,
    },
  ],
  flags: [
    ...gateRuleFlags,
    { flag: "--allow-undecided", about: "exit 0 if a rule with a margin cannot be decided" },
    baselineFlag,
    configFlag,
    goldFlag,
    dialectFlag,
    ...tableFlags("score in a SQL engine"),
    oneRunFlag,
    pullFlag,
    { flag: "--annotations", value: "KIND", choices: ["github"], about: "also print workflow annotations" },
    jsonFlag,
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      many: true,
      about:
        "write it to a file: .html, .xml (JUnit), .md (summary), .json, .codequality.json (GitLab), .txt",
      file: true,
    },
    ...readFlags,
    ...ruleFlags,
    overlapFlag,
    strictFlag,
  ],
  examples: [
    {
      run: "goldie gate gold.jsonl overlap.jsonl --min recall@5=0.6 --min hit@5=0.7 --where kind=graded",
      about: "Floors for the mean of all queries, and of one kind of query.",
    },
    {
      run: "goldie gate gold.jsonl overlap.jsonl --min ndcg@10=0.5 -o gate.xml -o summary.md",
      about: "Reports for the build server and for the pull request.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runGate(args, effects),
};
