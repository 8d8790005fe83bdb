/** Rows that a printed statement gave elsewhere, saved as CSV, JSON lines or a JSON array. */
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import type { Source } from "../../../files/source.ts";
import { readRecords } from "../../../formats/csv/records.ts";
import { separatorOf } from "../../../formats/csv/separator.ts";
import type { CountedRow } from "../../../sql/read-counted-rows.ts";
import { wrongUse } from "./problems.ts";

const HEAD = 1 << 16;

export async function readSqlRows(source: Source): Promise<CountedRow[]> {
  const bytes = await source.bytes();
  const head = bytes.subarray(0, HEAD);
  const first = new TextDecoder().decode(head.subarray(0, 64)).trimStart()[0];
  if (first === "[") return jsonArray(bytes, source.name);
  return first === "{" ? jsonRows(bytes, source.name) : csvRows(source, head);
}

const isRow = (value: unknown): value is CountedRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function jsonArray(bytes: Uint8Array, path: string): CountedRow[] {
  let rows: unknown;
  try {
    rows = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw wrongUse("sql-rows-json", { path, message: (error as Error).message });
  }
  if (Array.isArray(rows) && rows.every(isRow)) return rows;
  throw wrongUse("sql-rows-json", { path, message: "not every element of this array is a JSON object" });
}

function jsonRows(bytes: Uint8Array, file: string): CountedRow[] {
  return new TextDecoder()
    .decode(bytes)
    .split("\n")
    .flatMap((text, i) => {
      if (text.trim() === "") return [];
      const path = `${file}:${i + 1}`;
      try {
        const row: unknown = JSON.parse(text);
        if (isRow(row)) return [row];
      } catch (error) {
        throw wrongUse("sql-rows-json", { path, message: (error as Error).message });
      }
      throw wrongUse("sql-rows-json", { path, message: "this line is not a JSON object" });
    });
}

async function csvRows(source: Source, head: Uint8Array): Promise<CountedRow[]> {
  const log = new ProblemLog();
  let names: readonly string[] | undefined;
  const rows: CountedRow[] = [];
  await readRecords(
    source,
    separatorOf(head),
    (cells) => {
      const texts = Array.from({ length: cells.count }, (_, i) => cells.text(i));
      if (names === undefined) names = texts;
      else rows.push(Object.fromEntries(names.map((name, i) => [name, texts[i] ?? ""])));
    },
    (problem) => log.add(problem),
  );
  refuseErrors(log);
  return rows;
}
