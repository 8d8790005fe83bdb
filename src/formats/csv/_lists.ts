/** Tables with a row per query, whose cells hold lists. */

import { atLine, errorAt } from "../_problems.ts";
import { kept } from "../_shown.ts";
import type { ReadContext, Sink } from "../format.ts";
import { IdReader } from "../json/ids.ts";
import type { Roles } from "../rows/column-roles.ts";
import { IdCells } from "./_id-cells.ts";
import type { CsvTable } from "./_rows.ts";
import type { CsvColumn } from "./_table.ts";
import { type TagColumns, tagCells } from "./_tags.ts";
import { isDecimalComma } from "./decimal.ts";
import { ListCellError, listCell, looksLikeList } from "./list-cell.ts";
import { csvProblem } from "./problems.ts";
import type { Cells } from "./records.ts";

const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

class ListReader {
  readonly #ids: IdReader;
  readonly #roles: Roles<CsvColumn>;
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #docs: IdCells;
  #commaTold = false;
  constructor(roles: Roles<CsvColumn>, sink: Sink, context: ReadContext) {
    this.#roles = roles;
    this.#sink = sink;
    this.#context = context;
    this.#ids = new IdReader(context.problem);
    this.#docs = new IdCells(roles.doc!.name, true, context);
  }

  /** The query's id; undefined, and a Problem, where there is none. */
  query(cells: Cells, line: number): string | undefined {
    const { index, name } = this.#roles.query!;
    const id = cells.text(index);
    if (id !== "") return id;
    this.#context.problem(csvProblem("empty-id/column", { of: "query", column: name }, errorAt(line)));
    return undefined;
  }

  /** The words of a query: in a separate column, or as its id. */
  words(cells: Cells, query: string, line: number): void {
    const { words, query: id } = this.#roles;
    const text =
      words !== undefined
        ? cells.text(words.index)
        : /^(query|question|user_?input|input)$/i.test(id!.name)
          ? query
          : "";
    if (text !== "") this.#sink.query?.(query, text, line);
  }

  /** The documents, by ids. */
  docs(cells: Cells, line: number): unknown {
    const read = (cell: string): unknown => this.#docs.read(cell, line);
    return this.#ids.list(this.list(cells, this.#roles.doc!, line, read), line);
  }

  /** The value of a list's cell; undefined, and a Problem, where it cannot be read. */
  list(cells: Cells, column: CsvColumn, line: number, read: (cell: string) => unknown = listCell): unknown {
    const cell = cells.text(column.index);
    try {
      return read(cell);
    } catch (error) {
      if (!(error instanceof ListCellError)) throw error;
      const fields = { found: kept(cell), column: column.name, message: error.message };
      this.#context.problem(csvProblem("bad-list/cell", fields, errorAt(line)));
      return undefined;
    }
  }

  /** A list parallel to another one, with as many entries. */
  beside(
    cells: Cells,
    column: CsvColumn | undefined,
    length: number,
    line: number,
  ): unknown[] | undefined | false {
    if (column === undefined) return undefined;
    const list = this.list(cells, column, line);
    if (list === undefined) return false;
    if (Array.isArray(list) && list.length === length)
      return column === this.#roles.texts ? list : this.numbers(list, column, line);
    const found = Array.isArray(list) ? { found: list.length } : {};
    const fields = { wanted: length, ...found, column: column.name };
    this.#context.problem(csvProblem("bad-list/uneven", fields, errorAt(line)));
    return false;
  }

  /** Numbers that are written as text become numbers; other values stay and are rejected by the reader. */
  numbers(list: readonly unknown[], column: CsvColumn, line: number): unknown[] {
    const texts = list.filter((one): one is string => typeof one === "string").map((one) => one.trim());
    if (texts.length === 0) return [...list];
    const { table, problem } = this.#context;
    const comma = table?.decimal === undefined ? isDecimalComma(texts) : table.decimal === ",";
    if (comma && table?.decimal === undefined && !this.#commaTold) {
      this.#commaTold = true;
      const of = column === this.#roles.grade ? "grade" : "score";
      problem(csvProblem("decimal-comma", { column: column.name, of }, atLine(line)));
    }
    return list.map((one) => {
      const text = typeof one === "string" ? one.trim() : "";
      const written = comma ? text.replace(",", ".") : text;
      return NUMBER.test(written) ? Number(written) : one;
    });
  }

  end(): void {
    this.#docs.end();
    this.#ids.end();
  }
}

/** A row per query with its hits, best first. */
export function rankingTable(roles: Roles<CsvColumn>, sink: Sink, context: ReadContext): CsvTable {
  const reader = new ListReader(roles, sink, context);
  return {
    row(cells, line) {
      const query = reader.query(cells, line);
      const ids = reader.docs(cells, line);
      if (query === undefined || ids === undefined) return;
      reader.words(cells, query, line);
      if (!Array.isArray(ids)) {
        sink.ranking?.(query, mapping(ids, reader, roles.doc!, line), line);
        return;
      }
      const scores = reader.beside(cells, roles.score, ids.length, line);
      const texts = reader.beside(cells, context.texts ? roles.texts : undefined, ids.length, line);
      if (scores === false || texts === false) return;
      const hits = ids.map((id: unknown, i) =>
        scores === undefined && texts === undefined
          ? id
          : {
              ...(typeof id === "object" && id !== null ? id : { id }),
              ...(scores === undefined ? {} : { score: scores[i] }),
              ...(texts === undefined ? {} : { text: texts[i] }),
            },
      );
      sink.ranking?.(query, hits, line);
    },
    end: () => reader.end(),
  };
}

/** id → score, with numbers for scores that are written as text. */
function mapping(ids: unknown, reader: ListReader, column: CsvColumn, line: number): unknown {
  if (typeof ids !== "object" || ids === null) return ids;
  const scores = reader.numbers(Object.values(ids), column, line);
  return Object.fromEntries(Object.keys(ids).map((id, i) => [id, scores[i]]));
}

/** A row per query with what is relevant to it. */
export function goldTable(
  roles: Roles<CsvColumn>,
  sink: Sink,
  context: ReadContext,
  tagged: TagColumns,
): CsvTable {
  const reader = new ListReader(roles, sink, context);
  return {
    row(cells, line) {
      const query = reader.query(cells, line);
      const relevant = reader.docs(cells, line);
      if (query === undefined || relevant === undefined) return;
      const flat = Array.isArray(relevant) ? relevant : [];
      const grades = reader.beside(cells, roles.grade, flat.length, line);
      const passages = roles.passages === undefined ? undefined : reader.list(cells, roles.passages, line);
      if (grades === false || (roles.passages !== undefined && passages === undefined)) return;
      const answer = roles.answer === undefined ? "" : firstText(cells.text(roles.answer.index));
      const tags = tagCells(cells, tagged);
      const gold = {
        relevant,
        ...(grades === undefined ? {} : { grades: new Map(flat.map((id, i) => [id, grades[i]])) }),
        ...(passages === undefined ? {} : { passages }),
        ...(answer === "" ? {} : { answer }),
        ...(tags.length === 0 ? {} : { tags: Object.fromEntries(tags) }),
      };
      sink.gold?.(query, gold, line);
      reader.words(cells, query, line);
    },
    end: () => reader.end(),
  };
}

/** A cell of answers may hold a list of them: the first one counts, as in AutoRAG. */
function firstText(cell: string): string {
  if (!looksLikeList(cell)) return cell;
  try {
    const list = listCell(cell);
    return Array.isArray(list) && typeof list[0] === "string" ? list[0] : cell;
  } catch {
    return cell;
  }
}
