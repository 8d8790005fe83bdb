import type { Command } from "../../shared/command.ts";
import { tableFlags } from "../../shared/read-flags.ts";
import { strictFlag } from "../../shared/score-flags.ts";

export const convertCommand: Command = {
  id: "convert",
  summary: "convert gold, runs, corpora or scores between formats",
  about:
    "Detects the format and kind of IN (gold, run, corpus or scores) from its content, and writes OUT in the format of its extension: .trec .qrels .jsonl .json .csv .tsv .parquet and more. Warns on stderr about anything the new format cannot hold.",
  positionals: [
    { name: "IN", about: "the file to read; - for standard input", file: true, instead: "--list" },
    {
      name: "OUT",
      about: "the file to write; - for standard output (requires --to)",
      file: true,
      instead: "--list",
    },
  ],
  flags: [
    {
      flag: "--from",
      value: "FORMAT",
      of: "formats",
      about: "read IN as this format instead of detecting it",
    },
    {
      flag: "--to",
      value: "FORMAT",
      of: "formats",
      about: "write OUT as this format, whatever its extension",
    },
    {
      flag: "--kind",
      value: "KIND",
      about: "what to read from IN if it holds several kinds of data",
      choices: ["gold", "run", "corpus", "scores"],
    },
    {
      flag: "--col",
      value: "FIELD=COLUMN",
      many: true,
      about: "map a column, e.g. --col query=question_id",
    },
    ...tableFlags,
    { flag: "--name", value: "NAME", about: "name of the run, if the format stores one" },
    strictFlag,
    { flag: "--list", about: "list every format with an example of each kind" },
  ],
  examples: [
    { run: "goldie convert overlap.jsonl overlap.trec", about: "Convert a JSONL run to a TREC run." },
    { run: "goldie convert gold.jsonl - --to csv", about: "Print gold as CSV." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runConvert(args, effects),
};
