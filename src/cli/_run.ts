/** What the commands do; eval in one piece, since a build that is one file loads faster than its parts one by one. */
import type { Command } from "./_command.ts";

export { runEval } from "./_eval.ts";

type Run = Command["run"];
const more = () => import("./_more.ts");
export const runCompletion: Run = async (...given) => (await more()).runCompletion(...given);
export const runConvert: Run = async (...given) => (await more()).runConvert(...given);
export const runDoctor: Run = async (...given) => (await more()).runDoctor(...given);
export const runExplain: Run = async (...given) => (await more()).runExplain(...given);
export const runFuse: Run = async (...given) => (await more()).runFuse(...given);
export const runMetrics: Run = async (...given) => (await more()).runMetrics(...given);

// Judges bring a table of words along: a piece of its own, for those who ask for it.
export const runJudge: Command["run"] = async (...given) => (await import("./_judge.ts")).runJudge(...given);
export const runCalibrate: Command["run"] = async (...given) =>
  (await import("./_calibrate.ts")).runCalibrate(...given);
