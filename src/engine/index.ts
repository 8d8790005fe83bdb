/** Files for the library's users, in Node: read them, or score them as they are read. */
import { type EvaluateFilesOptions, evaluateFiles as evaluate, type FilesResult } from "./evaluate-files.ts";

export { ProblemLog } from "../core/problem-log.ts";
export type { Source } from "../files/source.ts";
export { memorySource } from "../files/source.ts";
export { detectFormat } from "../formats/detect.ts";
export { type Format, formats, type Kind, type Sink } from "../formats/index.ts";
export { openSource } from "../formats/open-source.ts";
export type { EvaluateFilesOptions, FileResult, FilesResult } from "./evaluate-files.ts";
export {
  type LoadedCorpus,
  type LoadedGold,
  type LoadedRun,
  type LoadedScores,
  type LoadOptions,
  loadCorpus,
  loadGold,
  loadRun,
  loadScores,
} from "./load.ts";
export { type LoadedCases, loadCases } from "./load-cases.ts";

// In the build, the second thread's script is next to this one.
const worker = import.meta.url.endsWith(".ts") ? undefined : new URL("./worker.js", import.meta.url);

/**
 * Scores run files against a gold file: large ones in flat memory, and in two threads.
 * @example
 * const { runs } = await evaluateFiles({ gold: "gold.jsonl", runs: ["bm25.trec"], metrics: "ndcg@10" });
 * runs[0].result.mean("ndcg@10")
 */
export const evaluateFiles = (options: EvaluateFilesOptions): Promise<FilesResult> =>
  evaluate(worker === undefined ? options : { worker, ...options });
