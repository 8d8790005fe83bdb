/** The words of every Problem of calls, for whoever makes them anew. */
import type { ProblemTable } from "../core/problem-table.ts";
import { callsProblem } from "./problems.ts";

export const callsProblemTables: readonly ProblemTable[] = [callsProblem.table];
