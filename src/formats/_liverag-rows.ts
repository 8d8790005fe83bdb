/** Rows of LiveRAG's files, which are TSV, JSON or JSON Lines with the same names. */

import type { Source } from "../files/source.ts";
import { dataSetProblem } from "./_data-set-problems.ts";
import { atLine, emptyFile, errorAt, notUtf8 } from "./_problems.ts";
import { lineBlocks } from "./bytes/blocks.ts";
import { isUtf8 } from "./bytes/bytes.ts";
import { headLines } from "./bytes/lines.ts";
import { PythonLiteralError, parsePythonLiteral } from "./csv/python-literal.ts";
import { readRecords, TAB } from "./csv/records.ts";
import type { ReadContext } from "./format.ts";
import type { IdReader } from "./json/ids.ts";
import { JsonError, type JsonValue, parseJson } from "./json/parse.ts";
import { readJson } from "./json/read-json.ts";
import { objectRow } from "./json/row.ts";
import { type Sniffed, sniffJson } from "./json/sniff.ts";
import { walkJson } from "./json/walk.ts";

export interface LiveragRow {
  readonly line: number;
  /** From a table: every cell is text, and lists are text inside a cell. */
  readonly isTable: boolean;
  /** The columns that have something in them. */
  readonly names: readonly string[];
  get(name: string): unknown;
}

/** Every row of a source. */
export async function readRows(
  source: Source,
  context: ReadContext,
  row: (row: LiveragRow) => void,
): Promise<void> {
  let rows = 0;
  const count = (one: LiveragRow): void => {
    rows++;
    row(one);
  };
  const seen = sniffJson(await source.head());
  if (seen === undefined) await readTable(source, context, count);
  else await readObjects(source, seen, context, count);
  if (rows === 0) context.problem(emptyFile("row"));
}

async function readTable(
  source: Source,
  { problem }: ReadContext,
  row: (row: LiveragRow) => void,
): Promise<void> {
  let names: string[] | undefined;
  await readRecords(
    source,
    TAB,
    (cells, line) => {
      if (!isUtf8(cells.bytes, cells.starts[0]!, cells.ends[cells.count - 1]!)) return problem(notUtf8(line));
      const texts = Array.from({ length: cells.count }, (_, i) => cells.text(i));
      if (names === undefined) {
        names = texts;
        return;
      }
      if (texts.length > names.length)
        return problem(
          dataSetProblem("bad-columns/liverag", { found: texts.length, wanted: names.length }, errorAt(line)),
        );
      const table = new Map(
        names.map((name, i) => [name, texts[i] ?? ""]).filter(([, text]) => text !== "") as [
          string,
          string,
        ][],
      );
      row({ line, isTable: true, names: [...table.keys()], get: (name) => table.get(name) });
    },
    problem,
  );
}

async function readObjects(
  source: Source,
  { form, oneLine }: Sniffed,
  context: ReadContext,
  row: (row: LiveragRow) => void,
): Promise<void> {
  const take = (value: JsonValue | undefined, line: number): void => {
    const object = value === undefined ? undefined : objectRow(value, context, line);
    if (object !== undefined)
      row({ line, isTable: false, names: object.keys, get: (name) => object.get(name) ?? undefined });
  };
  if (form === "rows" && oneLine) {
    // Line by line, so that one broken line is one Problem.
    let line = 0;
    for await (const { bytes, end } of lineBlocks(source))
      for (let at = 0; at < end; ) {
        const stop = bytes.indexOf(10, at);
        const piece = bytes.subarray(at, stop);
        at = stop + 1;
        line++;
        if (piece.some((byte) => byte > 32))
          take(readJson(piece, { line, column: 1 }, context.problem), line);
      }
    return;
  }
  const bytes = await source.bytes();
  for (const part of walkJson(bytes, false, context.problem))
    take(readJson(bytes.subarray(part.start, part.end), part.place, context.problem), part.place.line);
}

/** The first names of a file: its header, or the keys of its first object. */
export function firstNames(head: Uint8Array): ReadonlySet<string> {
  const seen = sniffJson(head);
  if (seen !== undefined) return new Set(seen.keys.keys());
  const [header = ""] = headLines(head, 1);
  return new Set(header.split("\t").map((name) => name.trim().replace(/^"(.*)"$/, "$1")));
}

/** qid, or the number of the row where the file has none, from 1: LiveRAG numbers references so. A number is read as text. */
export class QueryIds {
  readonly #ids: IdReader;
  readonly #name: string;
  readonly #problem: ReadContext["problem"];
  #rows = 0;
  #without = 0;
  #first = 0;
  constructor(name: string, ids: IdReader, problem: ReadContext["problem"]) {
    this.#name = name;
    this.#ids = ids;
    this.#problem = problem;
  }

  of({ get, line }: LiveragRow): string {
    this.#rows++;
    const id = this.#ids.text(get(this.#name), "query", line);
    if (id !== undefined && id !== "") return id;
    this.#without++;
    this.#first ||= line;
    return String(this.#rows);
  }

  end(): void {
    if (this.#without === 0) return;
    const [field, count, rows] = [this.#name, this.#without, this.#rows];
    this.#problem(
      count === rows
        ? dataSetProblem("no-query-id/none", { field }, atLine(this.#first))
        : dataSetProblem("no-query-id/some", { field, count, rows }, errorAt(this.#first)),
    );
  }
}

/** A list as in these files: a list, or a text with a list in JSON or Python syntax. Undefined if it is neither. */
export function listOf(
  value: unknown,
): { readonly list: readonly unknown[]; readonly as: "list" | "json" | "python" } | undefined {
  if (Array.isArray(value)) return { list: value, as: "list" };
  if (typeof value !== "string") return undefined;
  try {
    const parsed = parseJson(value);
    return Array.isArray(parsed) ? { list: parsed, as: "json" } : undefined;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  try {
    const parsed = parsePythonLiteral(value);
    return Array.isArray(parsed) ? { list: parsed, as: "python" } : undefined;
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    return undefined;
  }
}

/** Texts of a list, where all of it is text. */
export function textsOf(value: unknown): string[] | undefined {
  const list = listOf(value)?.list;
  return list?.every((one) => typeof one === "string") === true ? (list as string[]) : undefined;
}

/** Ids of a list as text; undefined, and a Problem, where one cannot be an id. */
export function idList(
  list: readonly unknown[],
  ids: IdReader,
  query: string,
  line: number,
  problem: ReadContext["problem"],
): string[] | undefined {
  const texts: string[] = [];
  for (const one of list) {
    const id = ids.text(one, "document", line);
    if (id === undefined) {
      if (one === null || one === undefined)
        problem(dataSetProblem("bad-list/no-id", { query }, errorAt(line, query)));
      return undefined;
    }
    texts.push(id);
  }
  return texts;
}

/** Cells as pandas writes and reads them. */
export const tsvRow = (...cells: readonly string[]): string =>
  `${cells.map((text) => (/[\t"\r\n]|^[ \t]|[ \t]$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join("\t")}\n`;
