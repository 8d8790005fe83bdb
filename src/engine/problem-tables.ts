/** All message tables of the engine. */
import type { ProblemTable } from "../core/problem-table.ts";
import { engineProblem } from "./_problems.ts";

export const engineProblemTables: readonly ProblemTable[] = [engineProblem.table];
