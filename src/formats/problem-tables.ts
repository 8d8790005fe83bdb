/** All message tables of the formats. */
import type { ProblemTable } from "../core/problem-table.ts";
import { dataSetProblem } from "./_data-set-problems.ts";
import { formatProblem } from "./_problems.ts";
import { trecProblem } from "./_trec-problems.ts";
import { autoragProblem } from "./autorag/problems.ts";
import { caseProblem } from "./cases/problems.ts";
import { csvProblem } from "./csv/problems.ts";
import { jsonProblem } from "./json/problems.ts";
import { parquetProblem } from "./parquet/problems.ts";
import { rowProblem } from "./rows/problems.ts";
import { traceProblem } from "./traces/problems.ts";

export const formatProblemTables: readonly ProblemTable[] = [
  formatProblem,
  rowProblem,
  jsonProblem,
  csvProblem,
  parquetProblem,
  caseProblem,
  trecProblem,
  dataSetProblem,
  autoragProblem,
  traceProblem,
].map(({ table }) => table);
