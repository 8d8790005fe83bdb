import { GoldieError, type Problem } from "../core/problem.ts";
import { type AppendFile, openToAppend } from "../files/append-file.ts";
import { parseEntry, printDrop, printEntry, seeLine } from "./_journal-lines.ts";
import { type Claims, openClaims } from "./claims.ts";
import { type Clock, systemClock } from "./clock.ts";
import { callsProblem } from "./problems.ts";

/** A finished call. */
export interface JournalEntry {
  /** Its content as a name: 64 hexadecimal digits (contentKey). */
  readonly key: string;
}

/** Finished calls: both journal and cache. */
export interface Journal<Entry extends JournalEntry> {
  get(key: string): Promise<Entry | undefined>;
  /** Resolves when the call is safely on disk. */
  put(call: Entry): Promise<void>;
  /** The reply was unusable; later runs ask again. */
  drop(key: string, why: string): Promise<void>;
  /**
   * Where several processes share a journal: waits while another one asks the same. Resolves with its answer, or with nothing
   * when it is ours to ask; then `release` must follow.
   */
  claim?(key: string, signal?: () => AbortSignal): Promise<Entry | undefined>;
  release?(key: string): Promise<void>;
  /** How many calls can be found. */
  readonly size: number;
  close(): Promise<void>;
}
export interface FileJournal<Entry extends JournalEntry> extends Journal<Entry> {
  /** Lines that could not be read: cut off by a crash, or edited. Each is a call that is asked again. */
  readonly problems: readonly Problem[];
  /** How many calls could not be written and are only in memory. `close` tries once more, and throws this where that fails too. */
  readonly unsaved: Problem | undefined;
}
/** `calls`: what they are. */
type UnsavedCalls = { readonly calls: string; readonly count: number; readonly cause: string };
export interface JournalOptions<Entry> {
  /** What the calls are called in messages: "model calls". */
  readonly calls: string;
  /** Parses the content of a line; undefined if it was edited into something else. */
  readonly read: (value: unknown) => Entry | undefined;
  /** The Problem for calls that could not be written; the caller knows what losing them means. */
  readonly unsaved: (lost: UnsavedCalls, at: { readonly file: string }) => Problem;
  readonly clock?: Clock;
  readonly openFile?: (path: string) => Promise<AppendFile>;
}

