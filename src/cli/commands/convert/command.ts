import type { Command } from "../../shared/command.ts";
import { tableFlags } from "../../shared/read-flags.ts";

export const convertCommand: Command = {
  id: "convert",
  summary: "writes gold, a run, a corpus or scores in another format",
  about:
    "Reads IN, whose format its content tells, and writes OUT, whose format its extension tells: .trec .qrels .jsonl .json .csv .tsv .parquet and more. What the new format has no place for is told on stderr. Whether IN is gold, a run, a corpus or scores is found out too.",
  positionals: [
    { name: "IN", about: "the file to read, or - for standard input", file: true, instead: "--list" },
    {
      name: "OUT",
      about: "the file to write, or - for standard output (then --to says how)",
      file: true,
      instead: "--list",
    },
  ],
  flags: [
    {
      flag: "--from",
      value: "FORMAT",
      of: "formats",
      about: "the format of IN, where its content shall not decide",
    },
    {
      flag: "--to",
      value: "FORMAT",
      of: "formats",
      about: "the format of OUT, where its extension shall not decide",
    },
    {
      flag: "--kind",
      value: "KIND",
      about: "what IN is read for, where it holds more than one thing",
      choices: ["gold", "run", "corpus", "scores"],
    },
    {
      flag: "--col",
      value: "NAME=COLUMN",
      many: true,
      about: "which column of a table holds what, such as --col query=question_id",
    },
    ...tableFlags,
    { flag: "--name", value: "NAME", about: "the name of the run, where the format has a place for it" },
    { flag: "--strict", about: "warnings about the input are errors" },
    { flag: "--list", about: "lists every format with an example of each kind" },
  ],
  examples: [
    { run: "goldie convert overlap.jsonl overlap.trec", about: "A run of ours as a TREC run." },
    { run: "goldie convert gold.jsonl - --to csv", about: "Gold as a table on standard output." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runConvert(args, effects),
};
