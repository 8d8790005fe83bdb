/** Where bytes come from, as they are stored: a file, memory, or something that can be read only once. */
import * as fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { joined } from "./_joined.ts";
import { closeFile, openFile, readFile } from "./_promised.ts";
import { FileChanged } from "./read-trouble.ts";

/** Bytes that can be read again and again, by several readers at a time. */
export interface Raw {
  /** The first bytes, at least `size` of them where there are as many. They are kept, and not read again. */
  start(size: number): Promise<Uint8Array>;
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

/** Two buffers in turn: while one is looked at, the next is filled. `first`: the first bytes, which were read before. */
async function* readAhead(
  readNext: ReadAt,
  first: Uint8Array,
  keep: boolean,
  size: number,
): AsyncGenerator<Uint8Array> {
  let [now, next] = [new Uint8Array(Math.max(size, first.length)), new Uint8Array(size)];
  now.set(first);
  let position = 0;
  let reading = readNext(now.subarray(first.length), first.length).then((read) => first.length + read);
  try {
    for (;;) {
      const length = await reading;
      if (length === 0) return;
      position += length;
      const piece = now.subarray(0, length);
      [now, next] = [keep ? new Uint8Array(size) : next, now];
      reading = readNext(now, position);
      // Report an error after this piece is consumed; avoid an unhandled rejection.
      reading.catch(() => {});
      yield piece;
    }
  } finally {
    // The file may be closed only after the last read.
    await reading.catch(() => {});
  }
}

/** Something that can be read at any place while it is open. */
interface Opened {
  readonly readAt: ReadAt;
  close(): Promise<void>;
}

/** `size`, where it is known: for something small, large buffers would be most of the work. */
function placedBytes(open: () => Promise<Opened>, size = 0): Raw {
  let first = new Uint8Array(0);
  let isAll = false;
  const grow = async (wanted: number): Promise<Uint8Array> => {
    if (isAll || first.length >= wanted) return first;
    const { readAt: readNext, close } = await open();
    try {
      const larger = new Uint8Array(size > 0 ? Math.min(size, wanted) : wanted);
      larger.set(first);
      let held = first.length;
      while (held < larger.length && !isAll) {
        const read = await readNext(larger.subarray(held), held);
        isAll = read === 0;
        held += read;
      }
      if (isAll && size > 0) throw new FileChanged(size, held);
      first = held < larger.length ? larger.slice(0, held) : larger;
      isAll ||= first.length === size;
      return first;
    } finally {
      await close();
    }
  };
  /** One after the other: what one has read, the next one does not read again. */
  let growing: Promise<unknown> = Promise.resolve();
  return {
    start(wanted) {
      const grown = growing.then(() => grow(wanted));
      growing = grown.catch(() => {});
      return grown;
    },
    async *pieces(keep = false) {
      await growing;
      if (isAll) {
        // Copy: the reader may modify the piece.
        if (first.length > 0) yield first.slice();
        return;
      }
      const { readAt: readNext, close } = await open();
      try {
        let read = 0;
        for await (const piece of readAhead(readNext, first, keep, size > 0 && size < PIECE ? size : PIECE)) {
          read += piece.length;
          yield piece;
        }
        if (size > 0 && read !== size) throw new FileChanged(size, read);
      } finally {
        await close();
      }
    },
  };
}

/** `size` of the file, as far as it is known. */
export const fileBytes = (path: string, size: number): Raw =>
  placedBytes(async () => {
    const file = await openFile(path, "r");
    return {
      readAt: (buffer, position) => readAt(file, buffer, position),
      close: () => closeFile(file),
    };
  }, size);

export const memoryBytes = (pieces: readonly Uint8Array[]): Raw => ({
  async start(size) {
    const taken: Uint8Array[] = [];
    for (let i = 0, held = 0; i < pieces.length && held < size; held += pieces[i++]!.length)
      taken.push(pieces[i]!);
    return joined(taken);
  },
  async *pieces() {
    yield* pieces;
  },
});

/**
 * Keeps what can be read only once. No more than its start is read before somebody asks for all of it, so that what is no
 * known format, such as /dev/zero, fills no disk. `trouble`: what is told where it cannot be read.
 */
export function spool(
  input: AsyncIterable<Uint8Array>,
  trouble: (error: unknown) => Promise<Error>,
  most = IN_MEMORY,
): Raw {
  const spooler = new Spooler(input, most);
  /** One after the other: there is one input. */
  let working: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = working.then(work).catch(async (error: unknown) => Promise.reject(await trouble(error)));
    working = done.catch(() => {});
    return done;
  };
  return {
    start: (size) => inTurn(async () => (await spooler.upTo(size)).start(size)),
    async *pieces(keep) {
      const all = await inTurn(() => spooler.upTo(Number.POSITIVE_INFINITY));
      yield* all.pieces(keep);
    },
    close: () => spooler.close(),
  };
}

class Spooler {
  readonly #input: AsyncIterator<Uint8Array>;
  readonly #most: number;
  readonly #early: Uint8Array[] = [];
  #size = 0;
  #isAll = false;
  #file: TemporaryFile | undefined;
  #raw: Raw;

  constructor(input: AsyncIterable<Uint8Array>, most: number) {
    this.#input = input[Symbol.asyncIterator]();
    this.#most = most;
    this.#raw = memoryBytes(this.#early);
  }

  /** So many bytes, or all there are. */
  async upTo(size: number): Promise<Raw> {
    try {
      while (!this.#isAll && this.#size < size) await this.#next();
    } catch (error) {
      await this.close();
      throw error;
    }
    return this.#raw;
  }

  async #next(): Promise<void> {
    const { value, done } = await this.#input.next();
    if (done === true) {
      this.#isAll = true;
      return;
    }
    this.#size += value.length;
    if (this.#file !== undefined) return this.#file.write(value);
    // Copy, since the producer may overwrite it (Buffer.slice does not copy).
    this.#early.push(new Uint8Array(value));
    if (this.#size <= this.#most) return;
    this.#file = await temporaryFile();
    for (const piece of this.#early.splice(0)) await this.#file.write(piece);
    const { readAt: readNext } = this.#file;
    this.#raw = placedBytes(async () => ({ readAt: readNext, close: async () => {} }));
  }

  async close(): Promise<void> {
    if (!this.#isAll) {
      this.#isAll = true;
      await this.#input.return?.();
    }
    await this.#file?.close();
  }
}

interface TemporaryFile extends Opened {
  write(piece: Uint8Array): Promise<void>;
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
