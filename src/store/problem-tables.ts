/** All message tables about stored runs. */
import type { ProblemTable } from "../core/problem-table.ts";
import { storeProblem } from "./problems.ts";

export const storeProblemTables: readonly ProblemTable[] = [storeProblem.table];
