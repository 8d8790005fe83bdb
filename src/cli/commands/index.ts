/** All commands, one per line, in the order of help. Data only: a command's code is loaded when it runs. */
import type { Command } from "../shared/command.ts";
import { blessCommand } from "./bless/command.ts";
import { calibrateCommand } from "./calibrate/command.ts";
import { compareCommand } from "./compare/command.ts";
import { completionCommand } from "./completion/command.ts";
import { convertCommand } from "./convert/command.ts";
import { doctorCommand } from "./doctor/command.ts";
import { evalCommand } from "./eval/command.ts";
import { exampleCommand } from "./example/command.ts";
import { explainCommand } from "./explain/command.ts";
import { fuseCommand } from "./fuse/command.ts";
import { gateCommand } from "./gate/command.ts";
import { goldCommand } from "./gold/command.ts";
import { initCommand } from "./init/command.ts";
import { judgeCommand } from "./judge/command.ts";
import { labelCommand } from "./label/command.ts";
import { mcpCommand } from "./mcp/command.ts";
import { metricsCommand } from "./metrics/command.ts";
import { reportCommand } from "./report/command.ts";
import { runCommand } from "./run/command.ts";
import { runsCommand } from "./runs/command.ts";
import { viewCommand } from "./view/command.ts";

export const commands: readonly Command[] = [
  initCommand,
  runCommand,
  runsCommand,
  viewCommand,
  evalCommand,
  judgeCommand,
  compareCommand,
  reportCommand,
  gateCommand,
  blessCommand,
  doctorCommand,
  explainCommand,
  metricsCommand,
  calibrateCommand,
  convertCommand,
  fuseCommand,
  goldCommand,
  labelCommand,
  exampleCommand,
  mcpCommand,
  completionCommand,
];
