import type { Command } from "../../shared/command.ts";
import { configFlag } from "../../shared/config-flag.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";
import {
  cutoffsFlag,
  dialectFlag,
  metricsFlag,
  strictFlag,
  tableFlagsOfScores,
} from "../../shared/score-flags.ts";

export const runCommand: Command = {
  id: "run",
  summary: "ask your retrievers the gold questions, store and score the answers",
  about:
    "Asks every retriever of goldie.config.ts every question of the gold, stores the answers under .goldie/runs and scores them: a table, the worst questions with the reason, and the difference from the last run. Without a config, name a retriever by flag: --bm25 FOLDER, --http URL or --command LINE. Ctrl-C keeps the answers so far; --resume continues.",
  positionals: [
    {
      name: "GOLD",
      about: "the questions and their relevant documents (default: gold of the config)",
      optional: true,
      file: true,
    },
  ],
  flags: [
    configFlag,
    {
      flag: "--bm25",
      value: "PATH",
      about: "retriever: BM25 over a folder of texts or a corpus file",
      file: true,
    },
    {
      flag: "--http",
      value: "URL",
      about: "retriever: an HTTP service; {query} and {k} in the URL are filled in",
    },
    {
      flag: "--http-body",
      value: "JSON",
      about:
        'body to POST, e.g. \'{"q":"{query}","limit":"{k}"}\' (default: {query, k}, or a GET request if the URL contains {query})',
    },
    {
      flag: "--header",
      value: "NAME:VALUE",
      many: true,
      about: "header for --http",
    },
    {
      flag: "--hits",
      value: "PATH",
      about: "path of the list of hits in the response of --http, e.g. data.results",
    },
    { flag: "--id", value: "PATH", about: "path of the id in a hit of --http, e.g. document.id" },
    {
      flag: "--command",
      value: "LINE",
      about: "retriever: a program that reads each query as a line of JSON and answers with a line of JSON",
    },
    { flag: "--only", value: "NAME", many: true, about: "ask only this retriever of the config" },
    metricsFlag,
    cutoffsFlag,
    {
      flag: "--depth",
      value: "N",
      about:
        'hits to ask for (default: the largest cut-off, at least 100 for metrics without one); a higher number tells "ranked too low" from "never found"',
    },
    dialectFlag,
    {
      flag: "--select-by",
      value: "METRIC",
      of: "metrics",
      about: "metric that decides which retriever is best (default: the first metric)",
    },
    {
      flag: "--slowest",
      value: "TIME",
      about: "for AutoRAG's strategies: leave out retrievers that take longer on average",
    },
    { flag: "--where", value: "TAG=VALUE", many: true, about: "ask only the queries with this tag" },
    { flag: "--sample", value: "N", about: "ask only N queries, drawn at random" },
    { flag: "--seed", value: "N", about: "random seed for --sample (default: 1)" },
    { flag: "--limit", value: "N", about: "ask only the first N queries" },
    { flag: "--concurrency", value: "N", about: "maximum number of concurrent queries (default: 8)" },
    { flag: "--timeout", value: "TIME", about: "maximum time per answer, e.g. 500ms or 10s (default: 30s)" },
    { flag: "--retries", value: "N", about: "how often to ask again after a failure (default: 2)" },
    { flag: "--warm-up", value: "N", about: "first ask N queries that count for neither timings nor scores" },
    {
      flag: "--resume",
      about: "continue the last run of this gold: ask queries that are unanswered or failed",
    },
    { flag: "--only-failed", about: "ask the failed queries of the last run again" },
    {
      flag: "--note",
      value: "TEXT",
      about: "note shown by `goldie runs`; it also works as a name of the run",
    },
    {
      flag: "--watch",
      about: "run again whenever the config, the gold, an imported file, a corpus or a script changes",
    },
    ...tableFlagsOfScores,
    {
      flag: "--corpus",
      value: "PATH",
      about: "the documents: adds titles, and finds gold that is not in the corpus",
      file: true,
    },
    ...readFlags.filter(({ flag }) => flag !== "--run-format" && flag !== "--query-ids"),
    ...ruleFlags,
    overlapFlag,
    strictFlag,
  ],
  examples: [
    {
      run: "goldie run gold.jsonl --bm25 corpus.jsonl",
      about: "How good is plain BM25 on these questions, and what does it miss?",
    },
    {
      run: "goldie run gold.jsonl --bm25 corpus.jsonl --depth 100 --sample 20 -m recall@5,100",
      about: "Ask twenty questions and look further down the lists.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runRun(args, effects),
};
