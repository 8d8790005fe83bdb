/** Tables with a header, for any separator. */

import { GoldieError } from "../../core/problem.ts";
import { firstNames } from "../../core/shown.ts";
import type { Source } from "../../files/source.ts";
import { atLine, emptyFile, errorAt, notUtf8 } from "../_problems.ts";
import { isUtf8 } from "../bytes/bytes.ts";
import type { Guess, Kind, ReadContext, Sink } from "../format.ts";
import { columnRoles } from "../rows/column-roles.ts";
import { OF_ANSWERS, plainName } from "../rows/field-names.ts";
import { rowProblem } from "../rows/problems.ts";
import { rankBeside } from "../rows/rank-check.ts";
import { runColumn } from "../rows/run-names.ts";
import { tagColumns } from "../rows/tags.ts";
import { docTable, scoreTable } from "./_docs.ts";
import { goldTable, rankingTable } from "./_lists.ts";
import { type CsvTable, gradeTable, hitTable } from "./_rows.ts";
import { spanColumns, spanTable } from "./_spans.ts";
import { type CsvColumn, columnsOf, csvRoles, isOwnHeader } from "./_table.ts";
import { isDecimalComma } from "./decimal.ts";
import { looksLikeList } from "./list-cell.ts";
import { separatorsIn } from "./list-separator.ts";
import { csvProblem } from "./problems.ts";
import { type Cells, COMMA, firstRecords, readRecords } from "./records.ts";

/** A head of so many bytes may not be the whole file. */
const MOST_HEAD = 1 << 16;

const textsOf = (cells: Cells, most: number): string[] =>
  Array.from({ length: Math.min(cells.count, most) }, (_, i) => cells.text(i));

export async function readTable(
  source: Source,
  sink: Sink,
  context: ReadContext,
  separator: number,
): Promise<void> {
  let names: string[] | undefined;
  let table: CsvTable | undefined;
  const sample = await sampleOf(source, separator);
  const decimalComma = commasOf(sample, context, separator);
  const onRecord = (cells: Cells, line: number): void => {
    if (names === undefined) {
      names = textsOf(cells, cells.count).map((name) => name.trim());
      return;
    }
    table ??= openTable(
      asRows(columnsOf(names, textsOf(cells, names.length), decimalComma), sample, context),
      sink,
      context,
      source.name,
    );
    if (fits(cells, names.length)) {
      if (table.checked || isUtf8(cells.bytes, cells.starts[0]!, cells.ends[cells.count - 1]!))
        table.row(cells, line);
      else context.problem(notUtf8(line));
    } else
      context.problem(
        rowProblem("bad-columns/table", { found: cells.count, wanted: names.length }, errorAt(line)),
      );
  };
  await readRecords(source, separator, onRecord, context.problem);
  if (table !== undefined) (table as CsvTable).end();
  else {
    // Report an unusable header first: this may be the wrong file.
    if (names !== undefined) openTable(columnsOf(names, []), sink, context, source.name);
    context.problem(emptyFile(names === undefined ? "row" : "row below its header"));
  }
}

/** Rows that show how numbers are written. */
const SAMPLE = 200;

type SampleRows = readonly (readonly string[])[];

async function sampleOf(source: Source, separator: number): Promise<SampleRows> {
  const head = await source.head();
  // The last record may be cut where the head ends.
  return firstRecords(head, separator, SAMPLE).slice(1, head.length < MOST_HEAD ? undefined : -1);
}

/** A column of lists by its name, whose cells hold one id each in several rows of a query, is one of single ids. */
function asRows(columns: readonly CsvColumn[], rows: SampleRows, context: ReadContext): readonly CsvColumn[] {
  if (context.kind !== "gold" && context.kind !== "run") return columns;
  const { query, doc } = columnRoles(columns, { ...context, problem: () => {} }, "", []);
  if (query === undefined || doc?.depth !== 1) return columns;
  const cells = rows.map((row) => (row[doc.index] ?? "").trim());
  const queries = rows.map((row) => row[query.index] ?? "");
  const single =
    new Set(queries).size < queries.length &&
    cells.every((cell) => cell !== "" && !looksLikeList(cell) && separatorsIn(cell).length === 0);
  return single ? columns.map((one) => (one === doc ? { ...one, depth: 0 } : one)) : columns;
}

