/** Tables with one hit or one judgement per row: ids go from the page to the sink as bytes. */

import { errorAt } from "../_problems.ts";
import { kept } from "../_shown.ts";
import { sameBytes, textOf } from "../bytes/bytes.ts";
import type { ReadContext, Sink } from "../format.ts";
import type { Roles } from "../rows/column-roles.ts";
import { RankCheck, rankBeside } from "../rows/rank-check.ts";
import { RunNames, runColumn } from "../rows/run-names.ts";
import { HitBatches } from "./_batches.ts";
import type { PageReader } from "./_pages.ts";
import { NOT_UTF8, NULL } from "./_values.ts";
import { cannotBe, type ParquetColumn, type ParquetFile } from "./file.ts";
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
  const beside = rankBeside(file.columns, roles);
  const rank = beside === undefined || cannotBe(beside, "number") !== undefined ? undefined : beside;
  const ranks = rank === undefined ? undefined : rankChecker(context);
  const unread = file.columns.filter((one) => one.depth === 0 && !Object.values(roles).includes(one));
  const run = runColumn(unread.filter((one) => cannotBe(one, "text") === undefined));
  const runs = run === undefined ? undefined : new RunNames(context);
  const wanted = wantedOf(roles, value, rank);
  if (run !== undefined) wanted.push({ column: run, mode: "text" });
  await readRuns(file, wanted, (readers, length, row) => {
    const system = run === undefined ? undefined : readers.at(-1)!;
    const [query, doc, score, rank] = system === undefined ? readers : readers.slice(0, -1);
    if (system !== undefined) nameRuns(runs!, system, length, row);
    if (rank !== undefined) ranks?.(query!, score!, rank, length, row);
    const [qi, di, si] = [query!.at, doc!.at, score?.at ?? 0];
    const bad = (i: number): void =>
      refuse(context, query!, qi + i, doc!, di + i, score, si + i, row + i, what);
    batches.run(length, row, query!.values, qi, doc!.values, di, score?.values.numbers, si, bad);
  });
  runs?.end();
}

/** The names of systems in these rows. */
function nameRuns(runs: RunNames, { values, at, column }: PageReader, length: number, row: number): void {
  const { buffer, starts, ends } = values;
  for (let i = 0; i < length; i++) {
    const start = starts[at + i]!;
    if (start >= 0) runs.bytes(column.name, buffer, start, ends[at + i]!, row + i);
  }
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

/** Compares ranks with scores, row by row. */
function rankChecker(context: ReadContext) {
  const check = new RankCheck(context);
  let before: Uint8Array = new Uint8Array(0);
  return (query: PageReader, score: PageReader, rank: PageReader, length: number, row: number): void => {
    const { buffer, starts, ends } = query.values;
    for (let i = 0; i < length; i++) {
      const [start, end] = [starts[query.at + i]!, ends[query.at + i]!];
      if (start < 0) continue;
      const same = sameBytes(buffer, start, end, before, 0, before.length);
      if (!same) before = buffer.slice(start, end);
      check.row(same, score.values.numbers[score.at + i]!, rank.values.numbers[rank.at + i]!, row + i);
    }
  };
}

const wantedOf = (
  roles: Roles<ParquetColumn>,
  ...numbers: readonly (ParquetColumn | undefined)[]
): WantedColumn[] => [
  { column: roles.query!, mode: "text" },
  { column: roles.doc!, mode: "text" },
  ...numbers.flatMap((column) => (column === undefined ? [] : [{ column, mode: "number" as const }])),
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
