/** Does the second column of judgements contain aspects of the query? Only the whole file shows it. */

import type { Source } from "../files/source.ts";
import { lineBlocks } from "./bytes/blocks.ts";
import { isWhite, sameBytes, splitFields } from "./bytes/bytes.ts";
import { walkLines } from "./bytes/lines.ts";

const NEWLINE = 10;
const HASH = 35;

/** The first line that repeats a query and document with another second column; undefined if there is none. */
export async function findAspects(source: Source): Promise<number | undefined> {
  if (!(await variesInColumn2(source))) return undefined;
  const at = new Uint32Array(8);
  const pairs = new PairTable();
  let found: number | undefined;
  await walkLines(source, (bytes, start, end, line) => {
    if (found !== undefined || !isRow(bytes, start, end, at)) return;
    if (pairs.differs(bytes, at)) found = line;
  });
  return found;
}

function isRow(bytes: Uint8Array, start: number, end: number, at: Uint32Array): boolean {
  return splitFields(bytes, start, end, at) === 4 && bytes[at[0]!] !== HASH;
}

/** Most files have 0 there, or Q0, on every line: nothing has to be remembered of them, and one loop over the bytes shows it. */
async function variesInColumn2(source: Source): Promise<boolean> {
  let first: Uint8Array | undefined;
  for await (const { bytes: b, end } of lineBlocks(source)) {
    let i = 0;
    while (i < end) {
      let c = b[i]!;
      while (isWhite(c) && c !== NEWLINE) c = b[++i]!;
      const comment = c === HASH;
      while (!isWhite(c)) c = b[++i]!;
      while (isWhite(c) && c !== NEWLINE) c = b[++i]!;
      if (c !== NEWLINE && !comment) {
        const start = i;
        while (!isWhite(c)) c = b[++i]!;
        first ??= b.slice(start, i);
        if (!sameBytes(first, 0, first.length, b, start, i)) return true;
      }
      while (c !== NEWLINE) c = b[++i]!;
      i++;
    }
  }
  return false;
}

/** Query, document and second column of every row, as bytes in one long array. */
class PairTable {
  #bytes = new Uint8Array(1 << 16);
  #end = 0;
  /** Of each row: where it starts, and how long its three parts are. */
  #rows = new Float64Array(1 << 10);
  #count = 0;
  /** Row + 1 by hash, open addressing. */
  #slots = new Uint32Array(1 << 11);

  /** Remembers a row; true if its query and document were there with another second column. */
  differs(bytes: Uint8Array, at: Uint32Array): boolean {
    const [qs, qe, as, ae, ds, de] = [at[0]!, at[1]!, at[2]!, at[3]!, at[4]!, at[5]!];
    let slot = this.#hash(bytes, qs, qe, ds, de) & (this.#slots.length - 1);
    for (;;) {
      const row = this.#slots[slot]! - 1;
      if (row < 0) break;
      const start = this.#rows[4 * row]!;
      const docStart = start + this.#rows[4 * row + 1]!;
      const aspectStart = docStart + this.#rows[4 * row + 2]!;
      const end = aspectStart + this.#rows[4 * row + 3]!;
      if (
        sameBytes(this.#bytes, start, docStart, bytes, qs, qe) &&
        sameBytes(this.#bytes, docStart, aspectStart, bytes, ds, de)
      )
        return !sameBytes(this.#bytes, aspectStart, end, bytes, as, ae);
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    this.#rows[4 * this.#count] = this.#end;
    this.#rows[4 * this.#count + 1] = qe - qs;
    this.#rows[4 * this.#count + 2] = de - ds;
    this.#rows[4 * this.#count + 3] = ae - as;
    this.#keep(bytes, qs, qe);
    this.#keep(bytes, ds, de);
    this.#keep(bytes, as, ae);
    this.#slots[slot] = ++this.#count;
    if (4 * this.#count === this.#rows.length) this.#grow();
    return false;
  }

  #hash(bytes: Uint8Array, qs: number, qe: number, ds: number, de: number): number {
    let hash = 0x811c9dc5;
    for (let i = qs; i < qe; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    hash = Math.imul(hash, 0x01000193);
    for (let i = ds; i < de; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  }

  #keep(bytes: Uint8Array, start: number, end: number): void {
    const needed = this.#end + end - start;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, needed));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes.subarray(start, end), this.#end);
    this.#end = needed;
  }

  #grow(): void {
    const rows = new Float64Array(2 * this.#rows.length);
    rows.set(this.#rows);
    this.#rows = rows;
    const slots = new Uint32Array(2 * this.#slots.length);
    for (let row = 0; row < this.#count; row++) {
      const start = rows[4 * row]!;
      const doc = start + rows[4 * row + 1]!;
      let slot = this.#hash(this.#bytes, start, doc, doc, doc + rows[4 * row + 2]!) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = row + 1;
    }
    this.#slots = slots;
  }
}
