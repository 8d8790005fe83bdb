import type { Command } from "../../shared/command.ts";
import { configFlag } from "../../shared/config-flag.ts";
import { pullFlag, tableFlags } from "../../shared/engine/flags.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";
import { cutoffsFlag, dialectFlag, goldFlag, metricsFlag, strictFlag } from "../../shared/score-flags.ts";

export const reportCommand: Command = {
  id: "report",
  summary: "write an HTML report of one or more runs",
  about:
    "Writes one HTML file that opens without a server: means with intervals, curves, slices, and for every query the gold beside the ranked lists, with what was missed and why. Two or more runs are compared. Operands are as in goldie compare.",
  positionals: [
    {
      name: "GOLD",
      about: "the known answers, if any operand is a run file; else the first result",
      file: true,
      late: true,
    },
    {
      name: "RUN",
      about: "runs, results or stored runs; the first is what the others are compared with",
      many: true,
      file: true,
      optional: true,
    },
  ],
  flags: [
    metricsFlag,
    cutoffsFlag,
    dialectFlag,
    goldFlag,
    ...tableFlags("score in a SQL engine"),
    pullFlag,
    configFlag,
    { flag: "--output", short: "-o", value: "FILE", about: "the file (default: report.html)", file: true },
    { flag: "--title", value: "TEXT", about: "title of the page (default: the names of the runs)" },
    { flag: "--hits", value: "N", about: "hits to show of each list (default: 10)" },
    { flag: "--baseline", value: "NAME", about: "the run to compare the others with (default: the first)" },
    {
      flag: "--corpus",
      value: "FILE",
      about: "documents to take titles and the text of hits from",
      file: true,
    },
    ...readFlags,
    ...ruleFlags,
    overlapFlag,
    strictFlag,
  ],
  examples: [
    {
      run: "goldie report gold.jsonl overlap.jsonl prefix.jsonl --corpus corpus.jsonl",
      about: "Two runs side by side, with the texts of the passages.",
    },
    {
      run: "goldie report gold.jsonl overlap.jsonl -m recall@5 -o overlap.html",
      about: "One run, one metric.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runReport(args, effects),
};
