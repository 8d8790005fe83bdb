/** Problem codes of engines, with an example each: `<!-- sql-problems -->` of a page. */
import type { Problem } from "../../src/core/problem.ts";
import { trinoProblem } from "../../src/sql/engines/trino/problems.ts";
import { sqlProblem } from "../../src/sql/problems.ts";
import { code, table } from "./markdown.ts";

const examples: readonly Problem[] = [
  trinoProblem("bad-engine/trino-no-tls", { credential: "password" }),
  trinoProblem("engine-refused/trino-table", {
    errorName: "TABLE_NOT_FOUND",
    errorType: "USER_ERROR",
    message: "Table 'lake.logs.rnus' does not exist",
    queryId: "20260101_120000_00001_abcde",
    name: "lake.logs.rnus",
  }),
  trinoProblem("engine-failed/trino-unreachable", {
    host: "trino.example:8080",
    message: "connection refused",
  }),
  trinoProblem("bad-inline-rows/too-long", { rows: 50_000, characters: 1_200_000, most: 900_000 }),
  sqlProblem("no-table", { table: "rnus", engine: "duckdb", nearest: ["runs"] }),
  sqlProblem("bad-table-name", { name: 'db.a"b' }),
  sqlProblem("column-type/wanted", { table: "runs", column: "score", type: "VARCHAR", wanted: "numbers" }),
  sqlProblem("empty-run", { table: "runs" }),
  sqlProblem("empty-gold/table", { table: "qrels" }),
  sqlProblem("same-run-name/files", { run: "bm25", files: ["a.csv", "b.csv"] }),
  sqlProblem("mixed-runs/tags", { run: "bm25", tags: ["bm25-a", "bm25-b"] }),
  sqlProblem("duplicate-judgment", { table: "qrels", document: "d7", count: 1 }, { at: { query: "q1" } }),
  sqlProblem("gold-too-large/rows", { table: "qrels", most: 5_000_000 }),
  sqlProblem("bad-id/surrogate", { found: '"d\\ud800"' }),
  sqlProblem("gold-differs", {
    table: "qrels",
    found: "101 judgments, 40 of them relevant",
    wanted: "100 judgments, 40 of them relevant",
  }),
  sqlProblem("mixed-tables", { column: "rank" }),
  sqlProblem("no-order", { rule: "order=given" }),
  sqlProblem("not-pushed-down", {
    metrics: ["compatibility"],
    reasons: ["compatibility: it has no formula for engines"],
    rows: 120_000,
  }),
  sqlProblem("retried", { engine: "trino", message: "a worker is gone" }),
  sqlProblem("no-package", { package: "pg", message: "Cannot find package 'pg'" }),
  sqlProblem("bad-counted-rows/count", { statement: 1, found: 100, wanted: 2000 }),
];

export const sqlProblemCodes: readonly string[] = examples.map((problem) => problem.code);

export const sqlProblems = (): string =>
  table(
    ["code", "example", "fix"],
    examples.map((problem) => [code(problem.code), problem.what, problem.fix]),
  );
