/** Messages about judges: flags, custom judge modules, texts and records. */
import { defineProblems } from "../../../core/problem-table.ts";
import { defineWrongUses } from "../wrong-use.ts";

const quoted = (text: string): string => JSON.stringify(text);

export const wrongUse = defineWrongUses({
  "not-a-budget": ({ found }: { found: string }) => ({
    what: `--budget cannot be ${quoted(found)}`,
    fix: "write calls=100, tokens=1e6 or money=2.50, separated by commas",
  }),
  "budget-twice": ({ unit }: { unit: string }) => ({
    what: `--budget names ${unit} twice`,
    fix: "pass it once",
  }),
  "budget-without-prices": () => ({
    what: "--budget money=… needs --prices",
    fix: "add --prices IN,OUT: dollars per million input and output tokens",
  }),
  "not-prices": ({ found }: { found: string }) => ({
    what: `--prices cannot be ${quoted(found)}`,
    fix: "write dollars per million input and output tokens, for example 0.25,2",
  }),
  "flag-without-model": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect with the built-in judge`,
    fix: "drop it, or name a model with --judge",
  }),
  "flag-without-calls": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect with a judge that makes its own calls`,
    fix: "drop it",
  }),
  "flag-with-nli": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect with a model on disk, which makes no calls and costs nothing`,
    fix: "drop it",
  }),
  "batch-in-dry-run": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect in a dry run`,
    fix: "drop it",
  }),
  "flag-in-batch": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect in a batch, which sends nothing`,
    fix: "drop it",
  }),
});

export const judgeProblem = defineProblems({
  "bad-judge-module/no-judge": () => ({
    what: "the module exports no judge",
    fix: "export default a function (messages, schema) => json, a client (see createAiSdkClient), or a judge",
  }),
  "bad-judge-module/typescript": ({ version }: { version: string }) => ({
    what: `this version of Node (${version}) cannot load TypeScript`,
    fix: "write the module as .mjs, or use Node 22.18 or later",
  }),
  "bad-judge-module/not-loaded": ({ message }: { message: string }) => ({
    what: `could not load the module: ${message}`,
    fix: "correct the module so that `node` can import it",
  }),
  "no-texts/of-hits": ({ count, query }: { count: number; query: string }) => ({
    what: `hits of ${count === 1 ? `query ${query}` : `${count} queries (first: ${query})`} have no text`,
    why: "a judge reads texts, not ids",
    fix: "add --corpus FILE to look up the texts",
  }),
  "duplicate-case/record-lines": (_: object, { query, firstLine }) => ({
    what: `query ${query} already has a record at line ${firstLine}; ignoring this one`,
    fix: "keep one of them",
  }),
  "bad-record/not-json": () => ({
    what: "this line is not valid JSON",
    fix: "correct it, or remove it and judge its case again",
  }),
});
