/** Bytes in blocks of whole lines, for readers that scan many lines in one loop. */

import type { Source } from "../../files/source.ts";
import { longLine } from "../_problems.ts";
import { LONGEST_LINE } from "./lines.ts";

const NEWLINE = 10;

type Bytes = Pick<Source, "name" | "pieces">;

/**
 * Blocks that end at the end of a line; the last one may lack its newline in the source, but has one here.
 * `bytes[end - 1]` is always a newline. A block is overwritten by the next one.
 */
export async function* lineBlocks(
  source: Bytes,
  longest = LONGEST_LINE,
): AsyncGenerator<{
  readonly bytes: Uint8Array;
  readonly end: number;
}> {
  // What was left of a line when its piece ended, and room for what follows.
  let buffer = new Uint8Array(0);
  let held = 0;
  /** Bytes of the pieces before this one. */
  let before = 0;
  for await (const piece of source.pieces()) {
    if (piece.length === 0) continue;
    const last = piece.lastIndexOf(NEWLINE);
    if (held + piece.length > longest && (last < 0 || held + piece.indexOf(NEWLINE) > longest))
      throw longLine(source.name, 1 + (await newlinesIn(source, before - held)), LONGEST_LINE);
    before += piece.length;
    if (last < 0) {
      buffer = grown(buffer, held, held + piece.length);
      buffer.set(piece, held);
      held += piece.length;
      continue;
    }
    let from = 0;
    if (held > 0) {
      // Only the line that was cut in two is put together; the rest is read where it lies.
      const first = piece.indexOf(NEWLINE) + 1;
      buffer = grown(buffer, held, held + first);
      buffer.set(piece.subarray(0, first), held);
      yield { bytes: buffer, end: held + first };
      from = first;
      held = 0;
    }
    if (last + 1 > from) yield { bytes: from === 0 ? piece : piece.subarray(from), end: last + 1 - from };
    const rest = piece.length - last - 1;
    buffer = grown(buffer, 0, rest);
    buffer.set(piece.subarray(last + 1), 0);
    held = rest;
  }
  if (held === 0) return;
  buffer = grown(buffer, held, held + 1);
  buffer[held] = NEWLINE;
  yield { bytes: buffer, end: held + 1 };
}

/** How many lines end in the first bytes; counted only when a message needs it. */
async function newlinesIn(source: Bytes, size: number): Promise<number> {
  let lines = 0;
  let left = size;
  for await (const piece of source.pieces()) {
    const part = piece.subarray(0, left);
    for (let i = part.indexOf(NEWLINE); i >= 0; i = part.indexOf(NEWLINE, i + 1)) lines++;
    left -= part.length;
    if (left === 0) break;
  }
  return lines;
}

function grown(buffer: Uint8Array, keep: number, size: number): Uint8Array<ArrayBuffer> {
  if (size <= buffer.length) return buffer as Uint8Array<ArrayBuffer>;
  const larger = new Uint8Array(Math.max(size, 2 * buffer.length, 256));
  larger.set(buffer.subarray(0, keep));
  return larger;
}
