/** Every byte that is read from a file, counted where Node reads it: what `vi.mock` puts in the place of `node:fs`. */
import type * as fs from "node:fs";
import type * as promises from "node:fs/promises";
import { promisify } from "node:util";

export interface ReadRange {
  readonly start: number;
  readonly end: number;
}

/** By path, while somebody counts. */
let reads: Map<string, ReadRange[]> | undefined;

function add(path: unknown, start: number, length: number): void {
  if (reads === undefined || length === 0) return;
  const ranges = reads.get(String(path)) ?? [];
  ranges.push({ start, end: start + length });
  reads.set(String(path), ranges);
}

/** Runs `use`; the bytes of each file that were read meanwhile. */
export async function countReads(use: () => Promise<unknown>): Promise<Map<string, ReadRange[]>> {
  const counted = new Map<string, ReadRange[]>();
  reads = counted;
  try {
    await use();
  } finally {
    reads = undefined;
  }
  return counted;
}

/** How many bytes were read that had been read before. */
export function readAgain(ranges: readonly ReadRange[]): number {
  let [again, end] = [0, 0];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    again += Math.max(0, Math.min(end, range.end) - range.start);
    end = Math.max(end, range.end);
  }
  return again;
}

type Reading = (buffer: Uint8Array, offset: number, length: number, position: number) => unknown;

/** Handles that are open for reading only: what a command appends to is its own. */
export const countedPromises = (real: typeof promises): typeof promises => ({
  ...real,
  async open(path, flags, mode) {
    const handle = await real.open(path, flags, mode);
    if (reads === undefined || (flags !== undefined && flags !== "r")) return handle;
    const read = handle.read.bind(handle) as unknown as Reading;
    const counting = async (buffer: Uint8Array, offset: number, length: number, position: number) => {
      if (typeof position !== "number") throw new Error("a read without a position cannot be counted");
      const done = (await read(buffer, offset, length, position)) as { bytesRead: number };
      add(path, position, done.bytesRead);
      return done;
    };
    const refuse = () => {
      throw new Error("only `read` is counted");
    };
    return Object.assign(handle, {
      read: counting,
      readFile: refuse,
      readv: refuse,
      readLines: refuse,
      createReadStream: refuse,
      readableWebStream: refuse,
    });
  },
  readFile: (async (path: string, ...rest: []) => {
    add(path, 0, (await real.stat(path)).size);
    return real.readFile(path, ...rest);
  }) as typeof promises.readFile,
});

type Done = (error: NodeJS.ErrnoException | null, result: number) => void;

export function countedFs(real: typeof fs): typeof fs {
  /** Of what is open for reading only. */
  const paths = new Map<number, string>();
  const opened = (file: number, path: unknown, flags: unknown): void => {
    if (flags === "r" || flags === undefined) paths.set(file, String(path));
    else paths.delete(file);
  };
  const done = (file: number, position: unknown, length: number): void => {
    const path = paths.get(file);
    if (path === undefined) return;
    if (typeof position !== "number") throw new Error("a read without a position cannot be counted");
    add(path, position, length);
  };
  const whole = (path: unknown): void => {
    if (typeof path !== "number") add(path, 0, real.statSync(String(path)).size);
  };
  const open = (path: string, flags: string, ...rest: unknown[]): void => {
    const back = rest.at(-1) as Done;
    real.open(path, flags, rest.length > 1 ? (rest[0] as number) : undefined, (error, file) => {
      if (error === null) opened(file, path, flags);
      back(error, file);
    });
  };
  const read = (): never => {
    throw new Error("only the promised `read` is counted");
  };
  const promised = async (
    file: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ) => {
    const result = await promisify(real.read)(file, buffer, offset, length, position);
    done(file, position, result.bytesRead);
    return result;
  };
  return {
    ...real,
    open: open as unknown as typeof fs.open,
    read: Object.assign(read, { [promisify.custom]: promised }) as unknown as typeof fs.read,
    openSync(path, flags, mode) {
      const file = real.openSync(path, flags, mode);
      opened(file, path, flags);
      return file;
    },
    readSync: ((file: number, buffer: Uint8Array, offset: number, length: number, position: number) => {
      const bytes = real.readSync(file, buffer, offset, length, position);
      done(file, position, bytes);
      return bytes;
    }) as typeof fs.readSync,
    readFileSync: ((path: string, ...rest: []) => {
      whole(path);
      return real.readFileSync(path, ...rest);
    }) as typeof fs.readFileSync,
    createReadStream: (path, options) => {
      whole(path);
      return real.createReadStream(path, options);
    },
  };
}
