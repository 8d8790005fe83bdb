/** Data sets of cases, one question each: JSON Lines, JSON (rows, columns, or inside an object), CSV or TSV. */
import type { Problem } from "../../core/problem.ts";
import type { Source } from "../../files/source.ts";
import { errorAt, notUtf8 } from "../_problems.ts";
import { isUtf8 } from "../bytes/bytes.ts";
import { walkLines } from "../bytes/lines.ts";
import { type Cells, COMMA, firstRecords, readRecords, SEMICOLON, TAB } from "../csv/records.ts";
import type { ReadContext } from "../format.ts";
import { JsonObject, type JsonValue } from "../json/parse.ts";
import { isList, plainOf } from "../json/plain.ts";
import { readJson } from "../json/read-json.ts";
import { sniffJson } from "../json/sniff.ts";
import { walkJson } from "../json/walk.ts";
import { plainName } from "../rows/field-names.ts";
import { rowProblem } from "../rows/problems.ts";
import { caseProblem } from "./problems.ts";

/** One case: its fields by plain name. A cell of a table is text. */
export type Case = ReadonlyMap<string, unknown>;
/** `keys`: the names as the file writes them, in the order of the fields. */
type OnCase = (one: Case, line: number, keys: readonly string[]) => void;

/** The names that a tool gives to each part; the first that is there and has a value counts. */
export interface CaseFields {
  readonly words: readonly string[];
  readonly answer: readonly string[];
  /** Texts that should be retrieved. */
  readonly passages: readonly string[];
  readonly relevant: readonly string[];
  /** Texts that were retrieved. */
  readonly texts: readonly string[];
  readonly hits: readonly string[];
  /** What was answered. */
  readonly response: readonly string[];
}

/** Keys that hold the list of cases in an object. */
const HOLDERS = new Set(["samples", "testcases", "goldens", "data", "rows", "dataset", "examples", "cases"]);

export const separatorOf = (head: Uint8Array): number => {
  const separators = [COMMA, SEMICOLON, TAB];
  if (!separators.some((one) => head.includes(one))) return COMMA;
  const cells = (separator: number): number => firstRecords(head, separator, 1)[0]?.length ?? 0;
  return separators.reduce((best, one) => (cells(one) > cells(best) ? one : best));
};

/** The plain names of a file's fields, by its head; a JSON file's inner ones too. */
export const caseNames = (head: Uint8Array): Set<string> => new Set(fieldNames(head).map(plainName));

/** The same as the file writes them. */
export function fieldNames(head: Uint8Array): readonly string[] {
  const seen = sniffJson(head);
  if (seen !== undefined) {
    const keys = [...seen.keys.keys()];
    const held = seen.form === "object" && keys.some((key) => HOLDERS.has(plainName(key)));
    return held ? [...seen.inner.keys()] : keys;
  }
  return firstRecords(head, separatorOf(head), 1)[0] ?? [];
}

type OnProblem = ReadContext["problem"];

/** Reads every case of a source. Returns how many were read or reported. `nameOf`: how field names are written. */
export async function readCases(
  source: Source,
  problem: OnProblem,
  onCase: OnCase,
  nameOf: (name: string) => string = plainName,
): Promise<number> {
  const head = await source.head();
  const seen = sniffJson(head);
  let count = 0;
  const tell = (value: JsonValue, line: number): void => {
    const twice = value instanceof JsonObject ? value.twice() : undefined;
    if (!(value instanceof JsonObject)) problem(caseProblem("bad-row/no-case", {}, errorAt(line)));
    else if (twice !== undefined) problem(caseProblem("bad-row/key-twice", { key: twice }, errorAt(line)));
    else {
      const plain = plainOf(value, { exact: () => {}, twice: () => {} }) as Readonly<Record<string, unknown>>;
      const keys = Object.keys(plain);
      onCase(new Map(keys.map((key) => [nameOf(key), plain[key]])), line, keys);
    }
  };
  if (seen === undefined && head.length > 0 && head[0] !== 0x5b && head[0] !== 0x7b)
    return readTable(source, problem, onCase, nameOf);
  if (seen?.form !== "array" && seen?.oneLine === true && !isHolder(seen.keys)) {
    await walkLines(source, (bytes, start, end, line) => {
      if (isBlankLine(bytes, start, end)) return;
      count++;
      const value = readJson(bytes.subarray(start, end), { line, column: 1 }, problem);
      if (value !== undefined) tell(value, line);
    });
    return count;
  }
  const bytes = await source.bytes();
  const broken = (told: Problem): void => {
    count++;
    problem(told);
  };
  for (const { start, end, place } of walkJson(bytes, false, broken)) {
    count++;
    const value = readJson(bytes.subarray(start, end), place, problem);
    if (value === undefined) continue;
    if (
      seen?.form === "object" &&
      value instanceof JsonObject &&
      isHolder(value.keys.map((key, i) => [key, value.values[i]]))
    )
      count += tellHeld(value, place.line, tell) - 1;
    else tell(value, place.line);
  }
  return count;
}

const isBlankLine = (bytes: Uint8Array, start: number, end: number): boolean => {
  for (let i = start; i < end; i++) if (bytes[i]! > 32) return false;
  return true;
};

/** An object that holds cases, not one of them: a list under a known key, or a column under each. */
function isHolder(keys: Iterable<readonly [string, unknown]>): boolean {
  for (const [key, value] of keys) {
    const name = plainName(key);
    const nested = value === "[" || value === "{" || (typeof value === "object" && value !== null);
    if (nested && (HOLDERS.has(name) || WORDS.has(name))) return true;
  }
  return false;
}
/** If the question is a list, it is a column of questions. */
const WORDS = new Set(["userinput", "question", "input", "query"]);

/** Line numbers are unknown here, so all are reported on one line. */
function tellHeld(holder: JsonObject, line: number, tell: (value: JsonValue, line: number) => void): number {
  const at = holder.keys.findIndex((key, i) => HOLDERS.has(plainName(key)) && isList(holder.values[i]));
  if (at >= 0) {
    const list = holder.values[at] as readonly JsonValue[];
    for (const one of list) tell(one, line);
    return list.length;
  }
  // pandas writes a column as an object by row number.
  const columns = holder.values.map((value) =>
    value instanceof JsonObject ? value.values : isList(value) ? value : [],
  );
  const length = Math.max(0, ...columns.map((column) => column.length));
  for (let row = 0; row < length; row++) {
    const one = new JsonObject();
    holder.keys.forEach((key, i) => {
      if (columns[i]![row] === undefined) return;
      one.keys.push(key);
      one.values.push(columns[i]![row]!);
    });
    tell(one, line);
  }
  return length;
}

async function readTable(
  source: Source,
  problem: OnProblem,
  onCase: OnCase,
  nameOf: (name: string) => string,
): Promise<number> {
  let names: string[] | undefined;
  let keys: readonly string[] = [];
  let count = 0;
  const onRecord = (cells: Cells, line: number): void => {
    const texts = (): string[] => Array.from({ length: cells.count }, (_, i) => cells.text(i));
    if (names === undefined) {
      keys = texts();
      names = keys.map((name) => nameOf(name));
      return;
    }
    count++;
    if (cells.count !== names.length)
      problem(rowProblem("bad-columns/table", { found: cells.count, wanted: names.length }, errorAt(line)));
    else if (!isUtf8(cells.bytes, cells.starts[0]!, cells.ends[cells.count - 1]!)) problem(notUtf8(line));
    else onCase(new Map(texts().map((text, i) => [names![i]!, text])), line, keys);
  };
  await readRecords(source, separatorOf(await source.head()), onRecord, problem);
  return count;
}
