/** Every command, one line each, in the order of help. Data only: what a command needs is loaded when it runs. */
import type { Command } from "../_command.ts";
import { calibrateCommand } from "./calibrate.ts";
import { completionCommand } from "./completion.ts";
import { convertCommand } from "./convert.ts";
import { doctorCommand } from "./doctor.ts";
import { evalCommand } from "./eval.ts";
import { explainCommand } from "./explain.ts";
import { fuseCommand } from "./fuse.ts";
import { judgeCommand } from "./judge.ts";
import { metricsCommand } from "./metrics.ts";

export const commands: readonly Command[] = [
  evalCommand,
  judgeCommand,
  doctorCommand,
  explainCommand,
  metricsCommand,
  calibrateCommand,
  convertCommand,
  fuseCommand,
  completionCommand,
];
