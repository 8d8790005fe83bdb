/** The words of every Problem of the centre, for whoever makes them anew: for another voice, or another place. */

import type { ProblemTable } from "../core/problem-table.ts";
import { inputProblem } from "./input/problems.ts";
import { joinProblem } from "./join/problems.ts";

export const centreProblems: readonly ProblemTable[] = [inputProblem.table, joinProblem.table];
