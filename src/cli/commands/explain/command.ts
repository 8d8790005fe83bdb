import type { Command } from "../../shared/command.ts";
import { configFlag, oneRunFlag, tableFlags } from "../../shared/engine/flags.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";

export const explainCommand: Command = {
  id: "explain",
  summary: "explain a metric, or how one query got its score",
  about:
    "Without files: the metric's definition, formula and steps. With GOLD, RUN and --query: how that query got its score, step by step; for a judged metric, cases or records are enough, and the claims are shown with the words of the contexts for and against them. With --versus: why another metric or tool gives a different number for the same files, and how much each rule contributes.",
  positionals: [
    { name: "METRIC", of: "metrics", about: "a metric, e.g. ndcg@10 or trec_eval:ndcg_cut_10" },
    {
      name: "GOLD",
      about: "the known answers; for a judged metric, cases or judgement records",
      optional: true,
      file: true,
    },
    { name: "RUN", about: "the retrieved documents", optional: true, file: true },
  ],
  flags: [
    { flag: "--query", short: "-q", value: "ID", about: "explain the score of this query" },
    {
      flag: "--versus",
      value: "METRIC",
      of: "metrics",
      about: "compare with another metric or dialect, e.g. trec_eval:ndcg_cut_10 or remem",
    },
    { flag: "--as", value: "DIALECT", of: "dialects", about: "compute the metric as this tool does" },
    { flag: "--option", value: "NAME", many: true, about: "an option of the dialect" },
    { flag: "--corpus", value: "FILE", about: "documents to take the text of hits from", file: true },
    ...readFlags,
    ...ruleFlags,
    overlapFlag,
    ...judgeFlags,
    ...tableFlags("take gold and hits from a SQL engine"),
    oneRunFlag,
    configFlag,
    { flag: "--json", about: "print JSON" },
  ],
  examples: [
    {
      run: "goldie explain ndcg@10 gold.jsonl overlap.jsonl --query q06",
      about: "Show the gain and discount of every hit of q06, and the ideal ranking.",
    },
    {
      run: "goldie explain ndcg@10 gold.jsonl overlap.jsonl --versus remem",
      about: "Show which rules make REMem print a different number, and how much each contributes.",
    },
    {
      run: "goldie explain context-recall cases.jsonl --query q02",
      about: "Show each claim of the reference with what supports it.",
    },
    { run: "goldie explain rr", about: "Explain reciprocal rank." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runExplain(args, effects),
};
