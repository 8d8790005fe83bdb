/** Messages about human labels, calibrations and comparing judges. */
import { defineProblems } from "../../core/problem-table.ts";

const UNREAD = "an invalid label counts neither as yes nor as no";
const USE = "use yes or no, or full, partial or none; remove the row if annotators could not decide";
const NO_VERDICT = { why: "a missing verdict is not a no", fix: "judge this query again" } as const;
const GIVE_FILE = "pass a file written by `goldie calibrate`";

/** What a label refers to but the record lacks: the id of a claim, statement or document, or a rank. */
export type Missing =
  | { readonly part: "statement" | "claim"; readonly id: string }
  | { readonly part: "chunk"; readonly id: string | number };
const missingWords = ({ part, id }: Missing): string =>
  part === "claim"
    ? `claim ${JSON.stringify(id)}`
    : `${part === "chunk" && typeof id === "string" ? "single " : ""}${part} ${id}`;

/** `because`: why the verdict is missing. */
const unjudged = (query: string | undefined, because: string) => ({
  what: `a label of query ${query} has no verdict to compare with: ${because}`,
  ...NO_VERDICT,
});

export const calibrateProblem = defineProblems({
  // Rows of labels.
  "bad-label/not-json": () => ({
    what: "this line is not valid JSON",
    why: UNREAD,
    fix: "write one JSON object per line",
  }),
  "bad-label/not-an-object": () => ({
    what: "a label must be an object",
    why: UNREAD,
    fix: 'write {"id":"q1","claim":"c1","label":"yes"}',
  }),
  "bad-label/no-id": () => ({ what: "a label has no id", why: UNREAD, fix: "add the id of its query" }),
  "bad-label/about-nothing": () => ({
    what: "a label does not say what it labels",
    why: UNREAD,
    fix: "add claim, chunk, claim and chunk, or statement",
  }),
  "bad-label/about-two": () => ({
    what: "a label names a statement and something else",
    why: UNREAD,
    fix: "use statement without claim or chunk",
  }),
  "bad-label/not-a-text": ({ name, found }: { name: string; found: string }) => ({
    what: `${name} cannot be ${found}`,
    why: UNREAD,
    fix: "use a string",
  }),
  "bad-label/no-label": () => ({ what: "a row has no label", why: UNREAD, fix: USE }),
  "bad-label/unknown-label": ({ name, found }: { name: string; found: string }) => ({
    what: `${name} cannot be ${found}`,
    why: UNREAD,
    fix: USE,
  }),
  "bad-label/partial": () => ({
    what: "a statement or chunk cannot be partial",
    why: UNREAD,
    fix: "use yes or no here; only claims can be partially supported",
  }),

  // Labels beside records.
  "label-without-record": (_: object, { query }) => ({
    what: `query ${query} has labels but no judgement record`,
    why: "without both there is nothing to compare",
    fix: 'pass the judgement records, or add the judge\'s verdict to each row as "judge"',
  }),
  "label-not-found": (f: Missing, { query }) => ({
    what: `the record of query ${query} has no ${missingWords(f)}, or its text differs`,
    why: "the labels belong to another run, or the claims were split differently",
    fix: "label the same records that you calibrate, with the text beside each id",
  }),
  "label-unjudged/not-asked": (_: object, { query }) => unjudged(query, "not asked"),
  "label-unjudged/statements": (_: object, { query }) => unjudged(query, "its statements"),
  "label-unjudged/claims": (_: object, { query }) => unjudged(query, "its claims"),
  /** `message`: the reason that the record gives. */
  "label-unjudged/problem": ({ message }: { message: string }, { query }) => unjudged(query, message),
  "label-twice": (_: object, { query }) => ({
    what: `one annotator labelled the same thing twice in query ${query}; ignoring the second label`,
    fix: "remove one of the two, or set annotator if they are from two people",
  }),
  "no-labels": () => ({
    what: "no label could be compared with a verdict of the judge",
    fix: "correct the other problems listed here: a row needs an id, what it labels, a label, and the judge's verdict or a record",
  }),
  "few-labels": ({ metric, count, limit }: { metric: string; count: number; limit: number }) => ({
    what: `${metric} has labels for only ${count} ${count === 1 ? "query" : "queries"}`,
    why: `with fewer than ${limit}, the interval can be far too narrow, especially if the judge was never wrong`,
    fix: "label more queries, chosen at random",
  }),

  // Judges and their records.
  "mixed-judges": ({ found, wanted }: { found: string; wanted: string }, { query }) => ({
    what: `the record of query ${query} is by ${found}, but the first record is by ${wanted} or has other settings`,
    why: "a calibration covers a single judge",
    fix: "calibrate each judge separately",
  }),
  "duplicate-case/records": (_: object, { query }) => ({
    what: `query ${query} has two records; ignoring the second`,
    fix: "keep one of them",
  }),
  "bad-repeats": ({ found }: { found: string }) => ({
    what: `repeats cannot be ${found}`,
    fix: "use a whole number from 1 to 99; odd numbers avoid ties",
  }),
  "judged-by-one": (_: object, { query }) => ({
    what: `query ${query} was judged by only one of the two judges`,
    fix: "judge the same cases with both",
  }),
  "other-chunks": (_: object, { query }) => ({
    what: `skipped query ${query}: the two judges saw different chunks`,
    why: "verdicts on different texts cannot be compared",
    fix: "judge the same retrieved chunks with both",
  }),

  // Files of calibrations.
  "bad-calibration/no-format": () => ({
    what: "this is not a calibration: it has no format",
    fix: GIVE_FILE,
  }),
  "bad-calibration/unknown-format": ({ found }: { found: string }) => ({
    what: `unknown format ${found}`,
    fix: GIVE_FILE,
  }),
  "bad-calibration/confidence": ({ found }: { found: string }) => ({
    what: `the confidence of a calibration cannot be ${found}`,
    fix: GIVE_FILE,
  }),
  "bad-calibration/partial": () => ({
    what: "the calibration does not say what partial support is worth",
    fix: GIVE_FILE,
  }),
  "bad-calibration/metrics": () => ({
    what: "the calibration has no list of metrics with their labelled queries",
    fix: GIVE_FILE,
  }),
  "calibration-of-another-judge": ({ found, wanted }: { found: string; wanted: string }, _at, voice) => ({
    what: `the calibration is for ${wanted}, but the records are by ${found}`,
    why: "another model, prompt or setting makes other errors",
    fix: `label some of these records and calibrate again${voice === "command" ? ", or drop --calibration" : ""}`,
  }),
});
