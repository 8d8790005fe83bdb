/** Words of the Problems of rows: which column holds what, hits of a table, and what rows cannot hold when they are written. */
import { defineProblems } from "../../core/problem-table.ts";
import { nameList } from "../../core/shown.ts";
import type { OfQuery } from "../_problem-fields.ts";
import { asWord, shown } from "../_shown.ts";
import type { Role } from "./column-roles.ts";

/** Roles that a table cannot do without. */
export type NeededRole = "query" | "doc" | "text";
const ROLES: Readonly<Record<NeededRole, string>> = {
  query: "the ids of the queries",
  doc: "the ids of the documents",
  text: "the texts of the documents",
};

const listed = ({ columns, others }: WithColumns): string =>
  columns.length === 0 ? "the file has no columns" : `the columns are ${nameList(columns, others)}`;

interface WithColumns {
  /** The first columns of the table; `others`: how many more it has. */
  readonly columns: readonly string[];
  readonly others?: number;
}
interface MistypedColumn extends WithColumns {
  /** The column that was asked for, and what looks like it. */
  readonly column: string;
  readonly nearest: readonly string[];
}
const meant = ({ nearest, ...columns }: MistypedColumn): string =>
  nearest.length === 0 ? listed(columns) : `did you mean ${nearest[0]}?`;

const missingIn = (order: "score" | "rank") => (fields: OfQuery & { readonly document: string }) => ({
  what: `the hit ${fields.document} of query ${fields.query} has no ${order}, and the ones before have`,
  why: "it has no place in an order",
  fix: `give every row a ${order}, or none`,
});

export const rowProblem = defineProblems({
  "no-column/needed": (fields: MistypedColumn & { readonly role: Role }) => ({
    what: `there is no column ${JSON.stringify(fields.column)}`,
    why: listed(fields),
    fix: meant(fields),
  }),
  /** `found`: the column that was read instead. */
  "no-column/other": (fields: MistypedColumn & { readonly role: string; readonly found?: string }) => ({
    what: `there is no column ${JSON.stringify(fields.column)}${fields.found === undefined ? "" : `; ${JSON.stringify(fields.found)} was read as the ${fields.role}`}`,
    fix: meant(fields),
  }),
  /** `nearest`: the column whose name looks most like one that we know. */
  "no-column/role": ({
    role,
    nearest = [],
    ...columns
  }: WithColumns & { readonly role: NeededRole; readonly nearest?: readonly string[] }) => ({
    what: `no column looks like ${ROLES[role]}`,
    why: listed(columns),
    fix:
      nearest[0] === undefined
        ? `say which it is: --col ${role}=NAME`
        : `say which it is, perhaps --col ${role}=${asWord(nearest[0])}`,
  }),
  /** AutoRAG's files of single modules go by the order of their rows. */
  "no-column/autorag-module": (columns: WithColumns) => ({
    what: `no column looks like ${ROLES.query}`,
    why: listed(columns),
    fix: "give AutoRAG's project folder, or its best_*.parquet, which has the ids",
  }),
  "missing-score/row": missingIn("score"),
  "missing-rank/row": missingIn("rank"),
  "bad-columns/table": ({ found, wanted }: { found: number; wanted: number }) => ({
    what: `the row has ${found} cells, and the header has ${wanted}`,
    fix: "put cells that hold a separator or a line break into quotes, or complete the row",
  }),

  "lost-query/failed": ({ query, message }: OfQuery & { message: string }) => ({
    what: `the retriever failed for query ${query} (${message}), and nothing stands for that in this format`,
    why: "read back, the query will count as missing",
    fix: "write JSONL, which keeps it",
  }),
  "lost-query/unjudged": ({ query }: OfQuery) => ({
    what: `query ${query} has no judged document, so nothing stands for it in this format`,
    fix: "write JSONL, which keeps it",
  }),
  "lost-query/no-hits": ({ query }: OfQuery) => ({
    what: `query ${query} has no hits, so it has no row`,
    why: "read back, it will count as missing",
    fix: "write a format that keeps it, such as JSONL",
  }),
  "lost-list": ({ query }: OfQuery) => ({
    what: `query ${query} has a list of relevant documents and grades; only the grades are written`,
    fix: "write JSONL, which keeps both",
  }),
  "lost-groups": ({ query }: OfQuery) => ({
    what: `query ${query} has groups of documents; each document is written as relevant by itself`,
    fix: "write JSONL, which keeps it",
  }),
  "lost-texts/rows": ({ query }: OfQuery) => ({
    what: `query ${query} has gold as text or as a place in a document, which this format cannot hold`,
    fix: "write JSONL, which keeps it",
  }),
  "lost-gold": ({ query, facet, format }: OfQuery & { facet: string; format: string }) => ({
    what: `query ${query} has ${facet}, which ${format} has no field for`,
    fix: "write another format, such as JSONL, to keep it",
  }),
  "lost-grades": ({ query, format }: OfQuery & { format: string }) => ({
    what: `query ${query} has grades; ${format} knows only relevant or not`,
    fix: "write JSONL, which keeps them",
  }),
  "lost-hit": ({ query, count }: OfQuery & { count: number }) => ({
    what: `query ${query} has documents twice; ${count === 1 ? "one hit was" : `${count} hits were`} left out`,
    why: "an object by document has no place for them",
    fix: "write another format, such as JSONL",
  }),
  "made-scores": ({ count }: { count: number }) => ({
    what: `${count === 1 ? "one list has" : `${count} lists have`} no scores in order; the last hit got 1, the one before 2, and so on`,
    why: "this format orders by score",
    fix: "write another format, such as JSONL, to keep lists as they are",
  }),
  "no-id/text": ({ query }: OfQuery) => ({
    what: `a hit of query ${query} has no id, which this format cannot hold`,
    why: "without it, the hits below would move up",
    fix: "write a format that keeps texts, such as JSONL",
  }),
  "blank-in-id/column": ({ id }: { id: string }) => ({
    what: `the id ${shown(id)} is empty, or holds white space or a control character, which separate columns here`,
    fix: "write another format, such as JSONL",
  }),
});
