/** Messages about cases, judgement records and the embedded judge. */
import { defineProblems } from "../core/problem-table.ts";

/** What a field of a record must be. */
const WANTED = {
  object: "an object",
  list: "a list",
  text: "a string",
  amount: "a number of 0 or more",
  flag: "true or false",
  share: "a number from 0 to 1",
} as const;

/** `limit`: the highest chunk number. `names`: the allowed words. */
export type WantedValue =
  | { readonly wanted: keyof typeof WANTED }
  | { readonly wanted: "place"; readonly limit: number }
  | { readonly wanted: "one-of"; readonly names: readonly string[] };

const wantedWords = (value: WantedValue): string =>
  value.wanted === "place"
    ? `a chunk number from 0 to ${value.limit}`
    : value.wanted === "one-of"
      ? value.names.join(" or ")
      : WANTED[value.wanted];

const STARTS = 'a record starts with "format":"goldie-judgement@1"; `goldie judge` writes such files';
const ONE_LANGUAGE = "use a model as judge, or give it texts in one language";
const THRESHOLDS = "use thresholds from 0 to 1, with partial no higher than full";

export const judgesProblem = defineProblems({
  // Cases, and judging them.
  "bad-case/no-id": () => ({
    what: "a case has no id",
    fix: 'give every case a unique string as id: { id: "q1", question, contexts }',
  }),
  "bad-case/no-question": (_: object, { query }) => ({
    what: `case ${query} has no question`,
    fix: "add the question as a string; it may be empty",
  }),
  "bad-case/no-contexts": (_: object, { query }) => ({
    what: `case ${query} has no list of contexts`,
    fix: "add the retrieved texts as contexts, rank 1 first",
  }),
  "bad-case/context": ({ rank }: { rank: number }, { query }) => ({
    what: `context ${rank} of case ${query} is not a string`,
    fix: 'write each context as a string or as { id, text: "..." }',
  }),
  "bad-case/not-a-text": ({ part }: { part: "reference" | "response" }, { query }) => ({
    what: `the ${part} of case ${query} is not a string`,
    fix: `write the ${part} as one string, or remove it`,
  }),
  "duplicate-case/cases": (_: object, { query }) => ({
    what: `two cases have the id ${query}; ignoring the second`,
    why: "each result belongs to one case",
    fix: "give each case a unique id",
  }),
  "judge-cancelled/case": () => ({
    what: "the run was cancelled before this case was judged",
    fix: "run it again: judged cases are kept, and only the rest is judged",
  }),
  "judge-failed": ({ message }: { message: string }) => ({
    what: `the judge failed: ${message}`,
    fix: "judge this case again; if it keeps failing, check the judge's error",
  }),
  "bad-option/count": ({ option, found, least }: { option: string; found: string; least: number }) => ({
    what: `${option} is ${found}; it must be a whole number of ${least} or more`,
    fix: `set ${option} to a whole number, or remove it`,
  }),
  "bad-option/scorer": ({ found }: { found: string }) => ({
    what: `score is ${found}; it must be a function`,
    fix: "pass a function (pairs) => numbers",
  }),

  // Records in files.
  "bad-record/no-format": () => ({
    what: "this is not a judgement record: it has no format",
    fix: STARTS,
  }),
  "bad-record/unknown-format": ({ found }: { found: string }) => ({
    what: `unknown format ${found}`,
    fix: STARTS,
  }),
  /** `name`: where in the record. `found` is absent if the field is missing. */
  "bad-record/value": (f: WantedValue & { name: string; found?: string }) => ({
    what: `${f.name} of a judgement record is ${f.found ?? "missing"}; it must be ${wantedWords(f)}`,
    fix: "judge this case again, or fix the line",
  }),
  "bad-record/statement-twice": ({ name, statement }: { name: string; statement: string }) => ({
    what: `${name} has two statements with the id ${statement}`,
    fix: "number the statements of a chunk: 1.1, 1.2, …",
  }),
  "bad-record/claim-twice": ({ part, claim }: { part: string; claim: string }) => ({
    what: `${part} has two claims with the id ${claim}`,
    fix: "give every claim a unique id",
  }),
  "bad-record/verdict-twice": ({ claim, chunk }: { claim: string; chunk: number }) => ({
    what: `claim ${claim} has two verdicts for chunk ${chunk}`,
    fix: "keep one verdict per claim and chunk",
  }),
  "bad-record/no-evidence": ({ claim, chunk }: { claim: string; chunk: number }) => ({
    what: `claim ${claim} has a verdict for chunk ${chunk}, but names no statement as evidence`,
    fix: "list at least one statement of that chunk in by, or remove the verdict",
  }),
  "bad-record/foreign-evidence": (f: { claim: string; chunk: number; found: string }) => ({
    what: `claim ${f.claim} names statement ${f.found}, which is not in chunk ${f.chunk}`,
    fix: "list statements of that chunk only",
  }),
  "bad-record/confidence-count": (f: { claim: string; count: number; chunks: number }) => ({
    what: `claim ${f.claim} has ${f.count} confidences for ${f.chunks} chunks`,
    fix: "give one number per chunk, or remove the confidences",
  }),

  // The embedded judge.
  "bad-threshold/range": ({ name, found }: { name: string; found: string }) => ({
    what: `the threshold ${name} is ${found}`,
    fix: THRESHOLDS,
  }),
  "bad-threshold/order": () => ({
    what: "the threshold for partial support is above the one for full support",
    fix: THRESHOLDS,
  }),
  "language-differs/claims": ({ asking, texts }: { asking: string; texts: string }) => ({
    what: `the claims are in ${asking} and the contexts in ${texts}`,
    why: "the embedded judge compares words, so it cannot tell whether one supports the other",
    fix: ONE_LANGUAGE,
  }),
  "language-differs/question": ({ asking, texts }: { asking: string; texts: string }) => ({
    what: `the question is in ${asking} and the contexts in ${texts}`,
    why: "the embedded judge compares words, so it cannot tell what is relevant",
    fix: ONE_LANGUAGE,
  }),

  // Scorers of pairs.
  "bad-pair-score/value": ({ found }: { found: string }) => ({
    what: `the scorer returned ${found} for a pair`,
    why: "thresholds are compared with it",
    fix: "return for every pair a number from 0 to 1, or { support, contradiction } with such numbers",
  }),
  /** `count` is absent if it was no list. */
  "bad-pair-score/count": ({ count, wanted }: { count: number | undefined; wanted: number }) => ({
    what: `the scorer returned ${count === undefined ? "no list" : `${count} scores`} for ${wanted} ${wanted === 1 ? "pair" : "pairs"}`,
    fix: "return one score for each pair, in the order of the pairs",
  }),
});
