import type { Command } from "../../shared/command.ts";
import { readFlags } from "../../shared/read-flags.ts";

export const doctorCommand: Command = {
  id: "doctor",
  summary: "do the ids of gold and runs meet, and if not, what would make them?",
  about:
    "Shows how ids are written on both sides and how many gold ids appear among the hits. Where few do, it tries ways to write them alike (chunk suffixes, URLs and paths, case, zero padding, prefixes and more) and proposes the one that is verified to match most, with the flag to pass to eval. It also finds duplicates, unknown queries, hits that nobody judged, queries without gold, and gold that no run found.",
  positionals: [
    { name: "GOLD", about: "what is right", file: true },
    {
      name: "RUN",
      about: "what came back, or NAME=FILE; none where GOLD holds it too",
      optional: true,
      many: true,
      file: true,
    },
  ],
  flags: [
    { flag: "-k", value: "N", about: "how many hits of each list people look at; 10 if absent" },
    { flag: "--corpus", value: "FILE", about: "the documents that there are", file: true },
    ...readFlags,
    { flag: "--json", about: "as JSON" },
  ],
  examples: [
    {
      run: "goldie doctor gold.jsonl overlap.jsonl prefix.jsonl",
      about: "What two runs and the gold have in common.",
    },
    {
      run: "goldie doctor gold.jsonl overlap.jsonl --corpus corpus.jsonl --json",
      about: "The same for one run as data, with the corpus: is all gold in it?",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runDoctor(args, effects),
};
