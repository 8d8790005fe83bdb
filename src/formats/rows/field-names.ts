/** Usual names of fields, one table for all formats: columns of CSV and Parquet, keys of JSON. */
import { editDistance } from "../../core/problem.ts";
import type { Kind } from "../format.ts";

/** A name as it is looked up: lower case, without blanks, dots, hyphens and underscores; empty if longer than any known name. */
export const plainName = (name: string): string =>
  name.length > 60 ? "" : name.toLowerCase().replace(/[\s._-]/g, "");

// The first name that is present wins.
export const QUERY: readonly string[] = ["qid", "queryid", "questionid", "topicid"];
export const QUERY_TEXT: readonly string[] = ["query", "question", "q", "querytext", "userinput", "input"];
/**
 * The column that the user means. `id=query` makes the question the id: if no column has that name, it is the
 * column with the questions.
 */
export function meantColumn(role: string, name: string, columns: readonly string[]): string {
  if (role !== "id" || name !== "query" || columns.includes(name)) return name;
  for (const usual of QUERY_TEXT) {
    const found = columns.find((one) => plainName(one) === usual);
    if (found !== undefined) return found;
  }
  return name;
}
/** The query's id if there is no other; with a question column, it is the question's topic. */
export const TOPIC = "topic";
export const DOC: readonly string[] = [
  "docid",
  "documentid",
  "corpusid",
  "did",
  "docno",
  "passageid",
  "pid",
  "chunkid",
  "doc",
  "document",
];
/** What was retrieved for a query, in one field. */
const HITS: readonly string[] = [
  "retrievedids",
  "retrieved",
  "hits",
  "docids",
  "documentids",
  "results",
  "ranking",
  "documents",
  "retrieveddocs",
  "retrieveddocids",
  "retrieveddocuments",
];
/** What is relevant to a query, in one field. */
const RELEVANT: readonly string[] = [
  "retrievalgt",
  "relevant",
  "relevantids",
  "relevantdocs",
  "relevantdocids",
  "relevantdocuments",
  "goldids",
  "gold",
  "golddocs",
  "positives",
  "documentids",
  "docids",
  "expectedids",
  "expected",
  "groundtruthids",
  "groundtruth",
];
/** Names that are also used for answers: ids only if the value is a list. */
export const OF_ANSWERS: ReadonlySet<string> = new Set(["expected", "groundtruth"]);
/** The reference answer of a query. */
export const ANSWER: readonly string[] = [
  "generationgt",
  "answer",
  "answers",
  "reference",
  "referenceanswer",
  "goldanswer",
  "expectedanswer",
];
export const GRADE: readonly string[] = [
  "grade",
  "relevance",
  "rel",
  "label",
  "judgment",
  "judgement",
  "score",
];
export const SCORE: readonly string[] = ["score", "similarity", "sim"];
/** The system that made a row's list. Engines know the same names: src/sql/read-tables.ts. */
export const RUN: readonly string[] = [
  "run",
  "runid",
  "runname",
  "runtag",
  "system",
  "systemid",
  "model",
  "retriever",
];
export const RANK: readonly string[] = ["rank", "position"];

/** How many fields are looked through for a mistyped one, and how long a name may be. */
const LOOKED = 1000;
const LONGEST = 100;

/** Of the fields of a file, the one whose name looks most like one of these. */
export function nearestField(fields: readonly string[], names: readonly string[]): readonly string[] {
  let best: { readonly field: string; readonly distance: number } | undefined;
  for (const field of fields.slice(0, LOOKED)) {
    if (field.length > LONGEST) continue;
    const plain = plainName(field);
    if (plain === "") continue;
    for (const name of names) {
      const distance = editDistance(plain, name);
      if (
        distance > Math.max(1, Math.floor(name.length / 3)) ||
        distance >= Math.max(plain.length, name.length)
      )
        continue;
      if (best === undefined || distance < best.distance) best = { field, distance };
    }
  }
  return best === undefined ? [] : [best.field];
}

/** The field that holds all documents of a query. */
export const DOCS: Readonly<Record<Kind, readonly string[]>> = {
  run: HITS,
  gold: RELEVANT,
  corpus: [],
  scores: [],
};
