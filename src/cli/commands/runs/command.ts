import type { Command } from "../../shared/command.ts";
import { jsonFlag } from "../../shared/score-flags.ts";

export const runsCommand: Command = {
  id: "runs",
  summary: "list the stored runs",
  about:
    "Lists the runs that `goldie run` stored under .goldie/runs, newest first: id, time, retrievers, queries, first metrics, note and state. Every command that takes a run file also takes a stored run: `last`, `last~1`, an id or a note; last/NAME is one retriever of it.",
  positionals: [],
  flags: [{ flag: "--limit", value: "N", about: "list only the last N runs (default: 20)" }, jsonFlag],
  examples: [
    { run: "goldie runs", about: "What has been run so far?" },
    { run: "goldie runs --limit 3 --json", about: "The last three, as JSON." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runRuns(args, effects),
};
