/** All message tables about calls. */
import type { ProblemTable } from "../core/problem-table.ts";
import { callsProblem } from "./problems.ts";

export const callsProblemTables: readonly ProblemTable[] = [callsProblem.table];
