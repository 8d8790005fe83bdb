/** All message tables of the judges. */
import type { ProblemTable } from "../core/problem-table.ts";
import { judgesProblem } from "./_problems.ts";
import { calibrateProblem } from "./calibrate/problems.ts";
import { modelProblem } from "./model/problems.ts";
import { nliProblem } from "./nli/problems.ts";
import { pairsProblem } from "./pairs/problems.ts";
import { spendProblem } from "./spend/problems.ts";

export const judgesProblemTables: readonly ProblemTable[] = [
  judgesProblem.table,
  calibrateProblem.table,
  modelProblem.table,
  nliProblem.table,
  pairsProblem.table,
  spendProblem.table,
];
