/** Stored bytes of a file or in memory. */
import { joined } from "./_joined.ts";
import { closeFile, openFile, readFile } from "./_promised.ts";
import { FileChanged } from "./read-trouble.ts";

/** Bytes that can be read repeatedly, by several readers at once. */
export interface Raw {
  /** The first bytes, at least `size` of them where there are as many. They are kept, and not read again. */
  start(size: number): Promise<Uint8Array>;
  /** `keep`: the pieces are not overwritten later. */
  pieces(keep?: boolean): AsyncGenerator<Uint8Array>;
  close?(): Promise<void>;
}

const PIECE = 1 << 20;

type ReadAt = (buffer: Uint8Array, position: number) => Promise<number>;

export const readAt = async (file: number, buffer: Uint8Array, position: number): Promise<number> =>
  (await readFile(file, buffer, 0, buffer.length, position)).bytesRead;

/** Alternates between two buffers: one is processed while the other is filled. `first`: the first bytes, already read. */
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

/** Random access while it is open. */
export interface Opened {
  readonly readAt: ReadAt;
  close(): Promise<void>;
}

/** `size`, if known: allocating large buffers for a small file would take most of the time. */
export function placedBytes(open: () => Promise<Opened>, size = 0): Raw {
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
  /** One at a time: bytes read by one are not read again by the next. */
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
