/** All message tables about files. */
import type { ProblemTable } from "../core/problem-table.ts";
import { fileProblem } from "./_problems.ts";

export const fileProblemTables: readonly ProblemTable[] = [fileProblem.table];
