/** All message tables about configs. */
import type { ProblemTable } from "../core/problem-table.ts";
import { configProblem } from "./_problems.ts";

export const configProblemTables: readonly ProblemTable[] = [configProblem.table];
