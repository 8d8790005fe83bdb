import type { Command } from "../../shared/command.ts";
import { configFlag } from "../../shared/config-flag.ts";
import { goldFlag, metricsFlag } from "../../shared/score-flags.ts";

export const viewCommand: Command = {
  id: "view",
  summary: "open the dashboard in a browser",
  about:
    "Shows the stored runs and any results or run files given: trends, queries, comparisons, progress. Only this machine can reach it; Ctrl-C ends it.",
  positionals: [
    {
      name: "RUN",
      about: "results, runs with their gold first, or stored runs to open",
      many: true,
      file: true,
      optional: true,
    },
  ],
  flags: [
    goldFlag,
    metricsFlag,
    { flag: "--port", value: "N", about: "port to listen on (default: a free one)" },
    { flag: "--host", value: "ADDRESS", about: "address to listen on (default: 127.0.0.1); needs --token" },
    {
      flag: "--token",
      value: "TEXT",
      about: "the token in the address, 16 characters or more (default: random)",
    },
    { flag: "--no-open", about: "do not open a browser" },
    configFlag,
  ],
  examples: [
    { run: "goldie view", about: "What has been run so far?" },
    { run: "goldie view gold.jsonl overlap.jsonl prefix.jsonl", about: "Two run files, side by side." },
  ],
  stays: true,
  run: async (args, effects) => (await import("../_run.ts")).runView(args, effects),
};
