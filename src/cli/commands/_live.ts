/** The commands for live retrievers, in one bundle. */
export { runInit } from "./init/run.ts";
export { runAndTell as runRun } from "./run/run.ts";
export { runRuns } from "./runs/run.ts";
