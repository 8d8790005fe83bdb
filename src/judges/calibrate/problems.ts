/** Words for what is wrong with labels of people, with calibrations, and with comparing judges. */
import { defineProblems } from "../../core/problem-table.ts";

const UNREAD = "a label that cannot be read counts neither as yes nor as no";
const USE = "use yes or no, or full, partial or none; take the row out where people could not tell";
const NO_VERDICT = { why: "no verdict is not a no", fix: "judge this query again" } as const;
const GIVE_FILE = "give the file that `goldie calibrate` wrote";

/** What of a record a label is about, and the record does not have: the id of a claim, a statement or a document, or a rank. */
export type Missing =
  | { readonly part: "statement" | "claim"; readonly id: string }
  | { readonly part: "chunk"; readonly id: string | number };
const missingWords = ({ part, id }: Missing): string =>
  part === "claim"
    ? `claim ${JSON.stringify(id)}`
    : `${part === "chunk" && typeof id === "string" ? "single " : ""}${part} ${id}`;

/** `because`: why there is no verdict. */
const unjudged = (query: string | undefined, because: string) => ({
  what: `the judge left out what a label of query ${query} is about: ${because}`,
  ...NO_VERDICT,
});

export const calibrateProblem = defineProblems({
  // Rows of labels.
  "bad-label/not-json": () => ({
    what: "this line is not JSON",
    why: UNREAD,
    fix: "write one object on each line",
  }),
  "bad-label/not-an-object": () => ({
    what: "a label is an object",
    why: UNREAD,
    fix: 'write {"id":"q1","claim":"c1","label":"yes"}',
  }),
  "bad-label/no-id": () => ({ what: "a label has no id", why: UNREAD, fix: "give the id of its query" }),
  "bad-label/about-nothing": () => ({
    what: "a label is about nothing",
    why: UNREAD,
    fix: "give claim, chunk, claim and chunk, or statement",
  }),
  "bad-label/about-two": () => ({
    what: "a label is about a statement and something else",
    why: UNREAD,
    fix: "a statement is labelled alone",
  }),
  "bad-label/not-a-text": ({ name, found }: { name: string; found: string }) => ({
    what: `${name} cannot be ${found}`,
    why: UNREAD,
    fix: "give a text",
  }),
  "bad-label/no-label": () => ({ what: "a row has no label", why: UNREAD, fix: USE }),
  "bad-label/unknown-label": ({ name, found }: { name: string; found: string }) => ({
    what: `${name} cannot be ${found}`,
    why: UNREAD,
    fix: USE,
  }),
  "bad-label/partial": () => ({
    what: "partial is said of a statement or a chunk",
    why: UNREAD,
    fix: "partial support is of a claim; here use yes or no",
  }),

  // Labels beside records.
  "label-without-record": (_: object, { query }) => ({
    what: `query ${query} has labels, but no record says what the judge said of it`,
    why: "without both there is nothing to compare",
    fix: 'give the file of judgements, or "judge" in each row',
  }),
  "label-not-found": (f: Missing, { query }) => ({
    what: `the record of query ${query} has no ${missingWords(f)}, or it has another text there`,
    why: "labels are of another run, or the claims were taken apart in another way",
    fix: "label the records that you calibrate, and give the text beside the id",
  }),
  "label-unjudged/not-asked": (_: object, { query }) => unjudged(query, "not asked"),
  "label-unjudged/statements": (_: object, { query }) => unjudged(query, "its statements"),
  "label-unjudged/claims": (_: object, { query }) => unjudged(query, "its claims"),
  /** `message`: what the record says of the hole. */
  "label-unjudged/problem": ({ message }: { message: string }, { query }) => unjudged(query, message),
  "label-twice": (_: object, { query }) => ({
    what: `the same is labelled twice by the same person in query ${query}; the later label was left out`,
    fix: "remove one of them, or tell two people apart by annotator",
  }),
  "no-labels": () => ({
    what: "no label could be compared with a verdict of the judge",
    fix: "look at the other problems: labels need an id, what they are about, a label, and the judge's verdict or a record",
  }),
  "few-labels": ({ metric, count, limit }: { metric: string; count: number; limit: number }) => ({
    what: `${metric} has labels of ${count} queries`,
    why: `below ${limit} an interval can be far too narrow, above all where the judge was never wrong`,
    fix: "label more queries, drawn at random",
  }),

  // Judges and their records.
  "mixed-judges": ({ found, wanted }: { found: string; wanted: string }, { query }) => ({
    what: `the record of query ${query} is by ${found}, not as the first by ${wanted}, or with other settings`,
    why: "a calibration is about one judge",
    fix: "calibrate each judge alone",
  }),
  "duplicate-case/records": (_: object, { query }) => ({
    what: `there are two records of query ${query}; the later one was left out`,
    fix: "keep one of them",
  }),
  "bad-repeats": ({ found }: { found: string }) => ({
    what: `a judge cannot be asked ${found} times`,
    fix: "give a whole number from 1 to 99; an odd one has no ties",
  }),
  "judged-by-one": (_: object, { query }) => ({
    what: `query ${query} was judged by one of the two only`,
    fix: "judge the same cases with both",
  }),
  "other-chunks": (_: object, { query }) => ({
    what: `the two judges saw different chunks for query ${query}; it was left out`,
    why: "verdicts on different texts cannot be compared",
    fix: "judge the same retrieved chunks with both",
  }),

  // Files of calibrations.
  "bad-calibration/no-format": () => ({
    what: "this is not a calibration: it has no format",
    fix: GIVE_FILE,
  }),
  "bad-calibration/unknown-format": ({ found }: { found: string }) => ({
    what: `the format ${found} is not known`,
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
    what: `the calibration is of ${wanted}, the records are by ${found}`,
    why: "another model, prompt or setting errs in another way",
    fix: `label some of these records, and calibrate again${voice === "command" ? "; or leave --calibration out" : ""}`,
  }),
});
