import type { Command } from "../../shared/command.ts";

export const calibrateCommand: Command = {
  id: "calibrate",
  summary: "how far a judge agrees with people, and its means corrected",
  about:
    "Compares what people said of claims, contexts or statements with what the judge said of the same: agreement, kappa, confusion, precision and recall of each label with intervals, whether the judge is too kind or too strict, and how far people agree with one another where two labelled the same. The means that the judge gives are corrected by it, with their intervals. The file of -o is what `goldie judge --calibration` takes.",
  positionals: [
    {
      name: "LABELS",
      about:
        "JSONL, a label per line, with id, label (yes, no, full, partial, none), and what it is about: claim, claim and chunk, chunk, or statement; judge is what the judge said",
      file: true,
    },
  ],
  flags: [
    {
      flag: "--records",
      value: "FILE",
      about:
        "what the judge said, from `goldie judge --records`: of the labelled queries and of all others; or cases, which the embedded judge then judges",
      file: true,
    },
    {
      flag: "--partial",
      value: "WORD",
      about: "what partial support counts as in the means",
      choices: ["no", "yes"],
    },
    { flag: "--seed", value: "N", about: "of the draws for the intervals; 1 if absent" },
    { flag: "--json", about: "as JSON" },
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      about: "writes the calibration as .json",
      file: true,
    },
    { flag: "--strict", about: "warnings about the input are errors" },
  ],
  examples: [
    {
      run: "goldie calibrate labels.jsonl --records cases.jsonl",
      about: "How far the embedded judge agrees with people on these cases.",
    },
    {
      run: "goldie calibrate labels.jsonl --records cases.jsonl -o calibration.json",
      about: "The same, kept for `goldie judge --calibration calibration.json`.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runCalibrate(args, effects),
};
