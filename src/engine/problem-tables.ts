/** The words of all Problems of this part, for whoever makes them anew. */
import type { ProblemTable } from "../core/problem-table.ts";
import { engineProblem } from "./_problems.ts";

export const engineProblemTables: readonly ProblemTable[] = [engineProblem.table];
