/** The texts of every Problem that the command line can show; loaded when one is shown. */

import { callsProblemTables } from "../../calls/problem-tables.ts";
import { configProblemTables } from "../../config/problem-tables.ts";
import type { ProblemTable } from "../../core/problem-table.ts";
import { dashboardProblemTables } from "../../dashboard/problem-tables.ts";
import { engineProblemTables } from "../../engine/problem-tables.ts";
import { centreProblemTables } from "../../evaluate/problem-tables.ts";
import { fileProblemTables } from "../../files/problem-tables.ts";
import { formatProblemTables } from "../../formats/problem-tables.ts";
import { goldProblemTables } from "../../gold/problem-tables.ts";
import { judgesProblemTables } from "../../judges/problem-tables.ts";
import { liveProblemTables } from "../../live/problem-tables.ts";
import { reportProblem } from "../../reports/problems.ts";
import { retrieverProblemTables } from "../../retrievers/problem-tables.ts";
import { sqlProblemTables } from "../../sql/problem-tables.ts";
import { storeProblemTables } from "../../store/problem-tables.ts";
import { blessProblem, wrongUse as blessUse } from "../commands/bless/problems.ts";
import { wrongUse as calibrateUse } from "../commands/calibrate/problems.ts";
import { wrongUse as compareUse } from "../commands/compare/problems.ts";
import { convertProblem } from "../commands/convert/problems.ts";
import { evalProblem, wrongUse as evalUse } from "../commands/eval/problems.ts";
import { wrongUse as exampleUse } from "../commands/example/problems.ts";
import { wrongUse as explainUse } from "../commands/explain/problems.ts";
import { wrongUse as fuseUse } from "../commands/fuse/problems.ts";
import { wrongUse as gateUse } from "../commands/gate/problems.ts";
import { goldCommandProblem, wrongUse as goldUse } from "../commands/gold/problems.ts";
import { wrongUse as initUse } from "../commands/init/problems.ts";
import { judgeCommandProblem, wrongUse as judgeUse } from "../commands/judge/problems.ts";
import { wrongUse as labelUse } from "../commands/label/problems.ts";
import { mcpProblem } from "../commands/mcp/problems.ts";
import { wrongUse as reportUse } from "../commands/report/problems.ts";
import { wrongUse as runUse } from "../commands/run/problems.ts";
import { wrongUse as viewUse } from "../commands/view/problems.ts";
import { mainProblem, wrongUse as mainUse } from "../problems.ts";
import { sharedProblem, wrongUse as sharedUse } from "./_problems.ts";
import { wrongUse as engineUse } from "./engine/problems.ts";
import { judgeProblem, wrongUse as judgingUse } from "./judge/problems.ts";

export const cliTables: readonly ProblemTable[] = [
  mainUse,
  mainProblem,
  sharedUse,
  sharedProblem,
  engineUse,
  judgingUse,
  judgeProblem,
  blessUse,
  blessProblem,
  calibrateUse,
  compareUse,
  convertProblem,
  evalUse,
  evalProblem,
  exampleUse,
  explainUse,
  fuseUse,
  gateUse,
  goldUse,
  goldCommandProblem,
  initUse,
  judgeUse,
  judgeCommandProblem,
  labelUse,
  mcpProblem,
  reportUse,
  runUse,
  viewUse,
].map(({ table }) => table);

export const allTables: readonly ProblemTable[] = [
  ...centreProblemTables,
  ...fileProblemTables,
  ...engineProblemTables,
  ...callsProblemTables,
  ...configProblemTables,
  ...dashboardProblemTables,
  ...goldProblemTables,
  ...judgesProblemTables,
  ...liveProblemTables,
  ...retrieverProblemTables,
  ...sqlProblemTables,
  ...storeProblemTables,
  ...formatProblemTables,
  reportProblem.table,
  ...cliTables,
];
