import { type FileJournal, type JournalOptions, openJournal } from "../../calls/journal.ts";
import { spendProblem } from "./problems.ts";
import type { StoredCall } from "./store.ts";

export type FileStore = FileJournal<StoredCall>;

export interface FileStoreOptions extends Pick<JournalOptions<StoredCall>, "clock" | "openFile"> {
  /** What is kept, for messages (default: replies of a model). */
  readonly of?: keyof typeof KEPT;
}

const KEPT = {
  replies: { calls: "model calls", unsaved: "call-store/unsaved" },
  scores: { calls: "pair scores", unsaved: "call-store/unsaved-scores" },
} as const;

/** A file of finished calls, one JSON line each, only ever appended to; what is in it is not asked for again. */
export function openFileStore(
  path: string,
  { of = "replies", ...options }: FileStoreOptions = {},
): Promise<FileStore> {
  const { calls, unsaved } = KEPT[of];
  return openJournal(path, {
    ...options,
    calls,
    read: readCall,
    unsaved: (lost, at) => spendProblem(unsaved, lost, { at }),
  });
}

const finishes = new Set(["stop", "length", "refusal", "other"]);

function readCall(value: unknown): StoredCall | undefined {
  const call = value as StoredCall | undefined;
  const reply = call?.reply as Partial<StoredCall["reply"]> | undefined;
  const whole = typeof reply?.text === "string" && finishes.has(String(reply.finish));
  return whole ? call : undefined;
}
