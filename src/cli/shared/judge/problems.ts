/** What is wrong with asking a judge: its flags, a module of the user's own, texts and records that it wants. */
import { defineProblems } from "../../../core/problem-table.ts";
import { defineWrongUses } from "../wrong-use.ts";

const quoted = (text: string): string => JSON.stringify(text);

export const wrongUse = defineWrongUses({
  "not-a-budget": ({ found }: { found: string }) => ({
    what: `--budget cannot be ${quoted(found)}`,
    fix: "write calls=100, tokens=1e6 or money=2.50, with commas between several",
  }),
  "budget-twice": ({ unit }: { unit: string }) => ({
    what: `--budget names ${unit} twice`,
    fix: "name it once",
  }),
  "budget-without-prices": () => ({
    what: "--budget money=… wants prices",
    fix: "add --prices IN,OUT: dollars for a million tokens, read and written",
  }),
  "not-prices": ({ found }: { found: string }) => ({
    what: `--prices cannot be ${quoted(found)}`,
    fix: "give dollars for a million tokens, read and written, such as 0.25,2",
  }),
  "flag-without-model": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect with the built-in judge`,
    fix: "leave it out, or name a model with --judge",
  }),
  "flag-without-calls": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect with a judge that makes its own calls`,
    fix: "leave it out",
  }),
  "batch-in-dry-run": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect in a dry run`,
    fix: "leave it out",
  }),
  "flag-in-batch": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect in a batch, which sends nothing`,
    fix: "leave it out",
  }),
});

export const judgeProblem = defineProblems({
  "bad-judge-module/no-judge": () => ({
    what: "the module exports no judge",
    fix: "export default a function (messages, schema) => json, a client such as createAiSdkClient gives, or a judge",
  }),
  "bad-judge-module/typescript": ({ version }: { version: string }) => ({
    what: `this Node (${version}) does not read TypeScript`,
    fix: "write it as .mjs, or use Node 22.18 or later",
  }),
  "bad-judge-module/not-loaded": ({ message }: { message: string }) => ({
    what: `the module cannot be loaded: ${message}`,
    fix: "mend it until `node` can import it",
  }),
  "no-texts/of-hits": ({ count, query }: { count: number; query: string }) => ({
    what: `hits of ${count === 1 ? `query ${query}` : `${count} queries, the first is ${query},`} have no text`,
    why: "a judge reads texts, not ids",
    fix: "add --corpus FILE, which gives hits their text",
  }),
  "duplicate-case/record-lines": (_: object, { query, firstLine }) => ({
    what: `there is a record of query ${query} in line ${firstLine} already; this one was left out`,
    fix: "keep one of them",
  }),
  "bad-record/not-json": () => ({
    what: "this line is not JSON",
    fix: "repair it, or remove it and judge its case again",
  }),
});
