/** The rows of an export in any of its forms: JSON Lines, JSON (a list, or an object with one), CSV with JSON in its cells, Parquet. */
import type { Source } from "../../files/source.ts";
import { errorAt, notUtf8 } from "../_problems.ts";
import { shownValue } from "../_shown.ts";
import { isUtf8 } from "../bytes/bytes.ts";
import { walkLines } from "../bytes/lines.ts";
import { separatorOf } from "../cases/rows.ts";
import { type Cells, readRecords } from "../csv/records.ts";
import type { ReadContext } from "../format.ts";
import { JsonObject, type JsonValue } from "../json/parse.ts";
import { plainOf } from "../json/plain.ts";
import { readJson } from "../json/read-json.ts";
import { sniffJson } from "../json/sniff.ts";
import { walkJson } from "../json/walk.ts";
import { cannotBe, openParquet, type ParquetColumn } from "../parquet/file.ts";
import { startsParquet } from "../parquet/magic.ts";
import { readCells } from "../parquet/rows.ts";
import { rowProblem } from "../rows/problems.ts";
import { traceProblem } from "./problems.ts";
import type { TraceRecord } from "./values.ts";

type OnRow = (row: TraceRecord, line: number) => void;
type OnTraceProblem = ReadContext["problem"];

/** `holders`: keys under which an object has its rows. Returns the number of rows, readable or not. */
export async function readTraceRows(
  source: Source,
  holders: readonly string[],
  problem: OnTraceProblem,
  onRow: OnRow,
): Promise<number> {
  const head = await source.head();
  if (startsParquet(head)) return readParquetRows(source, onRow);
  const seen = sniffJson(head);
  if (seen === undefined && head[0] !== 0x7b && head[0] !== 0x5b) return readTable(source, problem, onRow);
  let count = 0;
  const one = (bytes: Uint8Array, line: number, column: number): void => {
    count++;
    const value = readJson(bytes, { line, column }, problem);
    if (value !== undefined) tell(value, line, holders, problem, onRow);
  };
  if (seen !== undefined && seen.form !== "array" && seen.oneLine) {
    await walkLines(source, (bytes, start, end, line) => {
      let first = start;
      while (first < end && bytes[first]! <= 32) first++;
      if (first < end) one(bytes.subarray(first, end), line, 1 + first - start);
    });
    return count;
  }
  const bytes = await source.bytes();
  const broken: OnTraceProblem = (told) => {
    count++;
    problem(told);
  };
  const held = seen?.form === "object" && holders.some((key) => seen.keys.get(key) === "[");
  if (!held) {
    for (const { start, end, place } of walkJson(bytes, false, broken))
      one(bytes.subarray(start, end), place.line, place.column);
    return count;
  }
  // The rows of a large document one by one, so that each has its line.
  for (const { key, start, end, place } of walkJson(bytes, true, broken)) {
    const name = readJson(bytes.subarray(key!.start, key!.end), place, problem);
    if (typeof name !== "string" || !holders.includes(name)) continue;
    for (const inside of walkJson(bytes.subarray(start, end), false, broken))
      one(
        bytes.subarray(start + inside.start, start + inside.end),
        place.line + inside.place.line - 1,
        inside.place.column,
      );
  }
  return count;
}

/** An object that holds rows is replaced by them. */
function tell(
  value: JsonValue,
  line: number,
  holders: readonly string[],
  problem: OnTraceProblem,
  onRow: OnRow,
): void {
  if (!(value instanceof JsonObject)) {
    problem(traceProblem("bad-row/no-span", { found: shownValue(value) }, errorAt(line)));
    return;
  }
  const key = holders.find((name) => Array.isArray(value.get(name)));
  if (key !== undefined)
    for (const one of value.get(key) as readonly JsonValue[]) tell(one, line, holders, problem, onRow);
  else onRow(plainOf(value, { exact() {}, twice() {} }) as TraceRecord, line);
}

async function readTable(source: Source, problem: OnTraceProblem, onRow: OnRow): Promise<number> {
  let names: readonly string[] | undefined;
  let count = 0;
  const onRecord = (cells: Cells, line: number): void => {
    const texts = Array.from({ length: cells.count }, (_, i) => cells.text(i));
    if (names === undefined) {
      names = texts;
      return;
    }
    count++;
    if (cells.count !== names.length)
      problem(rowProblem("bad-columns/table", { found: cells.count, wanted: names.length }, errorAt(line)));
    else if (!isUtf8(cells.bytes, cells.starts[0]!, cells.ends[cells.count - 1]!)) problem(notUtf8(line));
    else onRow(recordOf(names, texts), line);
  };
  await readRecords(source, separatorOf(await source.head()), onRecord, problem);
  return count;
}

/** An empty cell is no value. */
const recordOf = (names: readonly string[], cells: readonly unknown[]): TraceRecord =>
  Object.fromEntries(
    names.flatMap((name, i) =>
      cells[i] === "" || cells[i] === null || cells[i] === undefined ? [] : [[name, cells[i]]],
    ),
  );

/** Columns of text and numbers, with JSON in them, or structs and lists. */
async function readParquetRows(source: Source, onRow: OnRow): Promise<number> {
  const file = await openParquet(source);
  try {
    const columns = file.columns.filter((one) => cannotBe(one, "text") === undefined);
    await readCells(
      file,
      columns.map((column) => ({ column, mode: isFraction(column) ? "number" : "text" })),
      (cells, row) => {
        const record: CellHolder = Object.create(null);
        for (const [i, { path }] of columns.entries()) place(record, path, cells[i]);
        onRow(record, row);
      },
    );
    return file.rows;
  } finally {
    await file.close();
  }
}

/** Scores; whole numbers may be ids, which a number cannot always hold. */
const isFraction = ({ type }: ParquetColumn): boolean => type === "DOUBLE" || type === "FLOAT";

interface CellHolder {
  [name: string]: unknown;
}

/** Puts the cells of a leaf where they belong: those of a list of structs one by one into its entries. */
function place(into: CellHolder, [name, ...rest]: ParquetColumn["path"], cell: unknown): void {
  if (cell === null || cell === undefined || cell === "" || typeof name !== "string") return;
  if (rest.length === 0) into[name] = cell;
  else if (rest[0] !== null) {
    into[name] ??= Object.create(null);
    place(into[name] as CellHolder, rest, cell);
  } else if (Array.isArray(cell)) {
    into[name] ??= [];
    const list = into[name] as unknown[];
    const inner = rest.slice(1);
    for (const [i, one] of cell.entries()) {
      if (inner.length === 0) list[i] = one;
      else {
        list[i] ??= Object.create(null);
        place(list[i] as CellHolder, inner, one);
      }
    }
  }
}
