/** Usage errors of `goldie judge`. */
import { defineProblems } from "../../../core/problem-table.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { defineWrongUses } from "../../shared/wrong-use.ts";

/** How many field names to list. */
const SHOWN = 8;

export const wrongUse = defineWrongUses({
  "one-file-only": ({ flag }: { flag: string }) => ({
    what: `${flag} cannot be used with several files`,
    fix: "judge the files one by one",
  }),
  "judged-already": ({ flag }: { flag: string }) => ({
    what: `${flag} only applies when a judge runs; this file has judgements already`,
    fix: "drop it, or pass cases instead",
  }),
  "not-in-dry-run": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect in a dry run`,
    fix: "drop it",
  }),
  "records-to-stdout": () => ({
    what: "--records needs a file: the scores go to standard output",
    fix: "pass a file name, for example --records records.jsonl",
  }),
  "resume-without-records": () => ({
    what: "--resume needs --records, the file to continue",
    fix: "add --records FILE; cached model replies are reused without --resume",
  }),
  "labels-are-jsonl": ({ found }: { found: string }) => ({
    what: `--labels cannot be ${JSON.stringify(found)}`,
    fix: "use a file name ending in .jsonl",
  }),
  "labels-there": ({ path }: { path: string }) => ({
    what: `${path} already exists and may contain labels`,
    fix: "choose another file, or remove it first",
  }),
  "metric-without-judge": ({ metric }: { metric: string }) => ({
    what: `${metric} needs no judge: it reads ids and ranks`,
    fix: "use goldie eval GOLD RUN for it; `goldie metrics` lists the judged metrics",
  }),
  "metric-of-ratings": ({ metric }: { metric: string }) => ({
    what: `${metric} reads ratings, which judgement records do not contain`,
    fix: "drop it; in code you can pass it your own ratings",
  }),
  "dialect-without-judge": ({ dialect }: { dialect: string }) => ({
    what: `${dialect} has no metric that reads a judgement`,
    fix: "try --as ragas or --as deepeval",
  }),
  "no-cases": (f: {
    path: string;
    names: readonly string[];
    /** Fields that look like parts of a case. */
    columns: readonly { readonly role: string; readonly column: string }[];
  }) => ({
    what: `${f.path} has no cases to judge${fieldWords(f.names)}`,
    why: "a case needs at least a question and the texts of its contexts",
    fix: isWhole(f.columns)
      ? `goldie judge ${shellWord(f.path)}${f.columns.map(({ role, column }) => ` --col ${shellWord(`${role}=${column}`)}`).join("")}`
      : "name the fields: --col question=NAME --col contexts=NAME; for gold and a run: goldie eval GOLD RUN -m context-recall --corpus FILE",
  }),
});

const isWhole = (columns: readonly { readonly role: string }[]): boolean =>
  ["question", "contexts"].every((part) => columns.some(({ role }) => role === part));

const fieldWords = (names: readonly string[]): string => {
  if (names.length === 0) return "";
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `; its fields are ${names.slice(0, SHOWN).join(", ")}${more}`;
};

export const judgeCommandProblem = defineProblems({
  "bad-calibration/not-json": () => ({
    what: "this is not JSON",
    fix: "pass a file written by `goldie calibrate`",
  }),
});
