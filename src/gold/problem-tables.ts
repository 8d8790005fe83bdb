/** All message tables of gold. */
import type { ProblemTable } from "../core/problem-table.ts";
import { goldProblem } from "./problems.ts";

export const goldProblemTables: readonly ProblemTable[] = [goldProblem.table];
