/** Messages about rows: columns and their roles, hits in tables, and data that a row format cannot hold. */
import { defineProblems } from "../../core/problem-table.ts";
import { nameList } from "../../core/shown.ts";
import type { OfQuery } from "../_problem-fields.ts";
import { asWord, shown } from "../_shown.ts";
import type { Role } from "./column-roles.ts";

/** Roles that a table cannot do without. */
export type NeededRole = "query" | "doc" | "text";
const ROLES: Readonly<Record<NeededRole, string>> = {
  query: "query ids",
  doc: "document ids",
  text: "document texts",
};

const listed = ({ columns, others }: WithColumns): string =>
  columns.length === 0 ? "the file has no columns" : `columns: ${nameList(columns, others)}`;

interface WithColumns {
  /** The first column names; `others`: how many more there are. */
  readonly columns: readonly string[];
  readonly others?: number;
}
interface MistypedColumn extends WithColumns {
  /** The requested column, and similar names. */
  readonly column: string;
  readonly nearest: readonly string[];
}
const meant = ({ nearest, columns, others }: MistypedColumn): string =>
  nearest.length === 0
    ? columns.length === 0
      ? "the file has no columns"
      : `use one of: ${nameList(columns, others)}`
    : `did you mean ${nearest[0]}?`;

interface RankedRow {
  readonly rank: number;
  readonly score: number;
}

interface SystemColumn {
  readonly column: string;
  readonly values: readonly string[];
  readonly count: number;
  readonly more: boolean;
}

const missingIn = (order: "score" | "rank") => (fields: OfQuery & { readonly document: string }) => ({
  what: `hit ${fields.document} of query ${fields.query} has no ${order}, but earlier hits have one`,
  why: "it cannot be ranked",
  fix: `give every row a ${order}, or none`,
});

