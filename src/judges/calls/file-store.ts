import { fstatSync, readSync, writeSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { type Clock, systemClock } from "../../calls/clock.ts";
import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import { parseCall, printCall, printDrop, seeLine } from "./_lines.ts";
import type { CallStore, StoredCall } from "./store.ts";

/** The part of a file that the store uses. */
export interface StoreFile {
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** At once: what is written then outlives the process. */
  append(text: string): void;
  /** At once: how long it is, and whether it ends in the middle of a line. */
  end(): { readonly size: number; readonly torn: boolean };
  /** What is written then outlives the machine too. */
  sync(): Promise<void>;
  close(): Promise<void>;
}
export interface FileStore extends CallStore {
  /** Lines that could not be read: cut off by a crash, or edited. Each is a call that is asked again. */
  readonly problems: readonly Problem[];
}
export interface FileStoreOptions {
  readonly clock?: Clock;
  readonly openFile?: (path: string) => Promise<StoreFile>;
}

interface Waiting {
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}
const block = 1 << 18;

/**
 * A file of finished calls, one JSON line each, only ever appended to.
 *
 * - `put` writes before it returns, so a kill at any moment loses nothing, and resolves after fdatasync, which calls share.
 * - In memory are places, not replies. A later line of a key wins.
 * - Several processes may use it: writes go to the end as a whole (O_APPEND), and each process reads on where others wrote.
 * - Nothing is cut off: half a line, left by a crash, gets an end of line and is passed over. Cutting could hit a line that another process is just writing.
 */
export async function openFileStore(path: string, options: FileStoreOptions = {}): Promise<FileStore> {
  const { clock = systemClock, openFile = openToAppend } = options;
  const file = await openFile(path);
  const places = new Map<string, number>();
  let broken: { count: number; line?: number } | undefined;
  let seen = 0;
  let line = 0;
  let reading: Promise<void> = Promise.resolve();
  let unsynced: Waiting[] = [];
  let syncing: Promise<void> | undefined;

  /** Indexes what came after the last look, whoever wrote it. */
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
    if (found.kind === "call") places.set(shortKey(found.key), at);
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
        for (const one of batch) one.fail(cannotWrite(path, cause));
      }
    }
    // In the same step as the last look at the list: nobody can come in between.
    syncing = undefined;
  }
  const add = (text: string): Promise<void> =>
    new Promise((done, fail) => {
      try {
        // Whoever was killed in the middle of a line: the next one must not be glued to it.
        const { size, torn } = file.end();
        file.append(torn ? `\n${text}` : text);
        seeOwn(text, size);
      } catch (cause) {
        return fail(cannotWrite(path, cause));
      }
      unsynced.push({ done, fail });
      syncing ??= syncAll();
    });

  if (file.end().torn) file.append("\n");
  await refresh();

  return {
    get problems() {
      return broken === undefined ? [] : [brokenLines(path, broken)];
    },
    get size() {
      return places.size;
    },
    async get(key) {
      const short = shortKey(key);
      if (!places.has(short) && file.end().size > seen) await refresh();
      const place = places.get(short);
      if (place === undefined) return undefined;
      const call = parseCall(await readLine(file, place), key);
      if (call === undefined) {
        places.delete(short);
        addBroken();
      }
      return call;
    },
    put: (call: StoredCall) => add(printCall(call)),
    drop: (key, why) => add(printDrop(key, why, new Date(clock.now()).toISOString())),
    async close() {
      await syncing;
      await file.close();
    },
  };
}

/** Half of a key in a quarter of the memory; the line has all of it. */
const shortKey = (key: string): string => Buffer.from(key.slice(0, 32), "hex").toString("latin1");

async function readLine(file: StoreFile, from: number): Promise<string> {
  for (let length = 1 << 13; ; length *= 4) {
    const bytes = Buffer.allocUnsafe(length);
    const bytesRead = await file.read(bytes, from);
    const end = bytes.subarray(0, bytesRead).indexOf(10);
    if (end >= 0 || bytesRead < length) return bytes.toString("utf8", 0, end < 0 ? bytesRead : end);
  }
}

/** Opens for reading and appending, and makes the file. */
export async function openToAppend(path: string): Promise<StoreFile> {
  let handle: FileHandle;
  try {
    await mkdir(dirname(path), { recursive: true });
    handle = await open(path, "a+");
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
  const last = Buffer.alloc(1);
  let ownEnd = 0;
  return {
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    append(text) {
      const bytes = Buffer.from(text, "utf8");
      // More than one write only when the disk is full.
      for (let from = 0; from < bytes.length; ) from += writeSync(handle.fd, bytes, from);
      ownEnd = fstatSync(handle.fd).size;
    },
    end() {
      const { size } = fstatSync(handle.fd);
      if (size === 0 || size === ownEnd) return { size, torn: false };
      readSync(handle.fd, last, 0, 1, size - 1);
      return { size, torn: last[0] !== 10 };
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

const brokenLines = (file: string, { count, line }: { count: number; line?: number }): Problem => ({
  code: "call-store-line",
  what: `${count === 1 ? "a line" : `${count} lines`} of the journal of model calls cannot be read, and ${count === 1 ? "was" : "were"} left out`,
  why: "a crash can cut off a line; such a call is asked again",
  fix: "nothing to do; delete such lines if they disturb other tools",
  at: line === undefined ? { file } : { file, line },
  count,
});

function cannotWrite(file: string, cause: unknown): GoldieError {
  return new GoldieError({
    code: "call-store",
    what: `the journal of model calls cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    why: "a call that is not written would be paid for again",
    fix: "name a file in a folder that can be written to, on a disk with room",
    at: { file },
  });
}
