/** Messages of `goldie gold`. */
import { defineProblems } from "../../../core/problem-table.ts";
import { defineWrongUses } from "../../shared/wrong-use.ts";

export const wrongUse = defineWrongUses({
  "gold-flag": ({ flag, action }: { flag: string; action: string }) => ({
    what: `${flag} has no effect on gold ${action}`,
    fix: "remove it; `goldie gold --help` says which action each flag is for",
  }),
  "gold-one-file": ({ action, count }: { action: string; count: number }) => ({
    what: `gold ${action} takes one file, not ${count}`,
    fix: "run it once per file",
  }),
  "gold-outputs": ({ action, wanted, count }: { action: string; wanted: number; count: number }) => ({
    what: `gold ${action} writes ${wanted === 1 ? "one file" : "two files"}, but -o was ${count === 0 ? "not given" : count === 1 ? "given once" : `given ${count} times`}`,
    fix: wanted === 1 ? "pass -o once" : "pass both: -o dev.jsonl -o test.jsonl",
  }),
  "not-a-test-share": ({ found }: { found: string }) => ({
    what: `--test ${found} is not a share between 0 and 1`,
    fix: "for example --test 0.3",
  }),
  "gold-lexical": () => ({
    what: "the lexical judge cannot write questions",
    fix: "name a model, e.g. --judge ollama:qwen3, or leave --judge out to use templates",
  }),
  "gold-key": ({ judge, variable }: { judge: string; variable: string }) => ({
    what: `${judge} needs an API key, but ${variable} is not set`,
    fix: `set ${variable}, or leave --judge out to use templates`,
  }),
  "gold-judge-module": ({ path }: { path: string }) => ({
    what: `${path} exports a judge, not a model`,
    fix: "export a function (messages, schema) => json",
  }),
});

export const goldCommandProblem = defineProblems({
  "no-questions-asked": () => ({
    what: "the traces hold no question",
    fix: "export spans with their inputs",
  }),
  "empty-part": ({ part, queries }: { part: string; queries: number }) => ({
    what: `the ${part} part has no query: the gold has ${queries === 1 ? "one query" : `only ${queries} queries`}`,
    fix: "use more queries, or another --test",
  }),
  /** `written`: rows for other passages. */
  "calls-failed": ({ count, message, written }: { count: number; message: string; written: number }) => ({
    what: `no questions for ${count === 1 ? "one passage" : `${count} passages`}: ${message}`,
    why: written === 0 ? "there is nothing to write" : "the questions of the other passages were written",
    fix: "run the same command again: replies that were saved are not asked for again",
  }),
});
