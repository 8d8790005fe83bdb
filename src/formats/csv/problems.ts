/** Messages about CSV and TSV files. */
import { defineProblems, type Voice } from "../../core/problem-table.ts";
import type { NumberRole } from "../_problem-fields.ts";
import { asWord, quoted, shown } from "../_shown.ts";
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
  fix: `write a number, or name another column: --col ${of}=NAME`,
});
const noNumber =
  (of: NumberRole) => (fields: OfDocument & { readonly found: string }, _: object, voice: Voice) => ({
    what: `the ${of} of ${shown(fields.document)} is ${shown(fields.found)}, not a finite number`,
    fix: /^-?\d+,\d+$/.test(fields.found)
      ? `if the comma is a decimal comma, ${decimalOption(voice)}; otherwise remove it`
      : `write a number, or name another column: --col ${of}=NAME`,
  });

export const csvProblem = defineProblems({
  /** `found`: the first names, shortened. */
  "no-header/data": ({ found, kind }: { found: readonly string[]; kind: Kind }) => ({
    what: `no header: the first row looks like data: ${quoted(found)}`,
    why: "Goldie finds columns by name",
    fix: `add a header row, such as ${HEADERS[kind]}`,
  }),
  /** `ungraded`: there is no grade column, so every row counts as relevant. */
  "guessed-columns": ({ taken, ungraded }: GuessedColumns) => ({
    what: [
      ...taken.map(({ column, role }) => `using column ${JSON.stringify(column)} as the ${ROLES[role]}`),
      ...(ungraded ? ["no grade column found, so every row counts as relevant"] : []),
    ].join("; "),
    fix: `if that is wrong, name the column: --col ${ungraded ? "grade" : (taken[0]?.role ?? "doc")}=NAME`,
  }),

  "empty-id/row": ({ of }: { of: "query" | "document" }) => ({
    what: `the row has no ${of} id`,
    fix: "fill it in, or remove the row",
  }),
  "empty-id/column": ({ of, column }: { of: "query" | "document"; column: string }) => ({
    what: `the row has no ${of} id in column ${shown(column)}`,
    fix: "fill it in, or remove the row",
  }),
  "looks-like-gold": ({ column }: { readonly column: string }) => ({
    what: `this looks like gold: it has a column ${shown(column)} but no score or rank; reading its rows as hits, best first`,
    fix: "pass the file with your retriever's hits, or name the column to sort by: --col score=NAME",
  }),
  /** `others`: further columns of numbers in another order than the rows. */
  "ignored-numbers": ({ column, distance, others }: IgnoredColumns) => ({
    what: `no score or rank column found, so hits are ranked in file order; ignored the numbers in column ${quoted([column, ...others].slice(0, 5))}, which order the hits differently`,
    fix: distance
      ? `if a lower ${column} is better, rank by it: --col rank=${asWord(column)}`
      : `to rank by them, highest first: --col score=${asWord(column)}`,
  }),
  "decimal-comma": ({ column, of }: { readonly column: string; readonly of: NumberRole }, _, voice) => ({
    what: `reading commas in column ${shown(column)} as decimal commas: every ${of} has one`,
    fix: `to silence this warning, ${decimalOption(voice)}`,
  }),
  "missing-score/cell": missing("score"),
  "missing-rank/cell": missing("rank"),
  "missing-grade/cell": missing("grade"),
  "bad-score/cell": noNumber("score"),
  "bad-rank/cell": noNumber("rank"),
  "bad-grade/cell": noNumber("grade"),
  "bad-score/metric": ({ metric, found }: { metric: string; found: string }) => ({
    what: `the value of ${metric} is ${shown(found)}, not a finite number`,
    fix: "write a number, or leave the cell blank",
  }),
  /** `run`: the one that was read; `count`: rows of the others. */
  "several-runs": ({ run, count }: { run: string; count: number }) => ({
    what: `the file has several runs; reading ${shown(run)} and ignoring ${count === 1 ? "one row" : `${count} rows`} of the others`,
    fix: "write each run to a separate file",
  }),

  /** `cells`: examples of cells that may be lists. */
  "list-cells/open": ({ column, cells, count, bars }: ListCells, _, voice) => ({
    what: `${shown(cells[0]!)} in column ${shown(column)}${count > 1 ? ` (and ${count - 1} more such cells)` : ""} may be one id or a list of ids`,
    why: "a list read as a single id would never match",
    fix: `pass ${separatorWords([...new Set([...cells.flatMap(separatorsIn), ...(bars ? ["|"] : [])])].join(""), voice)} if it is a list, ${separatorWords("none", voice)} if it is one id`,
  }),
  "bad-list/cell": ({ found, column, message }: { found: string; column: string; message: string }) => ({
    what: `could not parse the list ${shown(found)} in column ${shown(column)}: ${message}`,
    fix: 'write it as JSON, for example ["d1", "d2"]',
  }),
  /** `found`: the number of entries, if it is a list. */
  "bad-list/uneven": ({ wanted, found, column }: { wanted: number; found?: number; column: string }) => ({
    what: `the row has ${wanted} documents but ${found === undefined ? "no list" : `${found} entries`} in column ${shown(column)}`,
    fix: "write one entry per document",
  }),
  "bad-list/references": ({ message }: { message: string }) => ({
    what: `could not parse the references: ${message}`,
    fix: 'write them as JSON: [{"content": "...", "start_index": 0, "end_index": 3}]',
  }),

  "bad-quote": () => ({
    what: "a quoted cell has text after its closing quote, or no closing quote",
    why: "it is unclear where the cell ends",
    fix: 'close the quote, and double quotes inside a quoted cell: "5"" disk"',
  }),
  "long-record": (_: { limit: number }) => ({
    what: "a record is larger than 256 MB; stopped reading there",
    why: "a quote may be missing its closing quote",
    fix: "check the quotes in the file",
  }),
});

export interface ListCells {
  readonly column: string;
  readonly cells: readonly string[];
  readonly count: number;
  /** Other cells of the column are lists with a bar between their ids. */
  readonly bars: boolean;
}
interface IgnoredColumns {
  readonly column: string;
  readonly distance: boolean;
  readonly others: readonly string[];
}
const separatorWords = (separator: string, voice: Voice): string =>
  voice === "library"
    ? `table: { listSeparator: ${JSON.stringify(separator)} }`
    : `--list-separator '${separator}'`;

interface GuessedColumns {
  readonly taken: readonly { readonly column: string; readonly role: Role }[];
  readonly ungraded: boolean;
}
