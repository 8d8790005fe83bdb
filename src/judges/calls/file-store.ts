import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { GoldieError } from "../../core/problem.ts";
import type { Problem } from "../../core/types.ts";
import { parseCall, printCall, printDrop, seeLine } from "./_lines.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { CallStore, StoredCall } from "./store.ts";

/** The part of a file handle that the store uses. */
export interface StoreFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  write(buffer: Buffer, offset: number, length: number): Promise<{ bytesWritten: number }>;
  stat(): Promise<{ size: number }>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}
export interface FileStore extends CallStore {
  /** Lines that could not be read: cut off by a crash, or edited. Each is a call that is asked again. */
  readonly problems: readonly Problem[];
}
export interface FileStoreOptions {
  readonly clock?: Clock;
  /** Opens for reading and appending, and makes the file. */
  readonly openFile?: (path: string) => Promise<StoreFile>;
}

interface Waiting {
  readonly line: string;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}
const block = 1 << 18;

/**
 * A file of finished calls, one JSON line each, only ever appended to.
 *
 * - A call is there when `put` resolves: one write, then fdatasync; calls that finish meanwhile share the next one.
 * - In memory are places, not replies. A later line of a key wins.
 * - Several processes may use it: writes go to the end as a whole (O_APPEND), and each process reads on where others wrote.
 * - Nothing is cut off: half a line, left by a crash, gets an end of line and is passed over. Cutting could hit a line that another process is just writing.
 */
export async function openFileStore(path: string, options: FileStoreOptions = {}): Promise<FileStore> {
  const { clock = systemClock, openFile = openToAppend } = options;
  const file = await openFile(path);
  const places = new Map<string, readonly [from: number, length: number]>();
  let broken: { count: number; line?: number } | undefined;
  let seen = 0;
  let line = 0;
  let reading: Promise<void> = Promise.resolve();
  let queue: Waiting[] = [];
  let writing: Promise<void> | undefined;

  /** Indexes what came after the last look, whoever wrote it. */
  async function readOn(): Promise<void> {
    let buffer = Buffer.allocUnsafe(block);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, seen);
      let from = 0;
      for (;;) {
        const end = buffer.subarray(0, bytesRead).indexOf(10, from);
        if (end < 0) break;
        line++;
        see(buffer.subarray(from, end), seen + from);
        from = end + 1;
      }
      seen += from;
      if (bytesRead < buffer.length) return;
      // One line longer than the buffer.
      if (from === 0) buffer = Buffer.allocUnsafe(buffer.length * 2);
    }
  }
  function see(bytes: Buffer, at: number): void {
    const found = seeLine(bytes);
    if (found.kind === "call") places.set(found.key, [at, bytes.length]);
    else if (found.kind === "drop") places.delete(found.key);
    else if (found.kind === "broken") addBroken(line);
  }
  function addBroken(at?: number): void {
    broken ??= { count: 0, ...(at === undefined ? {} : { line: at }) };
    broken.count++;
  }
  // After the one under way, which may have passed the end before the last write.
  const refresh = (): Promise<void> => {
    reading = reading.catch(() => {}).then(readOn);
    return reading;
  };

  async function append(text: string): Promise<void> {
    const bytes = Buffer.from(text, "utf8");
    // More than one write only when the disk is full.
    for (let from = 0; from < bytes.length; ) {
      from += (await file.write(bytes, from, bytes.length - from)).bytesWritten;
    }
    await file.datasync();
  }
  /** Whoever was killed in the middle of a line: the next one must not be glued to it. */
  async function endTornLine(): Promise<string> {
    await refresh();
    return (await file.stat()).size > seen ? "\n" : "";
  }
  async function writeAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        await append((await endTornLine()) + batch.map((one) => one.line).join(""));
        await refresh();
        for (const one of batch) one.done();
      } catch (cause) {
        for (const one of batch) one.fail(cannotWrite(path, cause));
      }
    }
    // In the same step as the last look at the queue: nobody can come in between.
    writing = undefined;
  }
  const add = (text: string): Promise<void> =>
    new Promise((done, fail) => {
      queue.push({ line: text, done, fail });
      writing ??= writeAll();
    });

  if ((await endTornLine()) !== "") {
    await append("\n");
    await refresh();
  }

  return {
    get problems() {
      return broken === undefined ? [] : [brokenLines(path, broken)];
    },
    get size() {
      return places.size;
    },
    async get(key) {
      if (!places.has(key) && (await file.stat()).size > seen) await refresh();
      const place = places.get(key);
      if (place === undefined) return undefined;
      const bytes = Buffer.allocUnsafe(place[1]);
      const { bytesRead } = await file.read(bytes, 0, place[1], place[0]);
      const call = parseCall(bytes.toString("utf8", 0, bytesRead), key);
      if (call === undefined) {
        places.delete(key);
        addBroken();
      }
      return call;
    },
    put: (call: StoredCall) => add(printCall(call)),
    drop: (key, why) => add(printDrop(key, why, new Date(clock.now()).toISOString())),
    async close() {
      await writing;
      await file.close();
    },
  };
}

async function openToAppend(path: string): Promise<StoreFile> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return await open(path, "a+");
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
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
