/** Whether a second thread should help with a run. Known before anything is read, so that it starts meanwhile. */
import { availableParallelism } from "node:os";
import type { Source } from "../files/source.ts";

/** Below this size a second thread does not pay off. */
const LARGE = 200 << 20;

/** Does it pay off, and can the task be sent to a thread? */
export const worthThreads = ({ file }: Source, asked: unknown, threads: number | undefined): boolean =>
  threads !== 1 &&
  file !== undefined &&
  (threads !== undefined || (file.size >= LARGE && availableParallelism() > 1)) &&
  isPlain(asked);

const isPlain = (x: unknown): boolean =>
  typeof x !== "function" && (typeof x !== "object" || x === null || Object.values(x).every(isPlain));
