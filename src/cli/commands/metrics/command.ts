import type { Command } from "../../shared/command.ts";

export const metricsCommand: Command = {
  id: "metrics",
  summary: "list metrics and what other tools call them",
  about:
    "Lists every metric, or describes one: its definition, formula, parameters, and what other tools call it. With --as, lists another tool's metrics.",
  positionals: [
    {
      name: "NAME",
      of: "metrics",
      about: "a metric, e.g. ndcg, mrr@10 or trec_eval:map, or a dialect, e.g. trec_eval",
      optional: true,
    },
  ],
  flags: [
    {
      flag: "--as",
      value: "DIALECT",
      of: "dialects",
      about: "the metrics, options and quirks of another tool, e.g. trec_eval or autorag",
    },
    { flag: "--json", about: "print JSON" },
  ],
  examples: [
    { run: "goldie metrics ndcg", about: "Describe ndcg: parameters, and who else computes it." },
    {
      run: "goldie metrics --as trec_eval",
      about: "trec_eval's metric names, and which metric each one is.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runMetrics(args, effects),
};
