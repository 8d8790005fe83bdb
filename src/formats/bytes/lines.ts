/** Lines of a file as places in a buffer: no string is made. */

import type { Source } from "../../files/source.ts";
import { longLine } from "../_problems.ts";

/** The bytes of one line, without its end. They are valid only during the call. Lines count from 1. */
type OnLine = (bytes: Uint8Array, start: number, end: number, line: number) => void;

/** Beyond this a file has no lines: text of that length could not be made a string either. */
export const LONGEST_LINE: number = 1 << 29;

const LF = 10;
const CR = 13;

/** Splits pieces into lines: LF, CR LF, a last line without a newline. The caller may overwrite a piece after `push`. */
export class LineWalker {
  readonly #onLine: OnLine;
  readonly #name: string;
  #line = 0;
  /** The start of a line that goes on in the next piece. */
  #carry: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 12);
  #carried = 0;

  constructor(onLine: OnLine, name = "") {
    this.#onLine = onLine;
    this.#name = name;
  }

  push(piece: Uint8Array): void {
    const onLine = this.#onLine;
    let line = this.#line;
    let start = 0;
    if (this.#carried > 0) {
      const end = lineEnd(piece, 0);
      this.#keep(piece, 0, end === -1 ? piece.length : end);
      if (end === -1) return;
      const carry = this.#carry;
      const length = withoutCr(carry, 0, this.#carried);
      this.#carried = 0;
      this.#line = ++line;
      onLine(carry, 0, length, line);
      start = end + 1;
    }
    for (;;) {
      const end = lineEnd(piece, start);
      if (end === -1) break;
      onLine(piece, start, withoutCr(piece, start, end), ++line);
      start = end + 1;
    }
    this.#line = line;
    this.#keep(piece, start, piece.length);
  }

  /** The end of the input. Returns the number of lines. */
  end(): number {
    if (this.#carried > 0) {
      const length = this.#carried;
      this.#carried = 0;
      this.#onLine(this.#carry, 0, withoutCr(this.#carry, 0, length), ++this.#line);
    }
    return this.#line;
  }

  #keep(piece: Uint8Array, start: number, end: number): void {
    const size = this.#carried + end - start;
    if (size > LONGEST_LINE) throw longLine(this.#name, this.#line + 1, LONGEST_LINE);
    if (size > this.#carry.length) {
      const larger = new Uint8Array(Math.max(2 * this.#carry.length, size));
      larger.set(this.#carry.subarray(0, this.#carried));
      this.#carry = larger;
    }
    this.#carry.set(piece.subarray(start, end), this.#carried);
    this.#carried = size;
  }
}

/** All lines of a source. The number of lines. */
export async function walkLines(source: Source, onLine: OnLine): Promise<number> {
  const walker = new LineWalker(onLine, source.name);
  for await (const piece of source.pieces()) walker.push(piece);
  return walker.end();
}

/** The first lines of a file's head, whole ones only: what `detect` looks at. */
export function headLines(head: Uint8Array, most: number): string[] {
  const lines: string[] = [];
  const decoder = new TextDecoder();
  let start = 0;
  while (lines.length < most && start < head.length) {
    const end = lineEnd(head, start);
    // The head may end inside a line: ignore the cut line, unless it is the only one.
    if (end === -1 && head.length >= 1 << 16 && lines.length > 0) break;
    const stop = end === -1 ? head.length : end;
    lines.push(decoder.decode(head.subarray(start, withoutCr(head, start, stop))));
    start = stop + 1;
  }
  return lines;
}

/** Short lines are found by looking, long ones by the system's own search, whose call costs as much as 60 bytes. */
function lineEnd(bytes: Uint8Array, start: number): number {
  const near = Math.min(bytes.length, start + 64);
  for (let i = start; i < near; i++) if (bytes[i] === LF) return i;
  return near === bytes.length ? -1 : bytes.indexOf(LF, near);
}

const withoutCr = (bytes: Uint8Array, start: number, end: number): number =>
  end > start && bytes[end - 1] === CR ? end - 1 : end;
