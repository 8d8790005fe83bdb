/** A cache of answers, only on request: whoever asks for it says which version of the code it is of. */
import type { Answered } from "../core/answer.ts";
import type { Problem } from "../core/problem.ts";

export interface AnswerCache {
  /** Changes with the code or the index behind the retrievers: answers of another version are not used. */
  readonly version: string;
  get(key: string): Promise<Answered | undefined>;
  put(key: string, answer: Answered): Promise<void>;
}

export interface FileAnswerCache extends AnswerCache {
  /** Lines that could not be read; their queries are asked again. */
  readonly problems: readonly Problem[];
  close(): Promise<void>;
}

/** A cache in a file, which several processes may use at once. */
export async function openAnswerCache(_path: string, _version: string): Promise<FileAnswerCache> {
  throw new Error("not built yet");
}
