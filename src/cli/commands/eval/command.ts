import type { Command } from "../../shared/command.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";
import {
  cutoffsFlag,
  dialectFlag,
  metricsFlag,
  strictFlag,
  tableFlagsOfScores,
} from "../../shared/score-flags.ts";
import { engineFlags } from "./_engine-flags.ts";
import { liveragFlags } from "./_liverag-flags.ts";
import { trecFlags } from "./_trec.ts";

export const evalCommand: Command = {
  id: "eval",
  summary: "score runs against gold",
  about:
    "Scores what your retriever returned (RUN) against the known answers (GOLD). Reads TREC, BEIR, JSONL, JSON, CSV, TSV, Parquet, ranx, AutoRAG, LiveRAG, Ragas, DeepEval and more, also compressed with gzip or zstd; the format is detected from the content. Several runs share one table with the best of each column marked, followed by the number of queries behind each mean. Problems in the files go to stderr with their line. If one file holds both gold and hits, pass just that file.",
  positionals: [
    {
      name: "GOLD",
      about: "the known answers: qrels, or queries with relevant ids, groups, grades or passages",
      file: true,
      late: true,
    },
    {
      name: "RUN",
      about: "the retrieved documents of each query, best first or with scores; NAME=FILE names the run",
      optional: true,
      many: true,
      file: true,
    },
  ],
  flags: [
    metricsFlag,
    cutoffsFlag,
    dialectFlag,
    {
      flag: "--option",
      value: "NAME",
      many: true,
      about: "an option of the dialect, e.g. `and` for autorag",
    },
    ...tableFlagsOfScores,
    { flag: "--corpus", value: "FILE", about: "documents to take the text of hits from", file: true },
    ...judgeFlags,
    ...readFlags,
    ...ruleFlags,
    overlapFlag,
    {
      flag: "--incomparable-scores",
      about: "scores of different queries cannot be compared; suggest no threshold for unanswerable queries",
    },
    strictFlag,
    { flag: "--threads", value: "N", about: "threads for reading large files" },
    ...engineFlags,
    ...trecFlags,
    ...liveragFlags,
  ],
  elsewhere: { "--query": "goldie explain METRIC GOLD RUN --query ID" },
  examples: [
    {
      run: "goldie eval gold.jsonl overlap.jsonl prefix.jsonl",
      about: "Compare two retrievers: recall@5, ndcg@10, rr and hit@5.",
    },
    {
      run: "goldie eval gold.jsonl overlap.jsonl -m ndcg@10,recall@5 --by kind",
      about: "Two metrics, overall and for each kind of question.",
    },
    {
      run: "goldie eval --as trec_eval -q -c -m all_trec gold.jsonl overlap.jsonl",
      about: "Print exactly what trec_eval would print.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runEval(args, effects),
};
