import type { Command } from "../../shared/command.ts";

export const exampleCommand: Command = {
  id: "example",
  summary: "copy the bundled example data into a folder",
  about:
    "Copies a small example into DIR: gold for 96 questions, two runs, a corpus, cases to judge and labels. Never overwrites a file. Prints two commands to try next.",
  positionals: [{ name: "DIR", about: "the folder to copy into; created if it does not exist", file: true }],
  flags: [],
  examples: [
    { run: "goldie example harbour", about: "Copy the example into the new folder harbour." },
    { run: "goldie example tmp/goldie", about: "Copy it somewhere else." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runExample(args, effects),
};
