import type { Command } from "../../shared/command.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";
import { goldFlag } from "../../shared/score-flags.ts";

export const labelCommand: Command = {
  id: "label",
  summary: "judge unjudged hits in a browser",
  about:
    "Opens a page with the unjudged top hits of the runs, those first whose label could change the comparison most, without saying which run found them. Labels are appended to a file at once; scores follow, and the page says when more labels can no longer change the verdict.",
  positionals: [
    { name: "GOLD", about: "the known answers", file: true, instead: "judgements" },
    { name: "RUN", about: "one run, or several to compare", many: true, optional: true, file: true },
  ],
  flags: [
    {
      flag: "--judgements",
      value: "FILE",
      about: "label the claims in these judgements instead",
      file: true,
    },
    {
      flag: "--labels",
      value: "FILE",
      about: "the file of labels (default: hit-labels.jsonl, or claim-labels.jsonl)",
      file: true,
    },
    { flag: "--by", value: "NAME", about: "who is labelling (default: the page asks)" },
    {
      flag: "--metrics",
      short: "-m",
      value: "METRIC",
      of: "metrics",
      about: "the metric to settle (default: ndcg@10)",
    },
    { flag: "--depth", value: "N", about: "hits of each list to label (default: the cut-off of the metric)" },
    { flag: "--grades", value: "N", about: "the highest grade, 1 to 9 (default: as in the gold)" },
    {
      flag: "--export",
      value: "FILE",
      about: "write the gold with the labels, e.g. gold2.jsonl or qrels.txt, and end",
      file: true,
    },
    { flag: "--seed", value: "N", about: "seed of the order (default: 1)" },
    { flag: "--corpus", value: "FILE", about: "documents to take the text of hits from", file: true },
    { flag: "--port", value: "N", about: "port to listen on (default: a free one)" },
    { flag: "--no-open", about: "do not open a browser" },
    goldFlag,
    ...readFlags,
    ...ruleFlags.filter(({ flag }) => ["--ids", "--unit", "--order", "--ties"].includes(flag)),
    overlapFlag,
  ],
  stays: true,
  examples: [
    {
      run: "goldie label gold.jsonl overlap.jsonl prefix.jsonl --corpus corpus.jsonl",
      about: "Label what could decide between the two runs.",
    },
    {
      run: "goldie label gold.jsonl overlap.jsonl --export gold2.jsonl",
      about: "The gold with all labels so far, for goldie eval.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runLabel(args, effects),
};
