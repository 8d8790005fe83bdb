import { type FileJournal, type JournalOptions, openJournal } from "../../calls/journal.ts";
import { spendProblem } from "./problems.ts";
import type { StoredCall } from "./store.ts";

export type FileStore = FileJournal<StoredCall>;

/** A file of finished calls, one JSON line each, only ever appended to; what is in it is not paid for again. */
export const openFileStore = (
  path: string,
  options: Pick<JournalOptions<StoredCall>, "clock" | "openFile"> = {},
): Promise<FileStore> =>
  openJournal(path, {
    ...options,
    calls: "model calls",
    read: readCall,
    unsaved: (lost, at) => spendProblem("call-store/unsaved", lost, { at }),
  });

const finishes = new Set(["stop", "length", "refusal", "other"]);

function readCall(value: unknown): StoredCall | undefined {
  const call = value as StoredCall | undefined;
  const reply = call?.reply as Partial<StoredCall["reply"]> | undefined;
  const whole = typeof reply?.text === "string" && finishes.has(String(reply.finish));
  return whole ? call : undefined;
}
