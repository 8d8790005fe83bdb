import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GoldieError, type Problem } from "../../src/core/problem.ts";
import { usualColumn } from "../../src/formats/rows/usual-column.ts";
import type { GivenRows, SqlEngine } from "../../src/sql/engine.ts";
import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { engineKind, openEngine } from "../../src/sql/engines/open.ts";
import type { SqlSource } from "../../src/sql/nodes.ts";
import { readGrades } from "../../src/sql/read-grades.ts";
import { gradeTable, hitTable, type UsualColumn } from "../../src/sql/read-tables.ts";
import { splitName } from "../../src/sql/table-name.ts";

let engine: SqlEngine;
const folder = mkdtempSync(join(tmpdir(), "goldie-tables-"));
const database = join(folder, "data.duckdb");

/** Tables of a database file, made with what the library writes. */
const TABLES: Readonly<Record<string, GivenRows>> = {
  runs: {
    columns: [
      { name: "query_id", type: "text" },
      { name: "doc_id", type: "integer" },
      { name: "similarity", type: "double" },
      { name: "position", type: "integer" },
      { name: "system", type: "text" },
    ],
    rows: [["q1", 1, 0.5, 1, "a"]],
  },
  odd: {
    columns: [
      { name: "qid", type: "text" },
      { name: "docno", type: "double" },
      { name: "score", type: "text" },
    ],
    rows: [["q1", 1.5, "high"]],
  },
  unordered: {
    columns: [
      { name: "qid", type: "text" },
      { name: "docno", type: "text" },
    ],
    rows: [["q1", "d1"]],
  },
};

