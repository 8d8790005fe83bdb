import type { Command } from "../../shared/command.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import { jsonFlag, strictFlag } from "../../shared/score-flags.ts";

export const judgeCommand: Command = {
  id: "judge",
  summary: "score contexts and answers by what they say",
  about:
    "Reads cases (a question, the retrieved contexts, optionally a reference and a response) and judges each case once: which context supports which claim, and which statements are about the question. All judged metrics come from that record: context-precision, context-recall, context-entities-recall and context-relevancy, plus faithfulness and answer-relevancy if there are responses. The built-in judge, lexical, compares words: no key, no network, same answer every time. A model is called twice per case, once more for a reply that cannot be read; replies are saved, so a rerun costs nothing. CASES may also be a records file, which is scored again without judging.",
  positionals: [
    {
      name: "CASES",
      about:
        "rows with question, contexts and optionally id, reference, response and tags (JSONL, JSON or CSV), a Ragas or DeepEval data set, or records; NAME=FILE names it; several are compared",
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
      about: "judged metrics, e.g. context-recall,context-useful@5",
    },
    {
      flag: "--as",
      value: "DIALECT",
      of: "dialects",
      about: "compute metrics as another tool does, from the same record, e.g. ragas or deepeval",
    },
    ...judgeFlags,
    { flag: "--limit", value: "N", about: "judge only the first N cases" },
    {
      flag: "--records",
      value: "FILE",
      about: "write the judgements as JSONL; `goldie judge FILE` scores them again without judging",
      file: true,
    },
    {
      flag: "--resume",
      about: "reuse complete, matching records of the --records file and judge only the rest",
    },
    {
      flag: "--labels",
      value: "FILE",
      about:
        "write a labelling sheet as JSONL, one row per claim: fill in label (yes, no, full, partial or none) and pass it to `goldie calibrate`",
      file: true,
    },
    {
      flag: "--calibration",
      value: "FILE",
      about: "a file from `goldie calibrate`: also print means corrected for the judge's errors",
      file: true,
    },
    {
      flag: "--dry-run",
      about: "send nothing; print how many calls and tokens it would take, and the cost with --prices",
    },
    {
      flag: "--batch-out",
      value: "FILE",
      about: "send nothing; write the questions as a batch file for OpenAI or Anthropic",
      file: true,
    },
    {
      flag: "--batch-in",
      value: "FILE",
      many: true,
      about: "read the results of a batch first; questions still open are reported, not sent",
      file: true,
    },
    { flag: "--per-query", about: "also print a row per query" },
    { flag: "--by", value: "TAG", about: "also print means per value of this tag" },
    jsonFlag,
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      many: true,
      about:
        "write the scores to a file; the extension picks the format: .html .json .jsonl .csv .tsv .md .txt .trec",
      file: true,
    },
    {
      flag: "--format",
      value: "FORMAT",
      of: "formats",
      about: "read CASES as this format instead of detecting it",
    },
    {
      flag: "--col",
      value: "FIELD=COLUMN",
      many: true,
      about: "map a field (question, contexts, reference, response or id), e.g. --col contexts=docs",
    },
    strictFlag,
  ],
  examples: [
    {
      run: "goldie judge cases.jsonl",
      about: "Judged metrics from the built-in judge, and the unsupported claims.",
    },
    {
      run: "goldie judge cases.jsonl -m context-recall,faithfulness --by topic --records records.jsonl",
      about: "Two metrics per topic; the judgements are saved.",
    },
    {
      run: "goldie judge cases.jsonl --judge ollama:qwen3 --dry-run",
      about: "What a local model would be asked. Sends nothing.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runJudge(args, effects),
};
