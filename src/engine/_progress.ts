import type { Source } from "../files/source.ts";

/** Called with the bytes read so far and the total, if known. */
export type OnProgress = (source: Source, done: number, size: number | undefined) => void;

/** `whole`: if the source is a part of a file, the file and the share; the reader of the rest is assumed to be as far. */
export function withProgress(
  source: Source,
  tell: OnProgress,
  whole: { readonly of: Source; readonly share: number } = { of: source, share: 1 },
): Source {
  return {
    ...source,
    async *pieces() {
      let done = 0;
      for await (const piece of source.pieces()) {
        yield piece;
        done += piece.length;
        tell(whole.of, Math.round(done / whole.share), whole.of.file?.size);
      }
    },
  };
}
