import type { Command } from "../../shared/command.ts";

export const metricsCommand: Command = {
  id: "metrics",
  summary: "what can be measured, and under which names other tools know it",
  about:
    "Lists every metric, or tells all about one: what it means, its formula, its parameters, and what other tools call it. With --as it does the same for another tool's metrics. Everything shown comes from the metrics themselves.",
  positionals: [
    {
      name: "NAME",
      of: "metrics",
      about:
        "a metric by any of its names, such as ndcg, mrr@10 or trec_eval:map, or a dialect such as trec_eval",
      optional: true,
    },
  ],
  flags: [
    {
      flag: "--as",
      value: "DIALECT",
      of: "dialects",
      about: "the metrics, options and peculiarities of another tool, such as trec_eval or autorag",
    },
    { flag: "--json", about: "as JSON" },
  ],
  examples: [
    { run: "goldie metrics ndcg", about: "What ndcg is, which parameters it has, and who else computes it." },
    { run: "goldie metrics --as trec_eval", about: "trec_eval's own names, and which metric each one is." },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runMetrics(args, effects),
};