function commasOf(
  rows: SampleRows,
  { table }: ReadContext,
  separator: number,
): (index: number) => CsvColumn["decimalComma"] {
  if (table?.decimal !== undefined) return () => (table.decimal === "," ? "said" : undefined);
  if (separator === COMMA) return () => undefined;
  return (index) => (isDecimalComma(rows.map((row) => (row[index] ?? "").trim())) ? "shown" : undefined);
}

/** Trailing separators do not count as cells. */
function fits(cells: Cells, columns: number): boolean {
  if (cells.count === columns) return true;
  for (let i = columns; i < cells.count; i++) if (cells.start(i) < cells.end(i)) return false;
  return cells.count > columns;
}

function openTable(columns: readonly CsvColumn[], sink: Sink, context: ReadContext, file: string): CsvTable {
  const { kind } = context;
  if (kind === "scores") {
    const scores = scoreTable(columns, sink, context);
    if (scores !== undefined) return scores;
    const fields = {
      role: "query",
      ...firstNames(
        "columns",
        columns.map(({ name }) => name),
      ),
    } as const;
    throw new GoldieError(rowProblem("no-column/role", fields, { at: { side: kind, file, line: 1 } }));
  }
  const spans = kind === "gold" ? spanColumns(columns) : undefined;
  if (spans !== undefined) return spanTable(spans, sink, context);
  const roles = csvRoles(columns, context, file);
  const flat = roles.doc!.depth === 0;
  const unread = columns.filter(({ name }) => !Object.values(roles).some((one) => one.name === name));
  const named = (...names: string[]): CsvColumn | undefined =>
    unread.find(({ name }) => names.includes(name.toLowerCase()));
  if (kind === "corpus") return docTable(roles, sink, context);
  if (kind === "gold")
    return flat
      ? gradeTable(roles, named("subtopic"), sink, context, tagColumns(columns, context))
      : goldTable(roles, sink, context, tagColumns(columns, context));
  const text =
    columns.find(({ name }) => name === context.columns["text"]) ??
    named("text", "contents", "content", "passage", "doc_text");
  const grade = named("grade", "rel", "relevance");
  const likeGold = roles.score === undefined && roles.rank === undefined && grade !== undefined;
  if (flat && likeGold) context.problem(csvProblem("looks-like-gold", { column: grade.name }, atLine(1)));
  return flat
    ? hitTable(
        roles,
        {
          text,
          rank: rankBeside(columns, roles),
          unread: likeGold ? [] : unread,
          run: runColumn(unread),
        },
        sink,
        context,
      )
    : rankingTable(roles, sink, context);
}

/** How much a head looks like a table of this kind. */
export function detectTable(head: Uint8Array, separator: number, kind: Kind): Guess | undefined {
  // JSON on one line would be a header of a million columns.
  if (head[0] === 0x7b || head[0] === 0x5b) return undefined;
  const [names, first] = firstRecords(head, separator, 2);
  if (names === undefined || names.length < 2 || names.includes("")) return undefined;
  const columns = columnsOf(names, first ?? []);
  const context = { kind, columns: {}, texts: false, problem: () => {} };
  const why = `a header with ${names.slice(0, 4).join(", ")}`;
  if (kind === "scores") {
    const numbers = (first ?? []).filter(
      (cell) => cell !== "" && Number.isFinite(Number(cell.replace(",", "."))),
    ).length;
    return scoreTable(columns, {}, context) !== undefined && numbers > 0 ? { sure: 0.5, why } : undefined;
  }
  if (kind === "gold" && spanColumns(columns) !== undefined) return { sure: 0.9, why };
  try {
    const roles = columnRoles(columns, context, "");
    const grade = columns.some(({ name }) => /^(grade|rel|relevance)$/i.test(name));
    // Pairs without a number may be anything, and grades are not scores.
    const bare =
      roles.doc?.depth === 0 &&
      (kind === "gold"
        ? roles.grade === undefined
        : kind === "run" && (grade || (roles.score ?? roles.rank) === undefined));
    if (bare) return { sure: 0.3, why };
    // Ragas has an answer in a column of this name, and no list.
    if (kind === "gold" && roles.doc!.depth > 0 && OF_ANSWERS.has(plainName(roles.doc!.name)))
      return { sure: names.some((name) => plainName(name) === "contexts") ? 0.55 : 0.75, why };
    // Two guessed names among other columns are weak evidence.
    return { sure: isOwnHeader(roles) ? 0.8 : 0.55, why };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return undefined;
  }
}
