/** Where bytes come from, as they are stored: a file, memory, or something that can be read only once. */
import * as fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { closeFile, openFile, readFile } from "./_promised.ts";

/** Bytes that can be read again and again, by several readers at a time. */
export interface Raw {
  /** `keep`: the pieces are not overwritten later. */
  pieces(keep?: boolean): AsyncGenerator<Uint8Array>;
  close?(): Promise<void>;
}

const PIECE = 1 << 20;
/** Standard input is kept in memory up to here, then in a temporary file. */
const IN_MEMORY = 64 << 20;

type ReadAt = (buffer: Uint8Array, position: number) => Promise<number>;

const readAt = async (file: number, buffer: Uint8Array, position: number): Promise<number> =>
  (await readFile(file, buffer, 0, buffer.length, position)).bytesRead;

/** Two buffers in turn: while one is looked at, the next is filled. */
async function* readAhead(readNext: ReadAt, keep: boolean, size = PIECE): AsyncGenerator<Uint8Array> {
  let [now, next] = [new Uint8Array(size), new Uint8Array(size)];
  let position = 0;
  let reading = readNext(now, position);
  try {
    for (;;) {
      const length = await reading;
      if (length === 0) return;
      position += length;
      const piece = now.subarray(0, length);
      [now, next] = [keep ? new Uint8Array(size) : next, now];
      reading = readNext(now, position);
      // An error is told when this piece is used up, not as one that nobody caught.
      reading.catch(() => {});
      yield piece;
    }
  } finally {
    // The file may be closed only after the last read.
    await reading.catch(() => {});
  }
}

/** `size` of the file, as far as it is known: for a small one, large buffers would be most of the work. */
export const fileBytes = (path: string, size = PIECE): Raw => ({
  async *pieces(keep = false) {
    const file = await openFile(path, "r");
    try {
      yield* readAhead(
        (buffer, position) => readAt(file, buffer, position),
        keep,
        size > 0 && size < PIECE ? size : PIECE,
      );
    } finally {
      await closeFile(file);
    }
  },
});

export const memoryBytes = (pieces: readonly Uint8Array[]): Raw => ({
  async *pieces() {
    yield* pieces;
  },
});

/** Reads what can be read only once, and keeps it. */
export async function spool(input: AsyncIterable<Uint8Array>, most = IN_MEMORY): Promise<Raw> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let file: TemporaryFile | undefined;
  try {
    for await (const piece of input) {
      // A copy, since whoever gives it may overwrite it (and slice of a Buffer is none).
      if (file === undefined) pieces.push(new Uint8Array(piece));
      size += piece.length;
      if (file !== undefined) await file.write(piece);
      else if (size > most) {
        file = await temporaryFile();
        for (const early of pieces.splice(0)) await file.write(early);
      }
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  if (file === undefined) return memoryBytes(pieces);
  const { readAt, close } = file;
  return { pieces: (keep = false) => readAhead(readAt, keep), close };
}

interface TemporaryFile {
  write(piece: Uint8Array): Promise<void>;
  readonly readAt: ReadAt;
  close(): Promise<void>;
}

/** Its name is gone as soon as it is open, where the system allows that: nothing stays behind, however the process ends. */
async function temporaryFile(): Promise<TemporaryFile> {
  const [writeFile, unlink] = [promisify(fs.write), promisify(fs.unlink)];
  const folder = await mkdtemp(join(tmpdir(), "goldie-"));
  const path = join(folder, "input");
  const file = await openFile(path, "wx+", 0o600);
  await unlink(path).then(
    () => rm(folder, { recursive: true, force: true }),
    () => {},
  );
  let end = 0;
  let isOpen = true;
  return {
    async write(piece) {
      for (let done = 0; done < piece.length; ) {
        const { bytesWritten } = await writeFile(file, piece, done, piece.length - done, end);
        done += bytesWritten;
        end += bytesWritten;
      }
    },
    readAt: (buffer, position) => readAt(file, buffer, position),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await closeFile(file);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