beforeAll(async () => {
  const made = await openDuckDb({ path: database, writable: true });
  for (const [name, rows] of Object.entries(TABLES)) await made.write!([name], rows);
  await made.close();
  engine = await openEngine(`duckdb:${database}`);
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const usual =
  (side: "run" | "gold"): UsualColumn =>
  (role, columns) =>
    usualColumn(
      side,
      role,
      columns.map(({ name, kind }) => ({ name, numeric: kind !== "text" })),
    );

const hits = (source: SqlSource, columns: Readonly<Record<string, string>> = {}) =>
  hitTable(engine, { source, columns, name: "a run" }, usual("run"));
const table = (...name: string[]): SqlSource => ({ kind: "table", name });

async function refused(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(
    () => undefined,
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(GoldieError);
  return (error as GoldieError).problem;
}

test("columns are found by their usual names; a score needs no rank", async () => {
  expect(await hits(table("runs"))).toEqual({
    source: table("runs"),
    run: { column: "system" },
    query: "query_id",
    doc: "doc_id",
    score: "similarity",
  });
});

test("a column of runs is not taken from another role, nor in a TREC file", async () => {
  expect(await hits(table("runs"), { doc: "system" })).toMatchObject({ run: { name: "a run" } });
  const path = join(folder, "run.trec");
  writeFileSync(path, "q1 Q0 d1 1 2.5 tag\n");
  expect(await hits({ kind: "file", path, format: "trec-run" })).toMatchObject({ run: { name: "a run" } });
});

test.each(["DATE", "TIMESTAMP", "DOUBLE", "BOOLEAN", "VARCHAR[]"])(
  "a column of runs that is of type %s is refused, not ignored",
  async (type) => {
    const sql = `(SELECT 'q1' AS qid, 'd1' AS docid, 1.0 AS score, 'a' AS part, CAST(NULL AS ${type}) AS run)`;
    const problem = await refused(hits({ kind: "given", text: sql }));
    expect(problem).toMatchObject({ code: "column-type", fields: { column: "run", type } });
    expect(await hits({ kind: "given", text: sql }, { run: "part" })).toMatchObject({
      run: { column: "part" },
    });
  },
);

test("the case of a column's name matters only where two differ by it", async () => {
  expect(await hits(table("runs"), { score: "SIMILARITY" })).toMatchObject({ score: "similarity" });
});

test.each([
  ["a.b", ["a", "b"]],
  ['"a.b".c', ["a.b", "c"]],
  ['"a""b"', ['a"b']],
])("%s is a name in parts", (written, parts) => {
  expect(splitName(written)).toEqual(parts);
});

test.each(['db.a"b', "a..b", "", ".a", "a.", '"a"b'])("%s is no name", (written) => {
  expect(() => splitName(written)).toThrow(/is not the name of a table/);
});

test("columns that are named decide", async () => {
  const named = { rank: "position", run: "system" };
  expect(await hits(table("runs"), named)).toMatchObject({ run: { column: "system" }, rank: "position" });
  expect(await hits(table("runs"), named)).not.toHaveProperty("score");
  expect(await hits(table("runs"), { ...named, score: "similarity" })).toMatchObject({
    score: "similarity",
    rank: "position",
  });
});

test("a missing table comes with the nearest names", async () => {
  const problem = await refused(hits(table("rnus")));
  expect(problem).toMatchObject({ code: "no-table", at: { side: "run" } });
  expect(problem.fix).toBe("did you mean runs?");
});

test("tables of several schemas are named with them", async () => {
  const path = join(folder, "schemas.duckdb");
  const made = await openDuckDb({ path, writable: true });
  for (const schema of ["lake", "pond"]) {
    for await (const _ of made.query({ sql: `CREATE SCHEMA ${schema}`, values: [] }));
    await made.write!([schema, "hits"], TABLES["runs"]!);
  }
  await made.write!(["runs"], TABLES["runs"]!);
  const near = async (...name: string[]) => {
    const asked = { source: table(...name), columns: {}, name: "a run" };
    return (await refused(hitTable(made, asked, usual("run")))).fields?.["nearest"];
  };
  expect((await made.tables()).toSorted()).toEqual(["lake.hits", "pond.hits", "runs"]);
  expect(await near("hits")).toEqual(["lake.hits", "pond.hits"]);
  expect(await near("hitz")).toEqual(["lake.hits", "pond.hits"]);
  expect(await near("pond", "hitz")).toEqual(["pond.hits", "lake.hits"]);
  expect(await near("lake", "runs")).toEqual(["runs"]);
  await made.close();
});

test("a missing column comes with the nearest names", async () => {
  const problem = await refused(hits(table("runs"), { doc: "docid" }));
  expect(problem).toMatchObject({ code: "no-column", reason: "named" });
  expect(problem.fix).toContain("did you mean doc_id?");
  expect(await refused(hits(table("unordered"), { query: "docno", doc: "docno" }))).toMatchObject({
    code: "no-column",
    reason: "order",
  });
});

test("a role that no column fits is not guessed", async () => {
  const source = await engine.give({ columns: [{ name: "x", type: "text" }], rows: [] });
  expect(await refused(hits(source))).toMatchObject({
    code: "no-column",
    reason: "of-table",
    fields: { role: "doc" },
  });
});

test("types are checked", async () => {
  expect(await refused(hits(table("odd")))).toMatchObject({
    code: "column-type",
    fields: { column: "docno" },
  });
  expect(await refused(hits(table("odd"), { doc: "qid", query: "qid" }))).toMatchObject({
    code: "column-type",
    fields: { column: "score", type: "VARCHAR" },
  });
});

test("fields of JSON are those that are read, and files have no types", async () => {
  const path = join(folder, "run.jsonl");
  writeFileSync(path, '{"query":"q1","doc":"2020-01-01","score":"0.5","text":"…"}\n');
  const found = await hits({ kind: "file", path, format: "jsonl" });
  expect(found.source).toMatchObject({ fields: ["query", "doc", "score"] });
  writeFileSync(path, '{"query":"q1","doc":["d1"],"score":1}\n');
  expect(await refused(hits({ kind: "file", path, format: "jsonl" }))).toMatchObject({ code: "column-type" });
});

const GRADES: GivenRows["columns"] = [
  { name: "topic", type: "text" },
  { name: "docno", type: "text" },
  { name: "rel", type: "double" },
  { name: "lang", type: "text" },
  { name: "part", type: "text" },
];
type GradeRow = readonly [string | null, string | null, number | null, (string | null)?, (string | null)?];

async function grades(
  rows: readonly GradeRow[],
  columns: Readonly<Record<string, string>> = {},
  most?: number,
) {
  const source = await engine.give({
    columns: GRADES,
    rows: rows.map(([query, doc, grade, lang = null, part = null]) => [query, doc, grade, lang, part]),
  });
  const found = await gradeTable(engine, { source, columns }, usual("gold"));
  return readGrades(engine, found, most === undefined ? {} : { most });
}

test("judgments by query, with tags and groups where they are asked for", async () => {
  const rows: GradeRow[] = [
    ["q1", "d1", 2, "de", "a"],
    ["q1", "d2", 1, "de", "a"],
    ["q1", "d3", 1, null, "b"],
    ["q1", "d9", 0, "de"],
    ["q2", "d1", 1, "en", "a"],
  ];
  const { gold, repeated } = await grades(rows, { tags: "lang", groups: "part" });
  expect(repeated).toBe(0);
  expect(gold.get("q1")).toEqual({
    grades: new Map([
      ["d1", 2],
      ["d2", 1],
      ["d3", 1],
      ["d9", 0],
    ]),
    groups: [["d1", "d2"], ["d3"]],
    tags: { lang: "de" },
  });
  expect((await grades(rows)).gold.get("q2")).toEqual({ grades: new Map([["d1", 1]]) });
});

test.each<readonly [string, GradeRow, string]>([
  ["query", [null, "d", 1], "no query (NULL)"],
  ["document", ["q", null, 1], "no document (NULL)"],
  ["id", ["q", "", 1], "an empty document id"],
  ["grade", ["q", "d", null], "no grade (NULL)"],
  ["number", ["q", "d", Number.NaN], "a grade that is not a finite number"],
])("a judgment without a %s is refused", async (_, row, found) => {
  expect(await refused(grades([["q0", "d", 1], row]))).toMatchObject({
    code: "bad-gold",
    reason: "row",
    fields: { count: 1, found },
  });
});

test("a document that is judged twice: the same grade counts once, two grades are refused", async () => {
  const { gold, repeated } = await grades([
    ["q", "d", 1],
    ["q", "d", 1],
  ]);
  expect([gold.size, repeated]).toEqual([1, 1]);
  const twice: GradeRow[] = [
    ["q", "d", 1],
    ["q", "d", 2],
  ];
  expect(await refused(grades(twice))).toMatchObject({
    code: "duplicate-judgment",
    fields: { document: "d" },
    at: { query: "q" },
  });
});

test("two values of a tag are refused, and so is a group that is missing", async () => {
  const rows: GradeRow[] = [
    ["q", "d1", 1, "de"],
    ["q", "d2", 1, "en"],
  ];
  expect(await refused(grades(rows, { tags: "lang" }))).toMatchObject({
    code: "different-tags",
    fields: { values: ["de", "en"] },
  });
  expect(await refused(grades(rows, { groups: "part" }))).toMatchObject({
    fields: { found: "no group (NULL)" },
  });
});

test("a gold table without rows is refused", async () => {
  expect(await refused(grades([]))).toMatchObject({ code: "empty-gold", at: { side: "gold" } });
});

test("more judgments than fit are refused", async () => {
  const rows: GradeRow[] = [
    ["q", "d1", 1],
    ["q", "d2", 1],
  ];
  expect(await refused(grades(rows, {}, 1))).toMatchObject({ code: "gold-too-large", reason: "rows" });
});

test("an unknown engine comes with the list, and without a password", async () => {
  const problem = await refused(openEngine("oracle://me:secret@host/db"));
  expect(problem).toMatchObject({ code: "bad-engine", reason: "unknown" });
  expect(JSON.stringify(problem)).not.toContain("secret");
  expect(problem.fix).toContain("duckdb:FILE.duckdb");
  expect(engineKind("duckdb").files).toContain("parquet");
  expect((await refused(openEngine("duckbd"))).fix).toBe("did you mean duckdb?");
});

test("a file that is no database is called so", async () => {
  const path = join(folder, "qrels.csv");
  writeFileSync(path, `query,doc,grade\n${"q1,d1,1\n".repeat(1000)}`);
  expect(await refused(openEngine(`duckdb:${path}`))).toMatchObject({
    code: "bad-engine",
    reason: "not-database",
  });
});

test("a database file that is not there is not made", async () => {
  expect(await refused(openEngine(`duckdb:${join(folder, "none.duckdb")}`))).toMatchObject({
    code: "bad-engine",
    reason: "no-database",
  });
});