/** For runs that store nothing. */
export function createMemoryJournal<Entry extends JournalEntry>(): Journal<Entry> {
  const calls = new Map<string, Entry>();
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

/** Interval between checks whether another process has answered. */
const LOOK_AGAIN = 50;

interface Waiting {
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}
const block = 1 << 18;

/**
 * A file of finished calls, one JSON line each, only ever appended to.
 *
 * - `put` writes before it returns, so a kill at any moment loses nothing, and resolves after fdatasync, which calls share.
 * - Keeps file positions in memory, not replies. The last line of a key wins.
 * - Several processes may use it: writes go to the end as a whole (O_APPEND), each process reads on where others wrote, and
 *   only one of them asks each question (FILE.claims, removed by the last to close).
 * - Calls that cannot be written are kept in memory, found like the others, and counted in `unsaved`.
 * - Never truncates: half a line left by a crash gets a newline and is ignored. Truncating could destroy a line that another process is writing.
 */
export async function openJournal<Entry extends JournalEntry>(
  path: string,
  { calls, read, unsaved: sayUnsaved, clock = systemClock, openFile = openToAppend }: JournalOptions<Entry>,
): Promise<FileJournal<Entry>> {
  const cannotWrite = (cause: unknown): GoldieError => {
    const words = cause instanceof Error ? cause.message : String(cause);
    return callsProblem.error("call-store", { calls, cause: words }, { at: { file: path } });
  };
  const file = await openFile(path).catch((cause) => {
    throw cannotWrite(cause);
  });
  const places = new Map<string, number>();
  let broken: { count: number; line?: number } | undefined;
  let seen = 0;
  let line = 0;
  let reading: Promise<void> = Promise.resolve();
  let unsynced: Waiting[] = [];
  let syncing: Promise<void> | undefined;
  const unsaved = new Map<string, Entry>();
  let whyUnsaved = "";
  let claims: Promise<Claims | undefined> | undefined;
  /** Without a claims file, as in a read-only folder, questions are asked without coordination. */
  const claimsFile = (): Promise<Claims | undefined> => {
    claims ??= openClaims({ open: () => openFile(`${path}.claims`), clock }).catch(() => undefined);
    return claims;
  };

  /** Indexes the lines added since the last time, by any process. */
  async function readOn(): Promise<void> {
    for (let length = Math.min(block, file.end().size - seen); length > 0; ) {
      const buffer = Buffer.allocUnsafe(length);
      const bytesRead = await file.read(buffer, seen);
      let from = 0;
      for (;;) {
        const end = buffer.subarray(0, bytesRead).indexOf(10, from);
        if (end < 0) break;
        line++;
        see(buffer.subarray(from, end), seen + from);
        from = end + 1;
      }
      seen += from;
      if (bytesRead < length) return;
      // One line longer than the buffer, or the end.
      const left = file.end().size - seen;
      length = from === 0 ? (left > length ? length * 2 : 0) : Math.min(block, left);
    }
  }
  function see(bytes: Buffer, at: number): void {
    const found = seeLine(bytes);
    if (found.kind === "entry") places.set(shortKey(found.key), at);
    else if (found.kind === "drop") places.delete(shortKey(found.key));
    else if (found.kind === "broken") addBroken(line);
  }
  function addBroken(at?: number): void {
    broken ??= { count: 0, ...(at === undefined ? {} : { line: at }) };
    broken.count++;
  }
  /** A line just written is known without reading it, unless another process wrote too. */
  function seeOwn(text: string, at: number): void {
    const bytes = Buffer.from(text, "utf8");
    if (at !== seen || file.end().size !== at + bytes.length) return;
    line++;
    see(bytes.subarray(0, -1), at);
    seen = at + bytes.length;
  }
  // After the one under way, which may have passed the end before the last write.
  const refresh = (): Promise<void> => {
    reading = reading.catch(() => {}).then(readOn);
    return reading;
  };

  async function syncAll(): Promise<void> {
    while (unsynced.length > 0) {
      const batch = unsynced;
      unsynced = [];
      try {
        await file.sync();
        await refresh();
        for (const one of batch) one.done();
      } catch (cause) {
        for (const one of batch) one.fail(cannotWrite(cause));
      }
    }
    // In the same tick as the last check of the list, so no other process can come in between.
    syncing = undefined;
  }
  const add = (text: string): Promise<void> =>
    new Promise((done, fail) => {
      try {
        // Another process was killed in the middle of a line: start a new one.
        const { size, torn } = file.end();
        file.append(torn ? `\n${text}` : text);
        seeOwn(text, size);
      } catch (cause) {
        return fail(cannotWrite(cause));
      }
      unsynced.push({ done, fail });
      syncing ??= syncAll();
    });

  if (file.end().torn) file.append("\n");
  await refresh();

  async function get(key: string): Promise<Entry | undefined> {
    const short = shortKey(key);
    const inMemory = unsaved.get(key);
    if (inMemory !== undefined) return inMemory;
    if (!places.has(short) && file.end().size > seen) await refresh();
    const place = places.get(short);
    if (place === undefined) return undefined;
    const call = read(parseEntry(await readLine(file, place), key));
    if (call === undefined) {
      places.delete(short);
      addBroken();
    }
    return call;
  }
  /** The disk may have room again. */
  async function saveRest(): Promise<void> {
    for (const [key, call] of unsaved) {
      await add(printEntry(call));
      unsaved.delete(key);
    }
  }

  const unsavedProblem = (): Problem | undefined =>
    unsaved.size === 0
      ? undefined
      : sayUnsaved({ calls, count: unsaved.size, cause: whyUnsaved }, { file: path });

  return {
    get problems() {
      return broken === undefined ? [] : [brokenLines(calls, path, broken)];
    },
    get unsaved() {
      return unsavedProblem();
    },
    get size() {
      return places.size + unsaved.size;
    },
    get,
    async put(call) {
      try {
        await add(printEntry(call));
      } catch (error) {
        unsaved.set(call.key, call);
        whyUnsaved = causeOf(error);
        throw error;
      }
    },
    async drop(key, why) {
      if (unsaved.delete(key)) return;
      await add(printDrop(key, why, new Date(clock.now()).toISOString()));
    },
    async claim(key, signalOf) {
      const own = await claimsFile();
      if (own === undefined) return undefined;
      let signal: AbortSignal | undefined;
      for (;;) {
        const ours = await own.take(key);
        // After reading the claims: a process that released its claim has already written its answer.
        const found = await get(key);
        if (found === undefined && ours) return undefined;
        signal ??= signalOf?.();
        if (found === undefined && signal?.aborted !== true) {
          await clock.sleep(LOOK_AGAIN, signal);
          continue;
        }
        own.give(key);
        if (found === undefined) throw signal?.reason;
        return found;
      }
    },
    async release(key) {
      (await claims)?.give(key);
    },
    async close() {
      await syncing;
      await saveRest().catch((error: unknown) => {
        whyUnsaved = causeOf(error);
      });
      await (await claims)?.close().catch(() => {});
      await file.close();
      const lost = unsavedProblem();
      if (lost !== undefined) throw new GoldieError(lost);
    },
  };
}

const causeOf = (error: unknown): string => {
  const cause = error instanceof GoldieError ? error.problem.fields?.["cause"] : undefined;
  return typeof cause === "string" ? cause : error instanceof Error ? error.message : String(error);
};

/** Half of the key takes a quarter of the memory; the line has all of it. */
const shortKey = (key: string): string => Buffer.from(key.slice(0, 32), "hex").toString("latin1");

async function readLine(file: AppendFile, from: number): Promise<string> {
  for (let length = 1 << 13; ; length *= 4) {
    const bytes = Buffer.allocUnsafe(length);
    const bytesRead = await file.read(bytes, from);
    const end = bytes.subarray(0, bytesRead).indexOf(10);
    if (end >= 0 || bytesRead < length) return bytes.toString("utf8", 0, end < 0 ? bytesRead : end);
  }
}

const brokenLines = (
  calls: string,
  file: string,
  { count, line }: { count: number; line?: number },
): Problem =>
  callsProblem(
    "call-store-line",
    { calls, lines: count },
    { at: line === undefined ? { file } : { file, line }, count },
  );
