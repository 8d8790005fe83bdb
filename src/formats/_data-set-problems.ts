/** Words of the Problems of data sets: BEIR, LiveRAG and DataMorgana. */

import { defineProblems } from "../core/problem-table.ts";
import { wordsOf } from "../core/shown.ts";
import type { OfQuery } from "./_problem-fields.ts";
import { count, shown } from "./_shown.ts";

interface Splits {
  readonly splits: readonly string[];
}
const PASSAGES = 'write rows such as {"id": 1, "passages": [{"passage": "…", "doc_IDs": ["<urn:uuid:1>"]}]}';
const DOCUMENT_IDS = 'write a list in JSON, such as ["<urn:uuid:1>"]';

export const dataSetProblem = defineProblems({
  // BEIR
  "no-file/beir": ({ path }: { path: string }) => ({
    what: `there is no ${path} in this folder`,
    fix: "check whether all of the data set is there",
  }),
  "no-split": ({ found, splits }: Splits & { found: string }) => ({
    what: `there is no split ${found} in this folder`,
    fix: `choose one of ${wordsOf(splits)}`,
  }),
  split: ({ splits, split }: Splits & { split: string }) => ({
    what: `the folder has judgements for ${wordsOf(splits)}; ${split} is read`,
    fix: `to read another, pass --col split=${splits.find((name) => name !== split)}`,
  }),
  "no-gold/beir": () => ({
    what: "the file has queries, and no judgements",
    fix: "name the file with judgements, such as qrels/test.tsv, or the folder that holds both",
  }),
  "no-header/beir": () => ({
    what: "there is no header; the first line was read as a judgement",
    why: "BEIR's own loader would leave it out",
    fix: "put query-id, corpus-id and score, with tabs, on a line before it",
  }),
  "bad-columns/beir": ({ found }: { found: number; wanted: number }) => ({
    what: `the line has ${count(found, "column")}, and BEIR's judgements have three, with tabs between: query-id corpus-id score`,
    fix: "correct the line; four columns are a TREC file, --gold-format trec-qrels",
  }),
  "empty-id/beir": () => ({ what: "an id is empty", fix: "complete the line" }),
  "bad-grade/beir": ({ query, document, found }: OfQuery & { document: string; found: string }) => ({
    what: `the score of document ${document} for query ${query} is ${shown(found)}, not a number`,
    fix: "write a number, such as 0 or 1",
  }),
  "fractional-grade/beir": (fields: { count: number }) => ({
    what: `${count(fields.count, "score")} with a fraction; used as written`,
    why: "BEIR's own loader refuses them",
    fix: "write whole numbers if other tools will read the file",
  }),
  "bad-row/beir-query": () => ({
    what: "the row has no _id or no text",
    fix: 'give rows such as {"_id": "q1", "text": "..."}',
  }),
  "blank-in-id/tabs": ({ id }: { id: string }) => ({
    what: `the id ${JSON.stringify(id)} is empty, or holds a tab, a quote or an end of line`,
    fix: "write another format, such as JSONL",
  }),
  "lost-aspects": ({ query }: OfQuery) => ({
    what: `query ${query} has aspects, which this format cannot hold`,
    fix: "write trec-qrels or JSONL",
  }),

  // LiveRAG and DataMorgana
  "bad-columns/liverag": ({ found, wanted }: { found: number; wanted: number }) => ({
    what: `the row has ${found} cells, and the header has ${wanted}`,
    fix: "put cells with tabs inside into quotes",
  }),
  "no-query-id/none": ({ field }: { field: string }) => ({
    what: `no row has a ${field}; the rows are numbered from 1`,
    why: "LiveRAG would match none of them",
    fix: `write a ${field} into each row`,
  }),
  "no-query-id/some": ({ field, count, rows }: { field: string; count: number; rows: number }) => ({
    what: `${count} of ${rows} rows have no ${field}`,
    why: "the number of a row could be the id of another one",
    fix: `write a ${field} into each row`,
  }),
  "odd-list/python": (fields: { count: number }) => ({
    what: `doc_ids of ${count(fields.count, "row")} is what Python prints, not JSON; it was read as a list`,
    why: "LiveRAG would read it character by character, and find nothing",
    fix: "write the list as JSON",
  }),
  "odd-list/json": (fields: { count: number }) => ({
    what: `doc_ids of ${count(fields.count, "row")} is text with JSON inside; it was read as a list`,
    why: "LiveRAG would read it character by character, and find nothing",
    fix: "write the list itself",
  }),
  "no-list/liverag": ({ query }: OfQuery) => ({
    what: `query ${query} has no doc_ids; it counts as a query without hits`,
    why: "LiveRAG ends with an error here",
    fix: "write [] where nothing was retrieved",
  }),
  "bad-list/liverag": ({ query, found }: OfQuery & { found: string }) => ({
    what: `doc_ids of query ${query} is ${shown(found)}, not a list`,
    why: "LiveRAG would read it character by character",
    fix: 'write a list in JSON, such as ["doc-<urn:uuid:1>::chunk-0"]',
  }),
  /** `found`: how many texts there are, where all of them are texts. */
  "uneven-lists/liverag": ({ query, wanted, found }: OfQuery & { wanted: number; found?: number }) => ({
    what: `query ${query} has ${count(wanted, "document")}, and its context ${found === undefined ? "is not a list of texts" : `has ${count(found, "text")}`}; the texts were left out`,
    fix: "write one text for each document",
  }),
  "bad-list/no-passages": ({ query }: OfQuery) => ({
    what: `query ${query} has no list of passages`,
    fix: PASSAGES,
  }),
  "bad-list/no-doc-ids": ({ query }: OfQuery) => ({
    what: `a passage of query ${query} has no doc_IDs`,
    fix: PASSAGES,
  }),
  "bad-list/no-id": ({ query }: OfQuery) => ({
    what: `query ${query} lists a document without an id`,
    fix: "write ids as text",
  }),
  "no-gold/datamorgana": ({ query }: OfQuery) => ({
    what: `query ${query} has no document_ids`,
    fix: DOCUMENT_IDS,
  }),
  "bad-list/datamorgana": ({ query }: OfQuery) => ({
    what: `document_ids of query ${query} is not a readable list`,
    fix: DOCUMENT_IDS,
  }),
});
