/** Random access to parts of a file, with a cache. */
import { closeFile, openFile, readFile } from "./_promised.ts";

export interface Places {
  readonly size: number;
  /** Fills `into` from a place in the file; false where the file ends before. `keep`: those bytes will be wanted again. */
  read(into: Uint8Array, position: number, keep?: boolean): Promise<boolean>;
  close(): Promise<void>;
}

/** Maximum number of cached bytes. */
const MOST = 64 << 20;

/** `first`: the first bytes, which were read before. */
export function filePlaces(file: { readonly path: string; readonly size: number }, first: Uint8Array) {
  const known = new KnownBytes(first);
  return async (): Promise<Places> => {
    const { path, size } = file;
    const open = first.length < size ? await openFile(path, "r") : undefined;
    const fromDisk: ReadPart = async (into, position) => {
      for (let done = 0; done < into.length; ) {
        const { bytesRead } = await readFile(open!, into, done, into.length - done, position + done);
        if (bytesRead === 0) return false;
        done += bytesRead;
      }
      return true;
    };
    return {
      size,
      async read(into, position, keep = false) {
        if (position < 0 || position + into.length > size) return false;
        if (!(await known.fill(into, position, fromDisk))) return false;
        if (keep) known.add(into.slice(), position);
        return true;
      },
      close: async () => (open === undefined ? undefined : closeFile(open)),
    };
  };
}

/** Bytes that are in memory already. */
export const memoryPlaces = (bytes: Uint8Array): Places => ({
  size: bytes.length,
  async read(into, position) {
    if (position < 0 || position + into.length > bytes.length) return false;
    into.set(bytes.subarray(position, position + into.length));
    return true;
  },
  async close() {},
});

type ReadPart = (into: Uint8Array, position: number) => Promise<boolean>;

class KnownBytes {
  /** In order of their places. */
  readonly #parts: { readonly at: number; readonly bytes: Uint8Array }[];
  #size = 0;

  constructor(first: Uint8Array) {
    this.#parts = [{ at: 0, bytes: first }];
  }

  add(bytes: Uint8Array, at: number): void {
    if (this.#size + bytes.length > MOST) return;
    this.#size += bytes.length;
    const after = this.#parts.findIndex((part) => part.at > at);
    this.#parts.splice(after < 0 ? this.#parts.length : after, 0, { at, bytes });
  }

  /** Cached bytes from memory, the rest from the file. */
  async fill(into: Uint8Array, position: number, read: ReadPart): Promise<boolean> {
    const end = position + into.length;
    for (let at = position; at < end; ) {
      const from = at;
      const held = this.#parts.find((part) => part.at <= from && from < part.at + part.bytes.length);
      const next = this.#parts.find((part) => part.at > from)?.at ?? end;
      const to = Math.min(end, held === undefined ? next : held.at + held.bytes.length);
      const part = into.subarray(from - position, to - position);
      if (held !== undefined) part.set(held.bytes.subarray(from - held.at, to - held.at));
      else if (!(await read(part, from))) return false;
      at = to;
    }
    return true;
  }
}