export const rowProblem = defineProblems({
  "no-column/needed": (fields: MistypedColumn & { readonly role: Role }) => ({
    what: `there is no column ${JSON.stringify(fields.column)}`,
    why: listed(fields),
    fix: meant(fields),
  }),
  /** `found`: the column used instead. */
  "no-column/other": (fields: MistypedColumn & { readonly role: string; readonly found?: string }) => ({
    what: `there is no column ${JSON.stringify(fields.column)}${fields.found === undefined ? "" : `; using ${JSON.stringify(fields.found)} as the ${fields.role}`}`,
    fix: meant(fields),
  }),
  /** `nearest`: the column closest to a known name. */
  "no-column/role": ({
    role,
    nearest = [],
    ...columns
  }: WithColumns & { readonly role: NeededRole; readonly nearest?: readonly string[] }) => ({
    what: `no column looks like ${ROLES[role]}`,
    why: listed(columns),
    fix:
      nearest[0] === undefined
        ? `name the column: --col ${role}=NAME`
        : `name the column, perhaps --col ${role}=${asWord(nearest[0])}`,
  }),
  /** AutoRAG's module files have no ids; their rows are matched by order. */
  "no-column/autorag-module": (columns: WithColumns) => ({
    what: `no column looks like ${ROLES.query}`,
    why: listed(columns),
    fix: "pass AutoRAG's project folder, or its best_*.parquet, which has the ids",
  }),
  /** `before`: the row before this one, of the same query. */
  "rank-and-score": ({ rank, score, before }: RankedRow & { readonly before: RankedRow }) => ({
    what: `ranks and scores disagree: rank ${before.rank} has score ${before.score}, and rank ${rank} has score ${score}; hits are ordered by score`,
    why: "only one of the two can order the hits",
    fix: "remove the column that is wrong, or order by rank: --col rank=NAME",
  }),
  "missing-score/row": missingIn("score"),
  "missing-rank/row": missingIn("rank"),
  "different-tags": (fields: OfQuery & { tag: string; first: string; found: string }) => ({
    what: `query ${fields.query} has two values of ${fields.tag}: ${shown(fields.first)} and ${shown(fields.found)}; using the first`,
    fix: `give all rows of a query the same ${fields.tag}`,
  }),
  /** `values`: some of them; `more`: there are more than `count`. */
  "mixed-runs/column": ({ column, values, count, more }: SystemColumn, { file }, voice) => ({
    what: `column ${column} has ${more ? "more than " : ""}${count} values (${values.join(", ")}${count > values.length ? ", …" : ""}), read as one run`,
    why: "if they are different systems, their hits are mixed in every list",
    fix:
      voice === "library"
        ? "write each run to a separate file"
        : `score each of them as a run: goldie eval GOLD ${file === undefined ? "FILE" : asWord(file)} --engine duckdb; or write each run to a separate file`,
  }),
  "bad-columns/table": ({ found, wanted }: { found: number; wanted: number }) => ({
    what: `the row has ${found} cells, but the header has ${wanted}`,
    fix: "quote cells that contain a separator or a line break, or add the missing cells",
  }),

  "lost-query/failed": ({ query, message }: OfQuery & { message: string }) => ({
    what: `this format cannot record that the retriever failed for query ${query} (${message})`,
    why: "when read back, the query will count as missing",
    fix: "use JSONL, which keeps it",
  }),
  "lost-query/unjudged": ({ query }: OfQuery) => ({
    what: `query ${query} has no judged documents, so this format cannot list it`,
    fix: "use JSONL, which keeps it",
  }),
  "lost-query/no-hits": ({ query }: OfQuery) => ({
    what: `query ${query} has no hits, so it gets no row`,
    why: "when read back, it will count as missing",
    fix: "use a format that keeps it, such as JSONL",
  }),
  "lost-list": ({ query }: OfQuery) => ({
    what: `query ${query} has both a list of relevant documents and grades; writing only the grades`,
    fix: "use JSONL, which keeps both",
  }),
  "lost-groups": ({ query }: OfQuery) => ({
    what: `query ${query} has groups; writing their documents as single relevant documents`,
    fix: "use JSONL, which keeps groups",
  }),
  "lost-hops": ({ query }: OfQuery) => ({
    what: `query ${query} has hops; writing them as groups, without their order`,
    fix: "use JSONL, which keeps hops",
  }),
  "lost-forbidden": ({ query }: OfQuery) => ({
    what: `query ${query} has forbidden documents, which this format cannot hold`,
    why: "a gold file without them would no longer notice a leak",
    fix: "use JSONL, which keeps them",
  }),
  "lost-texts/rows": ({ query }: OfQuery) => ({
    what: `query ${query} has passages or spans as gold, which this format cannot hold`,
    fix: "use JSONL, which keeps them",
  }),
  "lost-gold": ({ query, facet, format }: OfQuery & { facet: string; format: string }) => ({
    what: `query ${query} has ${facet}, but ${format} has no field for it`,
    fix: "use a format that keeps it, such as JSONL",
  }),
  "lost-grades": ({ query, format }: OfQuery & { format: string }) => ({
    what: `query ${query} has grades, but ${format} only records relevant or not`,
    fix: "use JSONL, which keeps them",
  }),
  "lost-hit": ({ query, count }: OfQuery & { count: number }) => ({
    what: `query ${query} ranks documents twice; ${count === 1 ? "one hit was" : `${count} hits were`} dropped`,
    why: "an object keyed by document can hold each document once",
    fix: "use another format, such as JSONL",
  }),
  "made-scores": ({ count }: { count: number }) => ({
    what: `${count === 1 ? "one list has" : `${count} lists have`} no descending scores; made some up from the ranks: 1 for the last hit, 2 for the one before, and so on`,
    why: "this format sorts by score",
    fix: "use another format, such as JSONL, to keep lists as they are",
  }),
  "no-id/text": ({ query }: OfQuery) => ({
    what: `a hit of query ${query} has no id, which this format cannot hold`,
    why: "dropping it would move the hits below it up",
    fix: "use a format that keeps texts, such as JSONL",
  }),
  "blank-in-id/column": ({ id }: { id: string }) => ({
    what: `this format cannot hold the id ${shown(id)}: it is empty, or contains white space or a zero byte`,
    fix: "use another format, such as JSONL",
  }),
});
