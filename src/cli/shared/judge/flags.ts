/** Flags about the judge and its budget, for `judge` and for `eval` with judged metrics. */
import type { CommandFlag } from "../command.ts";

export const concurrencyFlag: CommandFlag = {
  flag: "--concurrency",
  value: "N",
  about: "maximum number of concurrent calls (default: 8)",
};

/** The budget for a model's calls, and where its replies are saved. */
export const spendFlags: readonly CommandFlag[] = [
  {
    flag: "--budget",
    value: "UNIT=N",
    many: true,
    about: "stop before spending more than this: calls=100, tokens=1e6 or money=2.50 (needs --prices)",
  },
  {
    flag: "--prices",
    value: "IN,OUT",
    about: "dollars per million input and output tokens, e.g. 0.25,2",
  },
  {
    flag: "--store",
    value: "FILE",
    about: "where model replies are saved and reused (default: .goldie/calls.jsonl)",
    file: true,
  },
];

export const judgeFlags: readonly CommandFlag[] = [
  {
    flag: "--judge",
    value: "JUDGE",
    about:
      "the judge: lexical (default), openai:MODEL, anthropic:MODEL, ollama:MODEL, a URL with a model, e.g. http://localhost:8080/v1#MODEL, a pair classifier on disk, nli:FOLDER, or your own module, e.g. ./judge.mjs",
  },
  {
    flag: "--repeats",
    value: "N",
    about: "ask the model N times, use the majority verdict, and report how often it flipped",
  },
  concurrencyFlag,
  {
    flag: "--per-chunk",
    about: "one call per context: no position bias, but more calls",
  },
  ...spendFlags,
];
