/** What the commands around live retrievers do, in one piece. */
export { runInit } from "./init/run.ts";
export { runAndTell as runRun } from "./run/run.ts";
export { runRuns } from "./runs/run.ts";
