/** Tables with one hit or one judgement per row: ids go from the page to the sink as bytes. */

import { errorAt } from "../_problems.ts";
import { kept } from "../_shown.ts";
import { textOf } from "../bytes/bytes.ts";
import type { ReadContext, Sink } from "../format.ts";
import type { Roles } from "../rows/column-roles.ts";
import { HitBatches } from "./_batches.ts";
import type { PageReader } from "./_pages.ts";
import { NOT_UTF8, NULL } from "./_values.ts";
import type { ParquetColumn, ParquetFile } from "./file.ts";
import { parquetProblem } from "./problems.ts";
import { readRuns, type WantedColumn } from "./rows.ts";

/** query, doc and score or rank; without either the rows are in order. */
export async function readHits(
  file: ParquetFile,
  roles: Roles<ParquetColumn>,
  sink: Sink,
  context: ReadContext,
): Promise<void> {
  const value = roles.score ?? roles.rank;
  sink.rows?.(roles.score !== undefined ? "score" : roles.rank !== undefined ? "rank" : "given");
  if (value === undefined) context.problem(parquetProblem("no-score", {}));
  const what = roles.score === undefined ? "rank" : "score";
  const batches = new HitBatches(sink);
  await readRuns(file, wantedOf(roles, value), ([query, doc, score], length, row) => {
    const [qi, di, si] = [query!.at, doc!.at, score?.at ?? 0];
    const bad = (i: number): void =>
      refuse(context, query!, qi + i, doc!, di + i, score, si + i, row + i, what);
    batches.run(length, row, query!.values, qi, doc!.values, di, score?.values.numbers, si, bad);
  });
}

/** query, doc and grade; without grades every row is relevant. */
export async function readGrades(
  file: ParquetFile,
  roles: Roles<ParquetColumn>,
  sink: Sink,
  context: ReadContext,
): Promise<void> {
  await readRuns(file, wantedOf(roles, roles.grade), ([query, doc, grade], length, row) => {
    const [q, d] = [query!.values, doc!.values];
    const grades = grade?.values.numbers;
    let [qi, di, gi] = [query!.at, doc!.at, grade?.at ?? 0];
    for (let i = 0; i < length; i++, qi++, di++, gi++) {
      const qStart = q.starts[qi]!;
      const dStart = d.starts[di]!;
      const x = grades === undefined ? 1 : grades[gi]!;
      if (qStart < 0 || dStart < 0 || qStart === q.ends[qi] || dStart === d.ends[di] || x - x !== 0)
        refuse(context, query!, qi, doc!, di, grade, gi, row + i, "grade");
      else sink.grade?.(q.buffer, qStart, q.ends[qi]!, d.buffer, dStart, d.ends[di]!, x, row + i);
    }
  });
}

const wantedOf = (roles: Roles<ParquetColumn>, value: ParquetColumn | undefined): WantedColumn[] => [
  { column: roles.query!, mode: "text" },
  { column: roles.doc!, mode: "text" },
  ...(value === undefined ? [] : [{ column: value, mode: "number" as const }]),
];

/** Says why a row cannot be read. */
function refuse(
  { problem }: ReadContext,
  query: PageReader,
  qi: number,
  doc: PageReader,
  di: number,
  value: PageReader | undefined,
  vi: number,
  line: number,
  what: "score" | "rank" | "grade",
): void {
  const idOf = ({ values }: PageReader, i: number): string =>
    textOf(values.buffer, values.starts[i]!, values.ends[i]!);
  for (const [reader, i, of] of [
    [query, qi, "query"],
    [doc, di, "document"],
  ] as const) {
    const start = reader.values.starts[i]!;
    if (start !== NULL && start !== NOT_UTF8 && start < reader.values.ends[i]!) continue;
    problem(
      start === NOT_UTF8
        ? parquetProblem("not-utf8/id", { of }, errorAt(line))
        : parquetProblem(`no-${of}`, {}, errorAt(line)),
    );
    return;
  }
  const id = idOf(query, qi);
  const x = value!.values.numbers[vi]!;
  const missing = value!.definitions !== undefined && value!.definitions[vi] !== value!.column.maxDefinition;
  const found = value!.column.type === "BYTE_ARRAY" ? {} : { found: String(x) };
  problem(
    missing
      ? parquetProblem(`bad-${what}/missing`, {}, errorAt(line, id))
      : parquetProblem(`bad-${what}/column`, { document: kept(idOf(doc, di)), ...found }, errorAt(line, id)),
  );
}
