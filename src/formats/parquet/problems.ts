/** Messages about Parquet files. */
import { defineProblems } from "../../core/problem-table.ts";
import type { NumberRole, OfQuery } from "../_problem-fields.ts";
import { shown } from "../_shown.ts";

const DAMAGED = {
  why: "scores from part of a file would be wrong",
  fix: "copy or download it again",
} as const;
const INCOMPLETE = "fill it in, or remove the row";

/** Two parallel lists of different lengths. */
interface Uneven extends OfQuery {
  readonly wanted: number;
  readonly found: number;
}

const unplaced = (of: NumberRole) =>
  ({
    why: of === "grade" ? "it cannot be compared" : "it cannot be ranked",
    fix: "write a finite number, or remove the row",
  }) as const;
const missing = (of: NumberRole) => () => ({ what: `the row has no ${of}`, ...unplaced(of) });
/** `found`: NaN or an infinite number as text; absent if the column holds text. */
const notFinite = (of: NumberRole) => (fields: { readonly document: string; readonly found?: string }) => ({
  what: `the ${of} of ${shown(fields.document)} is ${fields.found ?? "not a number"}`,
  ...unplaced(of),
});

export const parquetProblem = defineProblems({
  "too-many-errors": ({ count }: { count: number }) => ({
    what: `stopped reading after ${count} invalid rows`,
    fix: "check that this is the right file, and map its columns with --col",
  }),
  "not-parquet": () => ({
    what: "this is not a Parquet file: it does not start with PAR1",
    fix: "check the file, or pass its format",
  }),
  "broken-parquet/cut": () => ({
    what: "the Parquet file is truncated: it does not end with PAR1",
    ...DAMAGED,
  }),
  "broken-parquet/damaged": ({ message }: { message: string }) => ({
    what: `the Parquet file is damaged (${message})`,
    ...DAMAGED,
  }),

  /** `found`: what the column holds, in words. */
  "bad-column/type": ({ column, found, role }: { column: string; found: string; role: string }) => ({
    what: `column ${column} holds ${found}, so it cannot be the ${role}`,
    fix: `name another column: --col ${role}=NAME`,
  }),
  "number-id": ({ column }: { column: string }) => ({
    what: `the ids in column ${column} are stored as floats; reading 1.0 as 1`,
    why: "pandas turns whole numbers into floats if a value is missing",
    fix: "store ids as strings",
  }),
  "no-score": () => ({
    what: "no score or rank column found; ranking by row order",
    fix: "name the column: --col score=NAME",
  }),

  "no-query": () => ({ what: "the row has no query", fix: INCOMPLETE }),
  "no-document": () => ({ what: "the row has no document", fix: INCOMPLETE }),
  "no-text/missing": ({ document }: { document: string }) => ({
    what: `document ${document} has no text`,
    fix: INCOMPLETE,
  }),
  "no-text/not-utf8": ({ document }: { document: string }) => ({
    what: `the text of document ${document} is not valid UTF-8`,
    fix: INCOMPLETE,
  }),
  "not-utf8/cell": ({ of }: { of: "query" | "document" }) => ({
    what: `the ${of} is not valid UTF-8`,
    fix: "write it as UTF-8",
  }),
  "not-utf8/id": ({ of }: { of: "query" | "document" }) => ({
    what: `the ${of} id is not valid UTF-8`,
    fix: "write ids as UTF-8",
  }),
  "not-utf8/list": ({ query }: OfQuery) => ({
    what: `an id of query ${query} is not valid UTF-8`,
    fix: "write ids as UTF-8",
  }),

  "bad-score/missing": missing("score"),
  "bad-rank/missing": missing("rank"),
  "bad-grade/missing": missing("grade"),
  "bad-score/column": notFinite("score"),
  "bad-rank/column": notFinite("rank"),
  "bad-grade/column": notFinite("grade"),
  "bad-score/list": ({ query }: OfQuery) => ({
    what: `ignored the scores of query ${query}: not all are finite numbers`,
    why: "the hits are ranked by list order, which scores do not change",
    fix: "write finite numbers",
  }),
  "bad-grade/list": ({ query }: OfQuery) => ({
    what: `the grades of query ${query} are not all finite numbers`,
    fix: "write one number per document",
  }),
  "bad-grade/uneven": ({ query, wanted, found }: Uneven) => ({
    what: `query ${query} has ${wanted} documents but ${found} grades`,
    fix: "write one grade per document",
  }),
  "uneven-lists/columns": ({ query, wanted, found, of }: Uneven & { readonly of: "scores" | "texts" }) => ({
    what: `query ${query} has ${wanted} documents but ${found} ${of}; ignoring the ${of}`,
    fix: "write one per document",
  }),
  "no-list/cell": ({ query }: OfQuery) => ({
    what: `query ${query} has no list of documents; treating it as empty`,
    fix: "write an empty list",
  }),
  "no-gold/cell": ({ query }: OfQuery) => ({
    what: `query ${query} has no list of documents`,
    why: "an empty list would mean that nothing is relevant",
    fix: "write a list, or remove the row",
  }),
});
