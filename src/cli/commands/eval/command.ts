import type { Command } from "../../shared/command.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import { readFlags } from "../../shared/read-flags.ts";
import { overlapFlag, ruleFlags } from "../../shared/rule-flags.ts";
import { liveragFlags } from "./_liverag-flags.ts";
import { trecFlags } from "./_trec.ts";

export const evalCommand: Command = {
  id: "eval",
  summary: "scores runs against gold",
  about:
    "Scores what retrievers returned (RUN) against what is right (GOLD). Files may be TREC, BEIR, JSONL, JSON, CSV, TSV, Parquet, ranx, AutoRAG, LiveRAG, Ragas, DeepEval and more, also gzip or zstd: the content decides. Several runs give one table, a row for each, the best of a column marked. Below it stand the counts behind the means; what is wrong with the files is told on stderr, with its line. A file of cases that holds both gold and hits is enough by itself.",
  positionals: [
    {
      name: "GOLD",
      about:
        "what is right: relevance judgements, or queries with their relevant ids, groups, grades or passages",
      file: true,
      instead: "--results",
    },
    {
      name: "RUN",
      about: "what came back: the hits of each query, best first or with scores; NAME=FILE gives it a name",
      optional: true,
      many: true,
      file: true,
    },
  ],
  flags: [
    {
      flag: "--metrics",
      short: "-m",
      value: "LIST",
      of: "metrics",
      many: true,
      about: "what is computed, such as ndcg@10,recall@5,100; `goldie metrics` lists them",
    },
    { flag: "-k", value: "N", about: "cut-offs for metrics that name none, such as 10 or 5,10" },
    {
      flag: "--as",
      value: "DIALECT",
      of: "dialects",
      about: "the numbers as another tool would print them, such as trec_eval or autorag",
    },
    {
      flag: "--option",
      value: "NAME",
      many: true,
      about: "an option of the dialect, such as `and` of autorag",
    },
    { flag: "--per-query", about: "a row per query too" },
    { flag: "--digits", value: "N", about: "decimal places of a table; 3 if absent" },
    { flag: "--by", value: "TAG", about: "means by the values of a tag of the gold" },
    { flag: "--missed", about: "tells for every relevant document why it was missed" },
    { flag: "--json", about: "everything as JSON on standard output" },
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      many: true,
      about: "writes the result by extension: .json .jsonl .csv .tsv .md .txt .trec",
      file: true,
    },
    { flag: "--corpus", value: "FILE", about: "gives hits their text", file: true },
    ...judgeFlags,
    ...readFlags,
    ...ruleFlags,
    overlapFlag,
    { flag: "--strict", about: "warnings about the input are errors" },
    { flag: "--threads", value: "N", about: "how many threads read large files" },
    ...trecFlags,
    ...liveragFlags,
  ],
  examples: [
    {
      run: "goldie eval gold.jsonl overlap.jsonl prefix.jsonl",
      about: "Two retrievers side by side: recall@5, ndcg@10, rr and hit@5.",
    },
    {
      run: "goldie eval gold.jsonl overlap.jsonl -m ndcg@10,recall@5 --by kind",
      about: "Two metrics, also for each kind of question.",
    },
    {
      run: "goldie eval --as trec_eval -q -c -m all_trec gold.jsonl overlap.jsonl",
      about: "What trec_eval itself would print, to the byte.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runEval(args, effects),
};
