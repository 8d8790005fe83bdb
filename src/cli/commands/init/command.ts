import type { Command } from "../../shared/command.ts";

export const initCommand: Command = {
  id: "init",
  summary: "set up goldie in this project, and run it once",
  about:
    "Looks for your search function and client library in package.json and the sources, writes goldie.config.ts and five sample questions made from your own documents, and runs them. Asks at most two questions, and none with --yes or without a terminal. In an empty folder it sets up an example: BM25 over a few texts.",
  positionals: [],
  flags: [
    { flag: "--yes", short: "-y", about: "ask no questions; take the first suggestion" },
    {
      flag: "--force",
      about: "replace an existing config and workflow; keeps a copy of the config",
    },
    {
      flag: "--ci",
      about:
        "also write a GitHub workflow that checks every pull request; if there is a config, only the workflow",
    },
  ],
  examples: [
    { run: "goldie init --yes --force", about: "Set up with what was found, without questions." },
    { run: "goldie init --yes --force --ci", about: "The same, with a workflow for GitHub." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runInit(args, effects),
};
