/** Words of the Problems of CSV and TSV. */
import { defineProblems, type Voice } from "../../core/problem-table.ts";
import type { NumberRole } from "../_problem-fields.ts";
import { quoted, shown } from "../_shown.ts";
import type { Kind } from "../format.ts";
import type { Role } from "../rows/column-roles.ts";
import { separatorsIn } from "./list-separator.ts";

const ROLES: Readonly<Record<Role, string>> = {
  query: "query",
  doc: "document",
  score: "score",
  grade: "grade",
  rank: "rank",
  words: "words of the query",
  answer: "answer",
  passages: "passages",
  texts: "texts of the hits",
  text: "text",
  title: "title",
};
const HEADERS: Readonly<Record<Kind, string>> = {
  gold: "query,doc,grade",
  run: "query,doc,score",
  corpus: "id,text",
  scores: "query,ndcg@10",
};

interface OfDocument {
  readonly document: string;
}
const decimalOption = (voice: Voice): string =>
  voice === "library" ? 'pass table: { decimal: "," }' : "pass --decimal ,";
const missing = (of: NumberRole) => (fields: OfDocument) => ({
  what: `the row of ${shown(fields.document)} has no ${of}`,
  fix: `give a number, or name another column: --col ${of}=NAME`,
});
const noNumber =
  (of: NumberRole) => (fields: OfDocument & { readonly found: string }, _: object, voice: Voice) => ({
    what: `the ${of} of ${shown(fields.document)} is ${shown(fields.found)}, not a finite number`,
    fix: /^-?\d+,\d+$/.test(fields.found)
      ? `${decimalOption(voice)} if the comma is a decimal one; otherwise leave the commas out`
      : `give a number, or name another column: --col ${of}=NAME`,
  });

export const csvProblem = defineProblems({
  /** `found`: the first names, cut where they are long. */
  "no-header/data": ({ found, kind }: { found: readonly string[]; kind: Kind }) => ({
    what: `the first row looks like data, not like the names of columns: ${quoted(found)}`,
    why: "without names it cannot be told which column is which",
    fix: `put a row of names on top, such as ${HEADERS[kind]}`,
  }),
  /** `ungraded`: no column holds a grade, so every row counts as relevant. */
  "guessed-columns": ({ taken, ungraded }: GuessedColumns) => ({
    what: [
      ...taken.map(({ column, role }) => `using column ${JSON.stringify(column)} as the ${ROLES[role]}`),
      ...(ungraded ? ["no grade column found, so every row counts as relevant"] : []),
    ].join("; "),
    fix: `if that is wrong, name the column: --col ${ungraded ? "grade" : (taken[0]?.role ?? "doc")}=NAME`,
  }),

  "empty-id/row": ({ of }: { of: "query" | "document" }) => ({
    what: `the row names no ${of}`,
    fix: "complete it, or remove it",
  }),
  "empty-id/column": ({ of, column }: { of: "query" | "document"; column: string }) => ({
    what: `the row names no ${of} in column ${shown(column)}`,
    fix: "complete it, or remove it",
  }),
  "looks-like-gold": ({ column }: { readonly column: string }) => ({
    what: `this looks like gold: it has a column ${shown(column)}, and no score or rank; its rows were read as hits, best first`,
    fix: "give the file of hits that your retriever returned, or name the column that orders them: --col score=NAME",
  }),
  "decimal-comma": ({ column, of }: { readonly column: string; readonly of: NumberRole }, _, voice) => ({
    what: `reading the commas of column ${shown(column)} as decimal points: every ${of} is written so`,
    fix: `${decimalOption(voice)} to say so without this warning`,
  }),
  "missing-score/cell": missing("score"),
  "missing-rank/cell": missing("rank"),
  "missing-grade/cell": missing("grade"),
  "bad-score/cell": noNumber("score"),
  "bad-rank/cell": noNumber("rank"),
  "bad-grade/cell": noNumber("grade"),
  "bad-score/metric": ({ metric, found }: { metric: string; found: string }) => ({
    what: `the value of ${metric} is ${shown(found)}, not a finite number`,
    fix: "give a number, or leave the cell blank",
  }),
  /** `run`: the one that is read; `count`: rows of others. */
  "several-runs": ({ run, count }: { run: string; count: number }) => ({
    what: `the file holds several runs; ${count} rows of others than ${shown(run)} were left out`,
    fix: "give each run its own file",
  }),

  /** `cells`: some of those that may be lists. */
  "list-cells/open": ({ column, cells, count }: ListCells, _, voice) => ({
    what: `column ${shown(column)} holds ${shown(cells[0]!)}${count > 1 ? ` and ${count - 1} more such cells` : ""}, which may be one id or a list of ids`,
    why: "a list that is read as one id is never found",
    fix: `say which it is: ${separatorWords([...new Set(cells.flatMap(separatorsIn))].join(""), voice)} for a list, ${separatorWords("none", voice)} for one id`,
  }),
  "bad-list/cell": ({ found, column, message }: { found: string; column: string; message: string }) => ({
    what: `the list ${shown(found)} in column ${shown(column)} cannot be read: ${message}`,
    fix: 'write it as JSON, such as ["d1", "d2"]',
  }),
  /** `found`: how many, where it is a list. */
  "bad-list/uneven": ({ wanted, found, column }: { wanted: number; found?: number; column: string }) => ({
    what: `there are ${wanted} documents, and ${found === undefined ? "no list" : `${found} entries`} in column ${shown(column)}`,
    fix: "give as many of each",
  }),
  "bad-list/references": ({ message }: { message: string }) => ({
    what: `the references cannot be read: ${message}`,
    fix: 'write them as JSON: [{"content": "...", "start_index": 0, "end_index": 3}]',
  }),

  "bad-quote": () => ({
    what: "a quote opens a cell and is not closed before the next separator",
    why: "where the cell ends cannot be told",
    fix: 'close it, or write quotes inside quotes twice: "5"" disk"',
  }),
  "long-record": (_: { limit: number }) => ({
    what: "a record has more than 256 MB; what comes after it was not read",
    why: "a quote that opens a cell may never be closed",
    fix: "check the quotes of the file",
  }),
});

export interface ListCells {
  readonly column: string;
  readonly cells: readonly string[];
  readonly count: number;
}
const separatorWords = (separator: string, voice: Voice): string =>
  voice === "library"
    ? `table: { listSeparator: ${JSON.stringify(separator)} }`
    : `--list-separator '${separator}'`;

interface GuessedColumns {
  readonly taken: readonly { readonly column: string; readonly role: Role }[];
  readonly ungraded: boolean;
}
