import type { Command } from "../../shared/command.ts";
import { jsonFlag } from "../../shared/score-flags.ts";

export const runsCommand: Command = {
  id: "runs",
  summary: "list the stored runs",
  about:
    "Lists what `goldie run` stored under .goldie/runs, newest first: id, time, retrievers, queries, first metrics, note and state. Wherever a command takes a run, `last`, `last~1`, an id or a note names a stored one, and last/NAME one retriever of it.",
  positionals: [],
  flags: [{ flag: "--limit", value: "N", about: "list only the last N runs (default: 20)" }, jsonFlag],
  examples: [
    { run: "goldie runs", about: "What has been run so far?" },
    { run: "goldie runs --limit 3 --json", about: "The last three, for a program." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runRuns(args, effects),
};
