/** Flags about who judges, and what it may cost: of `judge`, and of `eval` where a metric needs a judge. */
import type { CommandFlag } from "../command.ts";

export const judgeFlags: readonly CommandFlag[] = [
  {
    flag: "--judge",
    value: "JUDGE",
    about:
      "who judges: lexical (the default), openai:MODEL, anthropic:MODEL, ollama:MODEL, an address with a model such as http://localhost:8080/v1#MODEL, or a file of your own such as ./judge.mjs",
  },
  {
    flag: "--repeats",
    value: "N",
    about: "asks a model N times, takes the majority, and tells how often it changed its mind",
  },
  { flag: "--concurrency", value: "N", about: "calls at once, at most; 8 if absent" },
  {
    flag: "--per-chunk",
    about: "one call for each context: none gains by its place, at the price of more calls",
  },
  {
    flag: "--budget",
    value: "UNIT=N",
    many: true,
    about: "stops before it would spend more: calls=100, tokens=1e6 or money=2.50 (with --prices)",
  },
  {
    flag: "--prices",
    value: "IN,OUT",
    about: "dollars for a million tokens, read and written, such as 0.25,2",
  },
  {
    flag: "--store",
    value: "FILE",
    about: "where replies of models are kept, so that none is paid for twice; .goldie/calls.jsonl if absent",
    file: true,
  },
];
