/** Messages about BEIR, LiveRAG and DataMorgana files. */
import { defineProblems } from "../core/problem-table.ts";
import { wordsOf } from "../core/shown.ts";
import type { OfQuery } from "./_problem-fields.ts";
import { count, shown } from "./_shown.ts";

interface Splits {
  readonly splits: readonly string[];
}
const PASSAGES = 'write rows such as {"id": 1, "passages": [{"passage": "…", "doc_IDs": ["<urn:uuid:1>"]}]}';
const DOCUMENT_IDS = 'write a JSON list, such as ["<urn:uuid:1>"]';

export const dataSetProblem = defineProblems({
  // BEIR
  "no-file/beir": ({ path }: { path: string }) => ({
    what: `there is no ${path} in this folder`,
    fix: "check that the data set is complete",
  }),
  "no-split": ({ found, splits }: Splits & { found: string }) => ({
    what: `there is no split ${found} in this folder`,
    fix: `pass --col split=NAME with one of: ${wordsOf(splits)}`,
  }),
  split: ({ splits, split }: Splits & { split: string }) => ({
    what: `the folder has judgements for ${wordsOf(splits)}; reading ${split}`,
    fix: `to read another, pass --col split=${splits.find((name) => name !== split)}`,
  }),
  "no-gold/beir": () => ({
    what: "the file has queries but no judgements",
    fix: "pass the judgements, such as qrels/test.tsv, or the folder that has both",
  }),
  "no-header/beir": () => ({
    what: "no header; reading the first line as a judgement",
    why: "BEIR's loader would skip that line",
    fix: "add a first line with query-id, corpus-id and score, separated by tabs",
  }),
  "bad-columns/beir": ({ found }: { found: number; wanted: number }) => ({
    what: `the line has ${count(found, "column")}; BEIR judgements have three, separated by tabs: query-id corpus-id score`,
    fix: "correct the line; for TREC qrels, which have four columns, pass --gold-format trec-qrels",
  }),
  "empty-id/beir": () => ({ what: "an id is empty", fix: "fill it in, or remove the line" }),
  "bad-grade/beir": ({ query, document, found }: OfQuery & { document: string; found: string }) => ({
    what: `the score of document ${document} for query ${query} is ${shown(found)}, not a number`,
    fix: "write a number, such as 0 or 1",
  }),
  "fractional-grade/beir": (fields: { count: number }) => ({
    what: `${count(fields.count, "score")} with a fraction; used as written`,
    why: "BEIR's loader rejects them",
    fix: "write whole numbers if other tools will read the file",
  }),
  "bad-row/beir-query": () => ({
    what: "the row has no _id or no text",
    fix: 'write rows such as {"_id": "q1", "text": "..."}',
  }),
  "blank-in-id/tabs": ({ id }: { id: string }) => ({
    what: `this format cannot hold the id ${JSON.stringify(id)}: it is empty, or contains a tab, a quote or a line break`,
    fix: "use another format, such as JSONL",
  }),
  "lost-aspects": ({ query }: OfQuery) => ({
    what: `query ${query} has aspects, which this format cannot hold`,
    fix: "use trec-qrels or JSONL",
  }),

  // LiveRAG and DataMorgana
  "bad-columns/liverag": ({ found, wanted }: { found: number; wanted: number }) => ({
    what: `the row has ${found} cells, but the header has ${wanted}`,
    fix: "quote cells that contain tabs",
  }),
  "no-query-id/none": ({ field }: { field: string }) => ({
    what: `no row has a ${field}; numbering the rows from 1`,
    why: "LiveRAG would match none of them",
    fix: `add a ${field} to each row`,
  }),
  "no-query-id/some": ({ field, count, rows }: { field: string; count: number; rows: number }) => ({
    what: `${count} of ${rows} rows have no ${field}`,
    why: "a row number could be the id of another row",
    fix: `add a ${field} to each row`,
  }),
  "odd-list/python": (fields: { count: number }) => ({
    what: `doc_ids of ${count(fields.count, "row")} is a printed Python list, not JSON; reading it as a list`,
    why: "LiveRAG would read it character by character and find nothing",
    fix: "write the list as JSON",
  }),
  "odd-list/json": (fields: { count: number }) => ({
    what: `doc_ids of ${count(fields.count, "row")} is a string containing JSON; reading it as a list`,
    why: "LiveRAG would read it character by character and find nothing",
    fix: "write the list itself, without the quotes around it",
  }),
  "no-list/liverag": ({ query }: OfQuery) => ({
    what: `query ${query} has no doc_ids; treating it as a query without hits`,
    why: "LiveRAG would fail here",
    fix: "write [] if nothing was retrieved",
  }),
  "bad-list/liverag": ({ query, found }: OfQuery & { found: string }) => ({
    what: `doc_ids of query ${query} is ${shown(found)}, not a list`,
    why: "LiveRAG would read it character by character",
    fix: 'write a JSON list, such as ["doc-<urn:uuid:1>::chunk-0"]',
  }),
  /** `found`: the number of texts, if all entries are texts. */
  "uneven-lists/liverag": ({ query, wanted, found }: OfQuery & { wanted: number; found?: number }) => ({
    what: `query ${query} has ${count(wanted, "document")}, but its context ${found === undefined ? "is not a list of texts" : `has ${count(found, "text")}`}; ignoring the texts`,
    fix: "write one text per document",
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
    fix: "write ids as strings",
  }),
  "no-gold/datamorgana": ({ query }: OfQuery) => ({
    what: `query ${query} has no document_ids`,
    fix: DOCUMENT_IDS,
  }),
  "bad-list/datamorgana": ({ query }: OfQuery) => ({
    what: `document_ids of query ${query} is not a valid list`,
    fix: DOCUMENT_IDS,
  }),
});
