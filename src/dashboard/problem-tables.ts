/** All message tables of the dashboard. */
import type { ProblemTable } from "../core/problem-table.ts";
import { dashboardProblem } from "./problems.ts";

export const dashboardProblemTables: readonly ProblemTable[] = [dashboardProblem.table];
