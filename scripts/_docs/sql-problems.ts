/** Problem codes of engines, with an example each: `<!-- sql-problems -->` of a page. */
import type { Problem } from "../../src/core/problem.ts";
import { trinoProblem } from "../../src/sql/engines/trino/problems.ts";
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
];

export const sqlProblemCodes: readonly string[] = examples.map((problem) => problem.code);

export const sqlProblems = (): string =>
  table(
    ["code", "example", "fix"],
    examples.map((problem) => [code(problem.code), problem.what, problem.fix]),
  );
