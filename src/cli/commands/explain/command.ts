import type { Command } from "../../shared/command.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";

export const explainCommand: Command = {
  id: "explain",
  summary: "what a metric computes, and how one query got its score",
  about:
    "Without files: the definition, the formula and the steps. With GOLD, RUN and --query: the derivation of that query's score, step by step. With --versus: why another metric or tool gives another number on the same files, and how much each rule carries.",
  positionals: [
    { name: "METRIC", of: "metrics", about: "a metric, such as ndcg@10 or trec_eval:ndcg_cut_10" },
    { name: "GOLD", about: "what is right", optional: true, file: true },
    { name: "RUN", about: "what came back", optional: true, file: true },
  ],
  flags: [
    { flag: "--query", short: "-q", value: "ID", about: "the query whose score is derived" },
    {
      flag: "--versus",
      value: "METRIC",
      of: "metrics",
      about: "compare with another metric or dialect, such as trec_eval:ndcg_cut_10 or remem",
    },
    { flag: "--as", value: "DIALECT", of: "dialects", about: "the tool whose name and rules the metric has" },
    { flag: "--option", value: "NAME", many: true, about: "an option of the dialect" },
    { flag: "--corpus", value: "FILE", about: "gives hits their text", file: true },
    ...readFlags,
    ...ruleFlags,
    overlapFlag,
    { flag: "--json", about: "as JSON" },
  ],
  examples: [
    {
      run: "goldie explain ndcg@10 gold.jsonl overlap.jsonl --query q06",
      about: "Every hit of q06 with its gain and discount, and the ideal it is divided by.",
    },
    {
      run: "goldie explain ndcg@10 gold.jsonl overlap.jsonl --versus remem",
      about: "Which rules make REMem print another number, and how much each of them carries.",
    },
    { run: "goldie explain rr", about: "What the reciprocal rank is." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runExplain(args, effects),
};
