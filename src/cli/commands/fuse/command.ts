import type { Command } from "../../shared/command.ts";
import { tableFlags } from "../../shared/read-flags.ts";

export const fuseCommand: Command = {
  id: "fuse",
  summary: "makes one run of several",
  about:
    "Combines what several retrievers returned into one list per query. Without --method it is reciprocal rank fusion, which reads ranks alone and needs nothing else. Methods that learn how good each run is are trained on --gold; score the result on other queries than those.",
  positionals: [
    {
      name: "RUN",
      about: "the runs to combine, two or more; NAME=FILE gives one a name",
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
      about: "the fused run, in the format of its extension; - is standard output",
      file: true,
    },
    {
      flag: "--method",
      value: "METHOD",
      of: "fusions",
      about: "such as rrf, rrf(k=20), combmnz or wsum(weights=0.3;0.7); --list shows all",
    },
    {
      flag: "--norm",
      value: "NORM",
      of: "normalisations",
      about: "how scores are made comparable, for methods that read them",
    },
    { flag: "--depth", value: "N", about: "keeps so many hits of each query" },
    { flag: "--gold", value: "FILE", about: "for methods that learn, and for --optimize", file: true },
    {
      flag: "--optimize",
      value: "METRIC",
      of: "metrics",
      about: "tries values of the method's parameters and takes those with the best mean",
    },
    { flag: "--name", value: "NAME", about: "the name of the fused run" },
    {
      flag: "--to",
      value: "FORMAT",
      of: "formats",
      about: "the format of FILE, where its extension shall not decide",
    },
    {
      flag: "--run-format",
      value: "FORMAT",
      of: "formats",
      about: "the format of the runs, where their content shall not decide",
    },
    {
      flag: "--col",
      value: "NAME=COLUMN",
      many: true,
      about: "which column of a table holds what, such as --col query=question_id",
    },
    ...tableFlags,
    { flag: "--strict", about: "warnings about the input are errors" },
    { flag: "--list", about: "lists every method and normalisation" },
  ],
  examples: [
    {
      run: "goldie fuse overlap.jsonl prefix.jsonl -o fused.trec",
      about: "Reciprocal rank fusion of two runs, as a TREC run.",
    },
    {
      run: 'goldie fuse overlap.jsonl prefix.jsonl --method "wsum(weights=4;1)" -o sum.run',
      about: "A sum of their scores in which those of the first run count four times.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runFuse(args, effects),
};
