/** What the commands do, in one piece: a build that is one file loads faster than its parts one by one. */
import type { Command } from "../shared/command.ts";

export { runCompletion } from "./completion/run.ts";
export { runConvert } from "./convert/run.ts";
export { runDoctor } from "./doctor/run.ts";
export { runEval } from "./eval/run.ts";
export { runExplain } from "./explain/run.ts";
export { runFuse } from "./fuse/run.ts";
export { runMetrics } from "./metrics/run.ts";

// Judges bring a table of words along: a piece of its own, for those who ask for it.
export const runJudge: Command["run"] = async (...given) =>
  (await import("./judge/run.ts")).runJudge(...given);
export const runCalibrate: Command["run"] = async (...given) =>
  (await import("./calibrate/run.ts")).runCalibrate(...given);
