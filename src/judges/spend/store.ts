import { createMemoryJournal, type Journal } from "../../calls/journal.ts";
import type { ModelReply } from "../model-types.ts";

/** A finished call. */
export interface StoredCall {
  readonly key: string;
  /** ISO date, for people; nothing expires. */
  readonly at: string;
  readonly provider: string;
  readonly model: string;
  readonly prompt: string;
  /** The case that asked first. */
  readonly item?: string;
  readonly reply: Pick<ModelReply, "text" | "finish" | "usage">;
}

/** What was paid for: journal and cache at once. */
export type CallStore = Journal<StoredCall>;

/** For runs that keep nothing. */
export const createMemoryStore = (): CallStore => createMemoryJournal();
