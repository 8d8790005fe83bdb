/** All message tables about engines. */
import type { ProblemTable } from "../core/problem-table.ts";
import { trinoProblem } from "./engines/trino/problems.ts";
import { sqlProblem } from "./problems.ts";

export const sqlProblemTables: readonly ProblemTable[] = [sqlProblem.table, trinoProblem.table];
