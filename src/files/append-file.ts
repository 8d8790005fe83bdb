import { fstatSync, readSync, writeSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Files with the user's texts are readable by the user only. */
export const PRIVATE = 0o600;

/** A file of lines that several processes may append to at once. */
export interface AppendFile {
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Synchronous: writes survive the end of the process. */
  append(text: string): void;
  /** Synchronous: the length, and whether the last line is incomplete. */
  end(): { readonly size: number; readonly torn: boolean };
  /** Flushes to disk, so that writes survive a crash of the machine. */
  sync(): Promise<void>;
  /** Synchronous: whether the file was removed, so that what we write is lost. */
  gone(): boolean;
  remove(): Promise<void>;
  close(): Promise<void>;
}

/** Opens for reading and appending, and makes the file and its folder; a new file is for its owner only. Writes go to the end as a whole (O_APPEND), so no lock is needed. */
export async function openToAppend(path: string): Promise<AppendFile> {
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path, "a+", PRIVATE);
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
    gone: () => fstatSync(handle.fd).nlink === 0,
    remove: () => rm(path, { force: true }),
    close: () => handle.close(),
  };
}
