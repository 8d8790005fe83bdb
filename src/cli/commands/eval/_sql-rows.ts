/** Rows that a printed statement gave elsewhere, saved as CSV or JSON lines. */
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
  const isJson = /^[\s\ufeff]*\{/.test(new TextDecoder().decode(head.subarray(0, 64)));
  return isJson ? jsonRows(bytes, source.name) : csvRows(source, head);
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
        if (typeof row === "object" && row !== null && !Array.isArray(row)) return [row as CountedRow];
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
