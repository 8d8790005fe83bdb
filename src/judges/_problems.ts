/** Words for what is wrong with cases, with records, and with the embedded judge. */
import { defineProblems } from "../core/problem-table.ts";

/** What a part of a record must be. */
const WANTED = {
  object: "an object",
  list: "a list",
  text: "a text",
  amount: "a number that is not below 0",
  flag: "true or false",
} as const;

/** `limit`: of the place of a chunk. `names`: of one among several words. */
export type WantedValue =
  | { readonly wanted: keyof typeof WANTED }
  | { readonly wanted: "place"; readonly limit: number }
  | { readonly wanted: "one-of"; readonly names: readonly string[] };

const wantedWords = (value: WantedValue): string =>
  value.wanted === "place"
    ? `the place of a chunk, 0 to ${value.limit}`
    : value.wanted === "one-of"
      ? value.names.join(" or ")
      : WANTED[value.wanted];

const STARTS = 'a record starts with "format":"goldie-judgement@1"; `goldie judge` writes such files';
const THRESHOLDS = "give thresholds from 0 to 1, with partial at most as high as full";

export const judgesProblem = defineProblems({
  // Cases, and judging them.
  "bad-case/no-id": () => ({
    what: "a case has no id",
    fix: 'give every case its own text as id: { id: "q1", question, contexts }',
  }),
  "bad-case/no-question": (_: object, { query }) => ({
    what: `case ${query} has no question`,
    fix: "give the question as text; an empty one is allowed",
  }),
  "bad-case/no-contexts": (_: object, { query }) => ({
    what: `case ${query} has no list of contexts`,
    fix: "give the retrieved texts as contexts, rank 1 first",
  }),
  "bad-case/context": ({ rank }: { rank: number }, { query }) => ({
    what: `context ${rank} of case ${query} is not a text`,
    fix: 'a context is a text, or { id, text: "..." }',
  }),
  "bad-case/not-a-text": ({ part }: { part: "reference" | "response" }, { query }) => ({
    what: `the ${part} of case ${query} is not a text`,
    fix: `give the ${part} as one text, or leave it out`,
  }),
  "duplicate-case/cases": (_: object, { query }) => ({
    what: `there are two cases with the id ${query}; the later one was left out`,
    why: "a result belongs to one case",
    fix: "give each case an id of its own",
  }),
  "judge-cancelled/case": () => ({
    what: "the run was cancelled before this case was judged",
    fix: "run it again: what was judged is kept, and only the rest is asked",
  }),
  "judge-failed": ({ message }: { message: string }) => ({
    what: `the judge failed: ${message}`,
    fix: "judge this case again; if it stays so, look at the judge's own error",
  }),
  "bad-option/count": ({ option, found, least }: { option: string; found: string; least: number }) => ({
    what: `${option} is ${found}; it must be a whole number from ${least}`,
    fix: `give ${option} as a whole number, or leave it out`,
  }),

  // Records in files.
  "bad-record/no-format": () => ({
    what: "this is not a judgement record: it has no format",
    fix: STARTS,
  }),
  "bad-record/unknown-format": ({ found }: { found: string }) => ({
    what: `the format ${found} is not known`,
    fix: STARTS,
  }),
  /** `name`: where in the record. Nothing found: it is missing. */
  "bad-record/value": (f: WantedValue & { name: string; found?: string }) => ({
    what: `${f.name} of a judgement record is ${f.found ?? "missing"}; it must be ${wantedWords(f)}`,
    fix: "judge this case again, or repair the line",
  }),
  "bad-record/statement-twice": ({ name, statement }: { name: string; statement: string }) => ({
    what: `${name} has two statements ${statement}`,
    fix: "number the statements of a chunk: 1.1, 1.2",
  }),
  "bad-record/claim-twice": ({ part, claim }: { part: string; claim: string }) => ({
    what: `${part} has two claims ${claim}`,
    fix: "give every claim an id of its own",
  }),
  "bad-record/verdict-twice": ({ claim, chunk }: { claim: string; chunk: number }) => ({
    what: `claim ${claim} has two verdicts for chunk ${chunk}`,
    fix: "keep one verdict for each claim and chunk",
  }),
  "bad-record/no-evidence": ({ claim, chunk }: { claim: string; chunk: number }) => ({
    what: `claim ${claim} is said to be supported by chunk ${chunk}, with no statement that shows it`,
    fix: "name at least one statement of that chunk in by, or take the support out",
  }),
  "bad-record/foreign-evidence": (f: { claim: string; chunk: number; found: string }) => ({
    what: `claim ${f.claim} names statement ${f.found}, which is not in chunk ${f.chunk}`,
    fix: "evidence must be a statement of the chunk it is for",
  }),

  // The embedded judge.
  "bad-threshold/range": ({ name, found }: { name: string; found: string }) => ({
    what: `the threshold ${name} is ${found}`,
    fix: THRESHOLDS,
  }),
  "bad-threshold/order": () => ({ what: "partial support asks for more than full support", fix: THRESHOLDS }),
  "bad-cell-score": ({ found }: { found: string }) => ({
    what: `the scorer gave ${found} for a claim and a statement`,
    why: "thresholds are compared with it",
    fix: "return a number from 0 (does not say it) to 1 (says it) for every pair",
  }),
});
