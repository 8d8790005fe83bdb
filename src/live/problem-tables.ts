/** All message tables about live runs. */
import type { ProblemTable } from "../core/problem-table.ts";
import { liveProblem } from "./problems.ts";

export const liveProblemTables: readonly ProblemTable[] = [liveProblem.table];
