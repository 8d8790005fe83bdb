import type { Source } from "./source.ts";

/** The same source for whoever reads it more than once: what was read to its end stays, and is not read again. */
export function remembered(source: Source): Source {
  let kept: Uint8Array[] | undefined;
  const whole = async (): Promise<Uint8Array> => {
    kept ??= [await source.bytes()];
    if (kept.length === 1) return kept[0]!;
    const joined = new Uint8Array(kept.reduce((size, piece) => size + piece.length, 0));
    let at = 0;
    for (const piece of kept) {
      joined.set(piece, at);
      at += piece.length;
    }
    kept = [joined];
    return joined;
  };
  return {
    ...source,
    async *pieces() {
      if (kept !== undefined) {
        yield* kept;
        return;
      }
      const read: Uint8Array[] = [];
      for await (const piece of source.pieces()) {
        // Whoever gives a piece may overwrite it.
        read.push(piece.slice());
        yield piece;
      }
      kept = read;
    },
    bytes: whole,
  };
}
