import { joined } from "./_joined.ts";
import type { Source } from "./source.ts";

/** Maximum number of bytes to keep; larger sources are read again. */
const MOST = 64 << 20;

const remembering = new WeakSet<Source>();

/** A source that remembers what was read, for reading more than once. */
export function remembered(source: Source): Source {
  if (remembering.has(source)) return source;
  let kept: Uint8Array[] | undefined;
  const opened = new Map<string, Promise<Source>>();
  const { places, inside } = source;
  const again: Source = {
    ...source,
    async *pieces() {
      if (kept !== undefined) {
        yield* kept;
        return;
      }
      const read: Uint8Array[] = [];
      let size = 0;
      /** Whether more may follow: not after the end or an error. */
      let more = true;
      const pieces = source.pieces()[Symbol.asyncIterator]();
      const next = async (): Promise<Uint8Array | undefined> => {
        more = false;
        const { value, done } = await pieces.next();
        if (done === true) {
          if (size <= MOST) kept = read;
          return undefined;
        }
        more = true;
        size += value.length;
        // The producer may overwrite a piece.
        if (size <= MOST) read.push(value.slice());
        return value;
      };
      try {
        for (let piece = await next(); piece !== undefined; piece = await next()) yield piece;
      } finally {
        // A reader that stops early will start again: read the rest now.
        while (more && size <= MOST) await next();
        await pieces.return?.();
      }
    },
    async bytes() {
      const whole = kept === undefined ? await source.bytes() : joined(kept);
      if (whole.length <= MOST) kept = [whole];
      return whole;
    },
    ...(places && {
      async places() {
        const file = await places();
        return { ...file, read: (into, position) => file.read(into, position, true) };
      },
    }),
    ...(inside && {
      inside(path, name) {
        const known = opened.get(path) ?? inside(path, name).then(remembered);
        opened.set(path, known);
        return known;
      },
    }),
  };
  remembering.add(again);
  return again;
}

/** The same bytes under another name: as Problems show it. */
export function renamed(source: Source, name: string): Source {
  const same: Source = {
    ...source,
    name: source.folder === undefined || name.endsWith("/") ? name : `${name}/`,
  };
  if (remembering.has(source)) remembering.add(same);
  return same;
}
