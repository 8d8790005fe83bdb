/** All message tables of retrievers. */
import type { ProblemTable } from "../core/problem-table.ts";
import { bm25Problem } from "./bm25/problems.ts";
import { retrieverProblem } from "./problems.ts";

export const retrieverProblemTables: readonly ProblemTable[] = [retrieverProblem.table, bm25Problem.table];
