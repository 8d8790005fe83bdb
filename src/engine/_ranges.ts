/** Parts of a large file, each read by a separate thread. */
import { open } from "node:fs/promises";
import { FileChanged, fileTrouble } from "../files/read-trouble.ts";
import type { Source } from "../files/source.ts";
import type { Format } from "../formats/index.ts";

const PIECE = 1 << 20;
/** How far to search for a place to cut. */
const WINDOW = 1 << 20;
/** What the first thread reads while the second one starts. */
const AHEAD = 64 << 20;
/** Only tests cut files below this. */
const SMALL = 16 << 20;

export interface Range {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** Of the whole file, when it was opened. */
  readonly size: number;
}

/** Splits the file into two ranges at the start of a query; undefined if that is not possible. */
export async function halves(
  { file }: Source,
  { cut }: Format,
): Promise<readonly [Range, Range] | undefined> {
  if (file === undefined || cut === undefined) return undefined;
  const { path, size, start } = file;
  // Both should end at the same time.
  const ahead = size < SMALL ? 0 : Math.min(AHEAD, size / 3);
  const middle = Math.floor((start + size + ahead) / 2);
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(WINDOW), 0, WINDOW, middle);
    const at = cut(buffer.subarray(0, bytesRead));
    if (at === undefined) return undefined;
    return [
      { path, start, end: middle + at, size },
      { path, start: middle + at, end: size, size },
    ];
  } finally {
    await handle.close();
  }
}

/** A part of a file as a source. */
export function rangeSource(name: string, { path, start, end, size }: Range): Source {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    const handle = await open(path, "r");
    // Two buffers in turn: while one is looked at, the other is filled.
    let [now, next] = [new Uint8Array(PIECE), new Uint8Array(PIECE)];
    let at = start;
    const read = (into: Uint8Array) => handle.read(into, 0, Math.min(PIECE, end - at), at);
    try {
      let reading = read(now);
      while (at < end) {
        const { bytesRead } = await reading;
        if (bytesRead === 0) break;
        at += bytesRead;
        const piece = now.subarray(0, bytesRead);
        [now, next] = [next, now];
        if (at < end) reading = read(now);
        yield piece;
      }
      await reading;
      const found = (await handle.stat()).size;
      if (found !== size) throw await fileTrouble(path, new FileChanged(size, found), name);
    } finally {
      await handle.close();
    }
  };
  return {
    name,
    pieces,
    head: async () => new Uint8Array(0),
    bytes: async () => {
      throw new Error("a part of a file is read in pieces");
    },
  };
}

/** How many lines there are before a place in a file. */
export async function linesBefore({ path, start, size }: Range): Promise<number> {
  let lines = 0;
  for await (const piece of rangeSource("", { path, start: 0, end: start, size }).pieces())
    for (let i = piece.indexOf(10); i >= 0; i = piece.indexOf(10, i + 1)) lines++;
  return lines;
}
