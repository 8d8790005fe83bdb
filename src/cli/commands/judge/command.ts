import type { Command } from "../../shared/command.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";

export const judgeCommand: Command = {
  id: "judge",
  summary: "scores contexts by what they say: one judgement, all judged metrics",
  about:
    "Reads cases (a question, the contexts that were retrieved, perhaps a reference and a response) and judges each once: which context supports which claim, and which statements are about the question. From this record come context-precision, context-recall, context-entities-recall and context-relevancy, and where there are responses, faithfulness and answer-relevancy. The embedded judge, lexical, compares words: no key, no network, the same answer every time. A model is asked at most two questions for a case; its replies are kept, so that no question is paid for twice. CASES may be a file of records too: then nobody is asked, and it is scored again.",
  positionals: [
    {
      name: "CASES",
      about:
        "rows with question, contexts, and perhaps id, reference, response and tags (JSONL, JSON or CSV), a Ragas or DeepEval data set, or records; NAME=FILE gives it a name; several are compared",
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
      about: "judged metrics, such as context-recall,context-useful@5",
    },
    {
      flag: "--as",
      value: "DIALECT",
      of: "dialects",
      about: "the numbers as another tool would print them from the same record, such as ragas or deepeval",
    },
    ...judgeFlags,
    { flag: "--limit", value: "N", about: "only the first N cases" },
    {
      flag: "--records",
      value: "FILE",
      about: "writes the judgements as JSONL; `goldie judge FILE` scores them again without judging",
      file: true,
    },
    {
      flag: "--resume",
      about: "keeps the records in the file of --records that are whole and still fit, and judges the others",
    },
    {
      flag: "--labels",
      value: "FILE",
      about:
        "writes a sheet for people as JSONL, a row per claim: fill in label (yes, no, full, partial, none) and give it to `goldie calibrate`",
      file: true,
    },
    {
      flag: "--calibration",
      value: "FILE",
      about: "what `goldie calibrate` wrote: gives means corrected for the judge's errors",
      file: true,
    },
    {
      flag: "--dry-run",
      about: "asks nobody, and tells how many calls and tokens it would be, and with --prices how much money",
    },
    {
      flag: "--batch-out",
      value: "FILE",
      about:
        "sends nothing: writes the questions as a batch file for OpenAI or Anthropic, whichever the judge is",
      file: true,
    },
    {
      flag: "--batch-in",
      value: "FILE",
      many: true,
      about: "reads the results of a batch first; what is then still open is told, not sent",
      file: true,
    },
    { flag: "--per-query", about: "a row per query too" },
    { flag: "--by", value: "TAG", about: "means by the values of a tag of the cases" },
    { flag: "--json", about: "everything as JSON on standard output" },
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      many: true,
      about: "writes the scores by extension: .json .jsonl .csv .tsv .md .txt .trec",
      file: true,
    },
    {
      flag: "--format",
      value: "FORMAT",
      of: "formats",
      about: "the format of CASES, where its content shall not decide",
    },
    {
      flag: "--col",
      value: "NAME=COLUMN",
      many: true,
      about:
        "which field holds what: question, contexts, reference, response or id, such as --col contexts=docs",
    },
    { flag: "--strict", about: "warnings about the input are errors" },
  ],
  examples: [
    {
      run: "goldie judge cases.jsonl",
      about: "The judged metrics by the embedded judge, and the claims that nothing supported.",
    },
    {
      run: "goldie judge cases.jsonl -m context-recall,faithfulness --by topic --records records.jsonl",
      about: "Two of them by a tag of the cases; the judgements are kept.",
    },
    {
      run: "goldie judge cases.jsonl --judge ollama:qwen3 --dry-run",
      about: "What it would be to ask a model on this machine: nothing is sent.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runJudge(args, effects),
};
