/** All message tables of the centre. */

import type { ProblemTable } from "../core/problem-table.ts";
import { coreProblem } from "../core/problems.ts";
import { fusionProblem } from "../fusion/index.ts";
import { doctorProblem } from "../match/doctor/problems.ts";
import { idRuleProblem } from "../match/ids/problems.ts";
import { metricProblem } from "../metrics/index.ts";
import { statProblem } from "../stats/index.ts";
import { compareProblem } from "./compare/problems.ts";
import { fuseProblem } from "./fuse/problems.ts";
import { gateProblem } from "./gate/problems.ts";
import { inputProblem } from "./input/problems.ts";
import { joinProblem } from "./join/problems.ts";
import { labelProblem } from "./label/problems.ts";
import { lawProblem } from "./laws/problems.ts";
import { planProblem } from "./plan/problems.ts";
import { scoreProblem } from "./score/problems.ts";
import { selectProblem } from "./select/problems.ts";
import { whyProblem } from "./why/problems.ts";

export const centreProblemTables: readonly ProblemTable[] = [
  coreProblem.table,
  metricProblem.table,
  statProblem.table,
  fusionProblem.table,
  idRuleProblem.table,
  doctorProblem.table,
  inputProblem.table,
  planProblem.table,
  joinProblem.table,
  scoreProblem.table,
  whyProblem.table,
  compareProblem.table,
  fuseProblem.table,
  lawProblem.table,
  gateProblem.table,
  labelProblem.table,
  selectProblem.table,
];
