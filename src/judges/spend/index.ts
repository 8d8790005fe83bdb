export type { Clock } from "../../calls/clock.ts";
export type { CallLimits } from "../../calls/limits.ts";
export {
  type BatchCaller,
  type BatchRead,
  type BatchRequest,
  createBatchCaller,
  printBatch,
  readBatchResults,
} from "./batch.ts";
export type { Budget } from "./budget.ts";
export { type CallEngine, type CallerOptions, createCaller } from "./caller.ts";
export { createDryCaller, type DryCaller, type DryRunOptions, dryRun } from "./dry-run.ts";
export { estimateRequest, estimateTokens, type Prices } from "./estimate.ts";
export type { CallEvent } from "./events.ts";
export { type FileStore, type FileStoreOptions, openFileStore } from "./file-store.ts";
export { type CallStore, createMemoryStore, type StoredCall } from "./store.ts";
export type { CallUsage, Usage } from "./usage.ts";
