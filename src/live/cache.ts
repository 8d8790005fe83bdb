/** A cache of answers, only on request: whoever asks for it says which version of the code it is of. */
import { contentKey, NoJson } from "../calls/canonical-json.ts";
import { type JournalEntry, openJournal } from "../calls/journal.ts";
import type { Answered } from "../core/answer.ts";
import type { QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { RetrieverParams } from "../core/retriever.ts";
import { isStoredAnswered } from "../evaluate/answers/stored-answer.ts";
import { liveProblem } from "./problems.ts";

export interface AnswerCache {
  /** Changes with the code or the index behind the retrievers: answers of another version are not used. */
  readonly version: string;
  /** By retriever: what tells it from another of its name, such as how it is set up and the files it searches. */
  readonly declared?: ReadonlyMap<string, string>;
  get(key: string): Promise<Answered | undefined>;
  put(key: string, answer: Answered): Promise<void>;
}

export interface FileAnswerCache extends AnswerCache {
  /** Lines that could not be read; their queries are asked again. */
  readonly problems: readonly Problem[];
  close(): Promise<void>;
}

/** All that an answer depends on. */
export interface CachedQuestion {
  readonly retriever: string;
  readonly declared?: string;
  readonly params: RetrieverParams;
  readonly version: string;
  readonly k: number;
  readonly filter: unknown;
  readonly query: QueryId;
  readonly words: string;
}

/** The same for the same question; 64 hexadecimal digits. */
export function cacheKey(question: CachedQuestion): string {
  try {
    return contentKey(question);
  } catch (error) {
    if (error instanceof NoJson) throw liveProblem.error("bad-option/filter", { found: error.found });
    throw error;
  }
}

interface CachedAnswer extends JournalEntry {
  readonly answer: Answered;
}

/** A cache in a file, which several processes may use at once; damaged lines are left out. */
export async function openAnswerCache(
  path: string,
  version: string,
  declared?: ReadonlyMap<string, string>,
): Promise<FileAnswerCache> {
  const journal = await openJournal<CachedAnswer>(path, {
    calls: "cached answers",
    read: (value) => {
      const { key, answer } = (value ?? {}) as Partial<CachedAnswer>;
      return typeof key === "string" && isStoredAnswered(answer) ? { key, answer } : undefined;
    },
    unsaved: ({ cause }, at) => liveProblem("cache-write", { message: cause }, { at }),
  });
  return {
    version,
    ...(declared === undefined ? {} : { declared }),
    get: async (key) => (await journal.get(key))?.answer,
    put: (key, answer) => journal.put({ key, answer }),
    get problems() {
      return journal.problems;
    },
    close: () => journal.close(),
  };
}
