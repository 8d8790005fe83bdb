import type { Command } from "../../shared/command.ts";

export const calibrateCommand: Command = {
  id: "calibrate",
  summary: "measure how well a judge agrees with human labels",
  about:
    "Compares human labels of claims, contexts or statements with the judge's verdicts: agreement, kappa, confusion matrix, precision and recall per label with confidence intervals, whether the judge is too lenient or too strict, and how well annotators agree with each other. Also corrects the judge's means for its errors, with confidence intervals. Pass the file written by -o to `goldie judge --calibration`.",
  positionals: [
    {
      name: "LABELS",
      about:
        "JSONL, one label per line: id, label (yes, no, full, partial or none) and the claim, chunk or statement it refers to; judge holds the judge's own verdict",
      file: true,
    },
  ],
  flags: [
    {
      flag: "--records",
      value: "FILE",
      about:
        "the judge's verdicts, written by `goldie judge --records`; or cases, which the embedded judge then judges",
      file: true,
    },
    {
      flag: "--partial",
      value: "WORD",
      about: "how partial support counts in the means",
      choices: ["no", "yes"],
    },
    { flag: "--seed", value: "N", about: "random seed for the confidence intervals (default: 1)" },
    { flag: "--json", about: "print JSON" },
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      about: "write the calibration to this .json file",
      file: true,
    },
    { flag: "--strict", about: "treat warnings about the input as errors" },
  ],
  examples: [
    {
      run: "goldie calibrate labels.jsonl --records cases.jsonl",
      about: "How well the embedded judge agrees with people on these cases.",
    },
    {
      run: "goldie calibrate labels.jsonl --records cases.jsonl -o calibration.json",
      about: "The same, saved for `goldie judge --calibration calibration.json`.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runCalibrate(args, effects),
};
