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
export interface CallStore {
  get(key: string): Promise<StoredCall | undefined>;
  /** Resolves when the call survives a crash. */
  put(call: StoredCall): Promise<void>;
  /** The reply was of no use: later runs ask again. */
  drop(key: string, why: string): Promise<void>;
  /** How many calls can be found. */
  readonly size: number;
  close(): Promise<void>;
}

/** For runs that keep nothing. */
export function createMemoryStore(): CallStore {
  const calls = new Map<string, StoredCall>();
  return {
    get: async (key) => calls.get(key),
    put: async (call) => {
      calls.set(call.key, call);
    },
    drop: async (key) => {
      calls.delete(key);
    },
    get size() {
      return calls.size;
    },
    close: async () => {},
  };
}
