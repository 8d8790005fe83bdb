/** Words of the Problems of Parquet files. */
import { defineProblems } from "../../core/problem-table.ts";
import type { NumberRole, OfQuery } from "../_problem-fields.ts";
import { shown } from "../_shown.ts";

const DAMAGED = {
  why: "numbers from a part of the file would be wrong",
  fix: "copy or download it again",
} as const;
const INCOMPLETE = "fill it in, or leave the row out";

/** Of two lists that stand beside each other. */
interface Uneven extends OfQuery {
  readonly wanted: number;
  readonly found: number;
}

const unplaced = (of: NumberRole) =>
  ({
    why: of === "grade" ? "it cannot be compared" : "it has no place in an order",
    fix: "give a finite number, or leave the row out",
  }) as const;
const missing = (of: NumberRole) => () => ({ what: `the row has no ${of}`, ...unplaced(of) });
/** `found`: NaN or an infinite number as text; absent where the column holds text. */
const notFinite = (of: NumberRole) => (fields: { readonly document: string; readonly found?: string }) => ({
  what: `the ${of} of ${shown(fields.document)} is ${fields.found ?? "no number"}`,
  ...unplaced(of),
});

export const parquetProblem = defineProblems({
  "too-many-errors": ({ count }: { count: number }) => ({
    what: `${count} rows could not be read; the rest of the file was not looked at`,
    fix: "check that this is the right file, and which columns hold what (--col)",
  }),
  "not-parquet": () => ({
    what: "this is not a Parquet file: it does not start with PAR1",
    fix: "name its format, or check what was written there",
  }),
  "broken-parquet/cut": () => ({
    what: "the Parquet file ends too early: its last bytes are not PAR1",
    ...DAMAGED,
  }),
  "broken-parquet/damaged": ({ message }: { message: string }) => ({
    what: `the Parquet file is damaged (${message})`,
    ...DAMAGED,
  }),

  /** `found`: what the column holds, in words. */
  "bad-column/type": ({ column, found, role }: { column: string; found: string; role: string }) => ({
    what: `column ${column} holds ${found}, so it cannot be the ${role}`,
    fix: `name another one: --col ${role}=NAME`,
  }),
  "number-id": ({ column }: { column: string }) => ({
    what: `the ids in column ${column} are stored as fractions; 1.0 was read as 1`,
    why: "pandas does that to whole numbers where one is missing",
    fix: "store ids as text",
  }),
  "no-score": () => ({
    what: "no column looks like scores or ranks; the order of the rows counts",
    fix: "say which it is: --col score=NAME",
  }),

  "no-query": () => ({ what: "the row has no query", fix: INCOMPLETE }),
  "no-document": () => ({ what: "the row has no document", fix: INCOMPLETE }),
  "no-text/missing": ({ document }: { document: string }) => ({
    what: `document ${document} has no text`,
    fix: INCOMPLETE,
  }),
  "no-text/not-utf8": ({ document }: { document: string }) => ({
    what: `document ${document} has no text that is UTF-8`,
    fix: INCOMPLETE,
  }),
  "not-utf8/cell": ({ of }: { of: "query" | "document" }) => ({
    what: `the ${of} is not UTF-8`,
    fix: "write it as UTF-8",
  }),
  "not-utf8/id": ({ of }: { of: "query" | "document" }) => ({
    what: `the id of the ${of} is not UTF-8`,
    fix: "write ids as UTF-8",
  }),
  "not-utf8/list": ({ query }: OfQuery) => ({
    what: `an id of query ${query} is not UTF-8`,
    fix: "write ids as UTF-8",
  }),

  "bad-score/missing": missing("score"),
  "bad-rank/missing": missing("rank"),
  "bad-grade/missing": missing("grade"),
  "bad-score/column": notFinite("score"),
  "bad-rank/column": notFinite("rank"),
  "bad-grade/column": notFinite("grade"),
  "bad-score/list": ({ query }: OfQuery) => ({
    what: `the scores of query ${query} are not all finite numbers; they were left out`,
    why: "the order of the list counts, and they do not change it",
    fix: "write finite numbers",
  }),
  "bad-grade/list": ({ query }: OfQuery) => ({
    what: `the grades of query ${query} are not all finite numbers`,
    fix: "write a number for each document",
  }),
  "bad-grade/uneven": ({ query, wanted, found }: Uneven) => ({
    what: `query ${query} has ${wanted} documents and ${found} grades`,
    fix: "write a number for each document",
  }),
  "uneven-lists/columns": ({ query, wanted, found, of }: Uneven & { readonly of: "scores" | "texts" }) => ({
    what: `query ${query} has ${wanted} documents and ${found} ${of}; the ${of} were left out`,
    fix: "write one for each document",
  }),
  "no-list/cell": ({ query }: OfQuery) => ({
    what: `query ${query} has no list of documents; it counts as empty`,
    fix: "write an empty list",
  }),
  "no-gold/cell": ({ query }: OfQuery) => ({
    what: `query ${query} has no list of documents`,
    why: "an empty list would say that nothing is relevant",
    fix: "write a list, or leave the row out",
  }),
});
