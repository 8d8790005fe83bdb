/** What the commands around live retrievers do, in one piece. */
export { runInit } from "./init/run.ts";
export { runRun } from "./run/run.ts";
export { runRuns } from "./runs/run.ts";
