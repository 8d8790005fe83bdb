import type { Command } from "../../shared/command.ts";
import { concurrencyFlag, spendFlags } from "../../shared/judge/flags.ts";

export const goldCommand: Command = {
  id: "gold",
  summary: "make gold: from traces, from a corpus, by a model; split it",
  about:
    "from-traces takes the questions people really asked from exported traces (OpenTelemetry, Langfuse, LangSmith), folds near-duplicates and lists what was retrieved as candidates to label. sample draws passages of a corpus to write questions for. generate makes questions from passages, by a model or by templates, with the passage as gold, and drops those that BM25 does not find in the top 50 or that other passages answer as well. split divides gold into a part to tune on and a part to test on; similar questions stay together, and adding queries later moves none of the others. `goldie doctor GOLD` checks the result.",
  positionals: [
    {
      name: "ACTION",
      about: "from-traces, sample, generate or split",
      choices: ["from-traces", "sample", "generate", "split"],
    },
    {
      name: "FILE",
      about: "traces; a corpus (or a sample of it, for generate); or gold, for split",
      many: true,
      file: true,
    },
  ],
  flags: [
    {
      flag: "--output",
      short: "-o",
      value: "FILE",
      many: true,
      about:
        "where to write (default: standard output); split takes two: the part to tune on, then the test part",
      file: true,
    },
    {
      flag: "-n",
      value: "N",
      about: "how many: the most frequent questions (from-traces), or passages (sample: 50, generate: all)",
    },
    { flag: "--seed", value: "N", about: "random seed for draws and variants (default: 1)" },
    { flag: "--test", value: "SHARE", about: "split: share of the queries in the test part (default: 0.3)" },
    {
      flag: "--corpus",
      value: "FILE",
      about: "generate: the whole corpus, if FILE is a sample of it",
      file: true,
    },
    { flag: "--per", value: "N", about: "generate: maximum number of questions per passage (default: 1)" },
    {
      flag: "--vary",
      about:
        "generate: add variants with a typo, other case and other word order, tagged variant=typo, case or order",
    },
    {
      flag: "--judge",
      value: "MODEL",
      about:
        "generate: the model that writes the questions, e.g. openai:MODEL, anthropic:MODEL, ollama:MODEL, a URL with a model, or your own module (default: templates, without a model)",
    },
    concurrencyFlag,
    ...spendFlags,
    { flag: "--dry-run", about: "generate: estimate calls and cost without asking" },
    {
      flag: "--format",
      value: "FORMAT",
      of: "formats",
      about: "read FILE as this format instead of detecting it",
    },
    {
      flag: "--col",
      value: "FIELD=COLUMN",
      many: true,
      about:
        "map a column, e.g. --col query=question_id; for traces: node=NAME (spans of this name), doc=metadata.NAME",
    },
  ],
  examples: [
    {
      run: "goldie gold generate corpus.jsonl -n 20 --vary -o synthetic.jsonl",
      about: "Make questions for 20 passages without a model, each with its variants.",
    },
    {
      run: "goldie gold split gold.jsonl --test 0.3 -o dev.jsonl -o test.jsonl",
      about: "Keep about 30 % of the queries for the final test.",
    },
    {
      run: "goldie gold sample corpus.jsonl -n 5 --seed 7",
      about: "Draw five passages to write questions for.",
    },
  ],
  run: async (args, effects) => (await import("../_run.ts")).runGold(args, effects),
};
