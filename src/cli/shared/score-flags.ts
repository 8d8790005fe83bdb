/** Flags shared by scoring commands. */
import type { CommandFlag } from "./command.ts";

export const metricsFlag: CommandFlag = {
  flag: "--metrics",
  short: "-m",
  value: "LIST",
  of: "metrics",
  many: true,
  about: "metrics to compute, e.g. ndcg@10,recall@5,100; `goldie metrics` lists them",
};

export const cutoffsFlag: CommandFlag = {
  flag: "-k",
  value: "N",
  about: "cut-offs for metrics without one, e.g. 10 or 5,10",
};

export const dialectFlag: CommandFlag = {
  flag: "--as",
  value: "DIALECT",
  of: "dialects",
  about: "compute and name metrics as another tool does, e.g. trec_eval or autorag",
};

export const jsonFlag: CommandFlag = { flag: "--json", about: "print everything as JSON" };
export const strictFlag: CommandFlag = {
  flag: "--strict",
  about: "treat warnings about the input as errors",
};

/** What the table shows, and which files are written. */
export const tableFlagsOfScores: readonly CommandFlag[] = [
  { flag: "--per-query", about: "also print a row per query" },
  { flag: "--digits", value: "N", about: "decimal places in tables (default: 3)" },
  { flag: "--by", value: "TAG", many: true, about: "also print means per value of this tag in the gold" },
  { flag: "--missed", about: "list every missed document with the reason" },
  jsonFlag,
  {
    flag: "--output",
    short: "-o",
    value: "FILE",
    many: true,
    about:
      "write the result to a file; the extension picks the format: .html .json .jsonl .csv .tsv .parquet .md .txt .trec",
    file: true,
  },
];

/** For commands whose first argument may be a run. */
export const goldFlag: CommandFlag = {
  flag: "--gold",
  value: "FILE",
  about: "the gold, if it is not the first argument",
  file: true,
};
