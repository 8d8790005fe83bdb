import type { Command } from "../../shared/command.ts";
import { tableFlags } from "../../shared/read-flags.ts";
import { overlapFlag } from "../../shared/rule-flags.ts";
import { strictFlag } from "../../shared/score-flags.ts";

export const fuseCommand: Command = {
  id: "fuse",
  summary: "combine several runs into one",
  about:
    "Combines the results of several retrievers into one ranking per query. The default is reciprocal rank fusion, which only needs ranks. Methods that learn weights are trained on --gold; evaluate the result on different queries.",
  positionals: [
    {
      name: "RUN",
      about: "two or more runs to combine; NAME=FILE names a run",
      many: true,
      file: true,
      instead: "--list",
    },
  ],
  flags: [
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      about: "write the fused run here, in the format of the extension; - for standard output",
      file: true,
    },
    {
      flag: "--method",
      value: "METHOD",
      of: "fusions",
      about:
        "fusion method, e.g. rrf, rrf(k=20), combmnz or wsum(weights=0.3;0.7); --list shows all (default: rrf)",
    },
    {
      flag: "--norm",
      value: "NORM",
      of: "normalisations",
      about: "score normalisation, for methods that use scores",
    },
    { flag: "--depth", value: "N", about: "keep only the top N hits per query" },
    { flag: "--gold", value: "FILE", about: "gold for methods that learn and for --optimize", file: true },
    {
      flag: "--optimize",
      value: "METRIC",
      of: "metrics",
      about: "pick the parameter values with the best mean of this metric",
    },
    { flag: "--name", value: "NAME", about: "name of the fused run" },
    {
      flag: "--to",
      value: "FORMAT",
      of: "formats",
      about: "write this format, whatever the extension",
    },
    {
      flag: "--run-format",
      value: "FORMAT",
      of: "formats",
      about: "read runs as this format instead of detecting it",
    },
    {
      flag: "--col",
      value: "FIELD=COLUMN",
      many: true,
      about: "map a column, e.g. --col query=question_id",
    },
    ...tableFlags,
    overlapFlag,
    strictFlag,
    { flag: "--list", about: "list every method and normalisation" },
  ],
  examples: [
    {
      run: "goldie fuse overlap.jsonl prefix.jsonl -o fused.trec",
      about: "Fuse two runs by reciprocal rank into a TREC run.",
    },
    {
      run: 'goldie fuse overlap.jsonl prefix.jsonl --method "wsum(weights=4;1)" -o sum.run',
      about: "Add up the scores, counting the first run four times.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runFuse(args, effects),
};
