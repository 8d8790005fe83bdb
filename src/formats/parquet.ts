/**
 * Parquet tables of any origin: ranx (q_id, doc_id, score), Hugging Face and MTEB (query-id, corpus-id, score),
 * or one row per query with lists. Whole numbers as ids keep all their digits; a Problem's line is the number of its row.
 */
import { GoldieError } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import { emptyFile } from "./_problems.ts";
import type { Format, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { cannotBe, openParquet, type ParquetColumn } from "./parquet/file.ts";
import { readDocs, readGolds, readRankings, readRowTags } from "./parquet/lists.ts";
import { startsParquet } from "./parquet/magic.ts";
import { parquetProblem } from "./parquet/problems.ts";
import { readGrades, readHits } from "./parquet/table.ts";
import { createRowWriter } from "./parquet/write.ts";
import { columnRoles, type Roles } from "./rows/column-roles.ts";
import { gatherHits } from "./rows/gather.ts";
import { rowProblem } from "./rows/problems.ts";
import { followsScores } from "./rows/ranking-forms.ts";
import { gradeRows, type HitRow, hitRows } from "./rows/rows-out.ts";

const NUMBERS = new Set(["score", "grade", "rank"]);

/** Reads a Parquet file for one kind, with any column names. */
export async function readParquet(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const file = await openParquet(source);
  const counted = stoppingContext(context, source.name);
  try {
    const roles = columnRoles(file.columns, context, source.name);
    checkTypes(roles, context, source.name);
    if (file.rows === 0) context.problem(emptyFile("row"));
    if (context.kind === "corpus") await readDocs(file, roles, sink, counted);
    else if (context.kind === "run")
      await (roles.doc!.depth === 0 ? readHits : readRankings)(file, roles, sink, counted);
    else if (roles.doc!.depth > 0) await readGolds(file, roles, sink, counted);
    else {
      await readGrades(file, roles, sink, counted);
      await readRowTags(file, roles, sink, counted);
    }
  } catch (error) {
    if (!(error instanceof GoldieError && error.problem.code === "too-many-errors")) throw error;
    context.problem(error.problem);
  } finally {
    await file.close();
  }
}

/** A few bytes can encode a billion rows: stop after this many invalid ones. */
const MOST_ERRORS = 10_000;

function stoppingContext(context: ReadContext, file: string): ReadContext {
  let errors = 0;
  return {
    ...context,
    problem(problem) {
      context.problem(problem);
      if (problem.level === "error" && ++errors >= MOST_ERRORS)
        throw new GoldieError(
          parquetProblem(
            "too-many-errors",
            { count: errors },
            { level: "error", at: { side: context.kind, file } },
          ),
        );
    },
  };
}

/** From the file's metadata: rows, or values of lists. Not for compressed files, which would have to be unpacked. */
export async function countParquetHits(source: Source, context: ReadContext): Promise<number | undefined> {
  if (source.places === undefined) return undefined;
  const file = await openParquet(source);
  try {
    const { doc } = columnRoles(file.columns, context, source.name);
    return file.groups.reduce((sum, { chunks }) => sum + Number(chunks[doc!.index]!.num_values), 0);
  } finally {
    await file.close();
  }
}

/** Dates cannot be ids, and text cannot be a score. */
function checkTypes(roles: Roles<ParquetColumn>, { kind, problem }: ReadContext, file: string): void {
  for (const [role, column] of Object.entries(roles)) {
    const holds = cannotBe(column, NUMBERS.has(role) ? "number" : "text");
    if (holds !== undefined)
      throw new GoldieError(
        parquetProblem(
          "bad-column/type",
          { column: column.name, found: holds, role },
          { at: { side: kind, file } },
        ),
      );
    if ((role === "query" || role === "doc") && (column.type === "DOUBLE" || column.type === "FLOAT"))
      problem(parquetProblem("number-id", { column: column.name }));
  }
}

function write({ kind, write: put, problem }: WriteContext): Writer {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = (bytes: Uint8Array, start: number, end: number): string =>
    decoder.decode(bytes.subarray(start, end));
  if (kind === "corpus") {
    const out = createRowWriter(
      [
        { name: "_id", type: "STRING" },
        { name: "title", type: "STRING" },
        { name: "text", type: "STRING" },
      ],
      put,
    );
    return { doc: (id, words, _, title) => out.add(id, title ?? "", words), end: () => out.end() };
  }
  const out = createRowWriter(
    [
      { name: "q_id", type: "STRING" },
      { name: "doc_id", type: "STRING" },
      { name: "score", type: "DOUBLE" },
    ],
    put,
  );
  // Rows with scores go on at once; those by rank, or as they stand, need scores that give the same order.
  const { rankings, ...gathered } = gatherHits();
  let withScores = false;
  let made = 0;
  const ranked = (query: string, hits: readonly HitRow[]): void => {
    const follows = followsScores(hits);
    if (!follows && hits.some(({ score }) => score !== undefined)) made++;
    for (const [i, { id, score }] of hits.entries()) out.add(query, id, follows ? score! : hits.length - i);
  };
  return {
    rows(by) {
      withScores = by === "score";
      gathered.rows(by);
    },
    hit(q, qStart, qEnd, d, dStart, dEnd, value, line) {
      if (withScores) out.add(text(q, qStart, qEnd), text(d, dStart, dEnd), value);
      else gathered.hit(q, qStart, qEnd, d, dStart, dEnd, value, line);
    },
    ranking: (query, hits) => ranked(query, hitRows(query, hits, problem)),
    grade: (q, qStart, qEnd, d, dStart, dEnd, grade) =>
      out.add(text(q, qStart, qEnd), text(d, dStart, dEnd), grade),
    gold(query, value) {
      for (const { doc, grade } of gradeRows(query, value, problem)) out.add(query, doc, grade);
    },
    end() {
      for (const [query, hits] of rankings()) ranked(query, hits);
      if (made > 0) problem(rowProblem("made-scores", { count: made }));
      return out.end();
    },
  };
}

export const parquet: Format = {
  id: "parquet",
  title: "Parquet",
  about:
    "A table with a row per hit or judgement (ranx: q_id, doc_id, score; MTEB: query-id, corpus-id, score), a row per query with lists, or a corpus (_id, title, text). Columns are found by their names, or named with --col.",
  binary: true,
  extensions: ["parquet", "pq"],
  kinds: ["run", "gold", "corpus"],
  example: {},
  detect: (head) => (startsParquet(head) ? { sure: 0.9, why: "it starts with PAR1" } : undefined),
  read: readParquet,
  countHits: countParquetHits,
  write,
};
