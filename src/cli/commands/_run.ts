/**
 * The functions of the commands. The most used ones are in one bundle: one file loads faster than its
 * parts. What only other commands need is in another bundle.
 */
import type { Command } from "../shared/command.ts";

export { runEval } from "./eval/run.ts";

const more = () => import("./_more.ts");
export const runBless: Command["run"] = async (...given) => (await more()).runBless(...given);
export const runCompare: Command["run"] = async (...given) => (await more()).runCompare(...given);
export const runCompletion: Command["run"] = async (...given) => (await more()).runCompletion(...given);
export const runConvert: Command["run"] = async (...given) => (await more()).runConvert(...given);
export const runDoctor: Command["run"] = async (...given) => (await more()).runDoctor(...given);
export const runExample: Command["run"] = async (...given) => (await more()).runExample(...given);
export const runExplain: Command["run"] = async (...given) => (await more()).runExplain(...given);
export const runFuse: Command["run"] = async (...given) => (await more()).runFuse(...given);
export const runGate: Command["run"] = async (...given) => (await more()).runGate(...given);
export const runGold: Command["run"] = async (...given) => (await import("./gold/run.ts")).runGold(...given);
export const runMcp: Command["run"] = async (...given) => (await import("./mcp/run.ts")).runMcp(...given);
export const runReport: Command["run"] = async (...given) => (await more()).runReport(...given);
export const runMetrics: Command["run"] = async (...given) => (await more()).runMetrics(...given);

// Loaded on demand: the judge bundle contains a large word table.
export const runJudge: Command["run"] = async (...given) =>
  (await import("./judge/run.ts")).runJudge(...given);
export const runCalibrate: Command["run"] = async (...given) =>
  (await import("./calibrate/run.ts")).runCalibrate(...given);

// Loaded on demand: retrievers, stored runs and configs.
const live = () => import("./_live.ts");
export const runRun: Command["run"] = async (...given) => (await live()).runRun(...given);
export const runRuns: Command["run"] = async (...given) => (await live()).runRuns(...given);
// Loaded on demand: the dashboard's server and pages.
export const runView: Command["run"] = async (args, effects) =>
  (await import("./view/run.ts")).runView(args, effects);
export const runLabel: Command["run"] = async (args, effects) =>
  (await import("./label/run.ts")).runLabel(args, effects);
export const runInit: Command["run"] = async (...given) => (await live()).runInit(...given);
