/** What the commands do, in one piece: a build that is one file loads faster than its parts one by one. */
import type { Command } from "./_command.ts";

export { runCompletion } from "./_completion.ts";
export { runConvert } from "./_convert.ts";
export { runDoctor } from "./_doctor.ts";
export { runEval } from "./_eval.ts";
export { runExplain } from "./_explain.ts";
export { runFuse } from "./_fuse.ts";
export { runMetrics } from "./_metrics.ts";

// Judges bring a table of words along: a piece of its own, for those who ask for it.
export const runJudge: Command["run"] = async (...given) => (await import("./_judge.ts")).runJudge(...given);
export const runCalibrate: Command["run"] = async (...given) =>
  (await import("./_calibrate.ts")).runCalibrate(...given);
