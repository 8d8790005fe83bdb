/** The words of all Problems of this part, for whoever makes them anew. */
import type { ProblemTable } from "../core/problem-table.ts";
import { fileProblem } from "./_problems.ts";

export const fileProblemTables: readonly ProblemTable[] = [fileProblem.table];
