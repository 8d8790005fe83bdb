/** What is wrong with the use of `goldie judge`. */
import { defineProblems } from "../../../core/problem-table.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { defineWrongUses } from "../../shared/wrong-use.ts";

/** More names than these are of no use to anybody. */
const SHOWN = 8;

export const wrongUse = defineWrongUses({
  "one-file-only": ({ flag }: { flag: string }) => ({
    what: `${flag} cannot be used with several files`,
    fix: "judge them one by one",
  }),
  "judged-already": ({ flag }: { flag: string }) => ({
    what: `${flag} only applies when a judge runs, and these cases are judged already`,
    fix: "leave it out, or give cases",
  }),
  "not-in-dry-run": ({ flag }: { flag: string }) => ({
    what: `${flag} has no effect in a dry run`,
    fix: "leave it out",
  }),
  "records-to-stdout": () => ({
    what: "--records needs a file: standard output has the scores",
    fix: "name one, such as records.jsonl",
  }),
  "resume-without-records": () => ({
    what: "--resume goes on with the file of --records, and none was given",
    fix: "add --records FILE; replies of models are found again without it",
  }),
  "labels-are-jsonl": ({ found }: { found: string }) => ({
    what: `--labels cannot be ${JSON.stringify(found)}`,
    fix: "name a file that ends in .jsonl",
  }),
  "labels-there": ({ path }: { path: string }) => ({
    what: `${path} is there already, and may hold labels`,
    fix: "name another file, or remove it",
  }),
  "metric-without-judge": ({ metric }: { metric: string }) => ({
    what: `${metric} reads ids and ranks, not a judgement`,
    fix: "`goldie eval` computes it; `goldie metrics` lists the judged ones",
  }),
  "metric-of-ratings": ({ metric }: { metric: string }) => ({
    what: `${metric} reads ratings, which no record holds`,
    fix: "leave it out; a library call can give it ratings of your own",
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
    why: "a case has at least a question and contexts, which are texts",
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
    fix: "give the file that `goldie calibrate` wrote",
  }),
});
