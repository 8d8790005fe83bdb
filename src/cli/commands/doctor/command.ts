import type { Command } from "../../shared/command.ts";
import { readFlags } from "../../shared/read-flags.ts";

export const doctorCommand: Command = {
  id: "doctor",
  summary: "check gold, and that gold and run ids match",
  about:
    "With GOLD alone, checks the gold: similar questions, contradictory gold, documents that are both relevant and forbidden or not in the corpus, unbalanced tags, empty questions, suspiciously long lists. With runs, shows what the ids look like on both sides and how many gold ids appear among the hits. If few do, it tries rules that normalise ids (chunk suffixes, URLs and paths, case, zero padding, prefixes and more), verifies each on your data, and prints the command that scores with the best one. It also reports duplicates, unknown queries, unjudged hits, queries without gold, and gold that no run retrieved.",
  positionals: [
    { name: "GOLD", about: "the known answers", file: true },
    {
      name: "RUN",
      about:
        "the retrieved documents, as FILE or NAME=FILE; omit to check GOLD alone, or if it contains them",
      optional: true,
      many: true,
      file: true,
    },
  ],
  flags: [
    { flag: "-k", value: "N", about: "cut-off: how many top hits count (default: 10)" },
    { flag: "--corpus", value: "FILE", about: "the documents of the collection", file: true },
    ...readFlags,
    { flag: "--strict", about: "treat warnings and findings as errors" },
    { flag: "--json", about: "print JSON" },
  ],
  examples: [
    {
      run: "goldie doctor gold.jsonl overlap.jsonl prefix.jsonl",
      about: "Compare the ids of two runs with the gold.",
    },
    {
      run: "goldie doctor gold.jsonl overlap.jsonl --corpus corpus.jsonl --json",
      about: "The same for one run, as JSON; also check the gold against the corpus.",
    },
    {
      run: "goldie doctor gold.jsonl --corpus corpus.jsonl",
      about: "Check the gold by itself.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runDoctor(args, effects),
};
