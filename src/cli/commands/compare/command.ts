import type { Command } from "../../shared/command.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";
import { cutoffsFlag, dialectFlag, goldFlag, jsonFlag, strictFlag } from "../../shared/score-flags.ts";

export const compareCommand: Command = {
  id: "compare",
  summary: "tell real differences from noise",
  about:
    "Compares runs query by query and says whether each difference is real: paired t with its interval (for yes/no metrics such as hit@5 an exact sign test), a sign-flip p beside it, p adjusted over metrics and pairs, win/tie/loss, effect size, the smallest difference these queries could show, and the queries that moved most. Operands are run files with their gold first, results of goldie eval --json --per-query, baselines, or score files such as trec_eval -q prints.",
  positionals: [
    {
      name: "GOLD",
      about: "the known answers, if any operand is a run file; else the first result",
      file: true,
    },
    {
      name: "RUN",
      about: "runs, results or score files; the first is what the others are compared with",
      many: true,
      file: true,
      optional: true,
    },
  ],
  flags: [
    {
      flag: "--metrics",
      short: "-m",
      value: "LIST",
      of: "metrics",
      many: true,
      about: "metrics to compare, e.g. ndcg@10,recall@5; the first decides which queries moved most",
    },
    cutoffsFlag,
    dialectFlag,
    goldFlag,
    { flag: "--baseline", value: "NAME", about: "the run to compare the others with (default: the first)" },
    { flag: "--by", value: "TAG", about: "also compare the queries of each value of this tag" },
    {
      flag: "--correction",
      value: "RULE",
      choices: ["holm", "max-t"],
      about: "how p is adjusted: holm (default), or max-t for joint sign flips",
    },
    {
      flag: "--tukey",
      value: "KIND",
      choices: ["studentized", "randomised"],
      about:
        "three and more runs: test every two by the studentized range (default) or by shuffling scores between runs",
    },
    { flag: "--moved", value: "N", about: "how many queries to show (default: 10)" },
    { flag: "--digits", value: "N", about: "decimal places in tables (default: 3)" },
    jsonFlag,
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      many: true,
      about: "write it to a file; the extension picks the format: .html .json .csv .md .tex .txt",
      file: true,
    },
    { flag: "--corpus", value: "FILE", about: "documents to take the text of hits from", file: true },
    ...readFlags,
    ...ruleFlags,
    overlapFlag,
    strictFlag,
  ],
  examples: [
    {
      run: "goldie compare gold.jsonl overlap.jsonl prefix.jsonl",
      about: "Is the second run really worse than the first?",
    },
    {
      run: "goldie compare gold.jsonl overlap.jsonl prefix.jsonl -m ndcg@10 --by kind -o change.md",
      about: "One metric, for each kind of question, as Markdown too.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runCompare(args, effects),
};
