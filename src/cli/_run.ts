/** What the commands do, in one piece: a build that is one file loads faster than its parts one by one. */
export { runCompletion } from "./_completion.ts";
export { runConvert } from "./_convert.ts";
export { runDoctor } from "./_doctor.ts";
export { runEval } from "./_eval.ts";
export { runExplain } from "./_explain.ts";
export { runFuse } from "./_fuse.ts";
export { runMetrics } from "./_metrics.ts";
