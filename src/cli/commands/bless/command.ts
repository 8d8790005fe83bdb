import type { Command } from "../../shared/command.ts";
import { configFlag } from "../../shared/config-flag.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";
import { cutoffsFlag, dialectFlag, goldFlag, strictFlag } from "../../shared/score-flags.ts";
import { baselineFlag, gateRuleFlags } from "../gate/command.ts";

export const blessCommand: Command = {
  id: "bless",
  summary: "make a run the baseline of the gate",
  about:
    "Scores a run and writes the scores of its queries to goldie.baseline.json, a small file to commit: one query per line, with a hash of its gold, so that `goldie gate` notices when the gold changes. Prints the drop in each metric that the gate would notice with 80 % power. Rules given here are stored for `goldie gate`; without any, those of the old file are kept. Says if the old baseline was better.",
  positionals: [
    { name: "GOLD", about: "the known answers; not needed for a result", file: true },
    {
      name: "RUN",
      about: "what your retriever returned, or a result of goldie eval --json --per-query",
      optional: true,
      many: true,
      file: true,
    },
  ],
  flags: [
    {
      flag: "--metrics",
      short: "-m",
      value: "LIST",
      of: "metrics",
      many: true,
      about: "metrics to keep (default: those of the rules, else recall@5, ndcg@10, rr and hit@5)",
    },
    cutoffsFlag,
    dialectFlag,
    ...gateRuleFlags,
    baselineFlag,
    configFlag,
    goldFlag,
    { flag: "--json", about: "print what the gate can see as JSON" },
    ...readFlags,
    ...ruleFlags,
    overlapFlag,
    strictFlag,
  ],
  examples: [
    { run: "goldie bless gold.jsonl overlap.jsonl", about: "Write goldie.baseline.json; commit it." },
    {
      run: "goldie bless gold.jsonl overlap.jsonl -m ndcg@10,recall@5 --baseline search.baseline.json",
      about: "Two metrics, in another file.",
    },
    {
      run: "goldie bless gold.jsonl overlap.jsonl --not-worse ndcg@10 --min recall@5=0.6",
      about: "With rules for the gate.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runBless(args, effects),
};
