/** All commands except eval, in one bundle. */
export { runBless } from "./bless/run.ts";
export { runCompare } from "./compare/run.ts";
export { runCompletion } from "./completion/run.ts";
export { runConvert } from "./convert/run.ts";
export { runDoctor } from "./doctor/run.ts";
export { runExample } from "./example/run.ts";
export { runExplain } from "./explain/run.ts";
export { runFuse } from "./fuse/run.ts";
export { runGate } from "./gate/run.ts";
export { runMetrics } from "./metrics/run.ts";
export { runReport } from "./report/run.ts";
