/** Finds repeated ids of a query: a Bloom filter with two bits per hash; rows that hit both are compared at the end. */
import { larger, mix, powerOfTwo } from "./_bytes-table.ts";

/** A word is chosen by the upper 22 bits of a hash: more words than those would stay unused. */
const WIDEST = 2 ** 22;

export class RepeatedIds {
  bits: Int32Array = new Int32Array(1 << 12);
  /** Words in use: a power of two. */
  words = 0;
  /** Rows whose id may have been there before, and how many of them there are. */
  suspects: Uint32Array = new Uint32Array(1 << 10);
  suspected = 0;

  clear(): void {
    this.suspected = 0;
    this.words = 0;
  }

  /** Before rows from `from` to `to` are put in: more words for more rows, or most of them would be suspects. */
  makeRoom(hashes: Int32Array, from: number, to: number): void {
    if (to > this.suspects.length) this.suspects = larger(this.suspects, to);
    if (2 * to <= this.words || this.words >= WIDEST) return;
    const words = Math.min(WIDEST, powerOfTwo(4 * to));
    if (words > this.bits.length) this.bits = new Int32Array(words);
    else this.bits.fill(0, 0, words);
    this.words = words;
    for (let row = 0; row < from; row++) {
      const h = mix(hashes[row]!);
      this.bits[(h >>> 10) & (words - 1)]! |= (1 << (h & 31)) | (1 << ((h >>> 5) & 31));
    }
  }

  /** Of the first n rows; `compare` gives 0 for equal ids. */
  repeats(n: number, hashes: Int32Array, compare: (a: number, b: number) => number): boolean {
    if (this.suspected * n > 1e6) return repeatsByTable(n, hashes, compare);
    for (let i = 0; i < this.suspected; i++) {
      const row = this.suspects[i]!;
      const h = hashes[row]!;
      for (let other = 0; other < row; other++)
        if (hashes[other] === h && compare(other, row) === 0) return true;
    }
    return false;
  }
}

function repeatsByTable(n: number, hashes: Int32Array, compare: (a: number, b: number) => number): boolean {
  const mask = powerOfTwo(2 * n) - 1;
  /** By hash: row + 1, or 0. */
  const slots = new Uint32Array(mask + 1);
  for (let row = 0; row < n; row++) {
    const h = hashes[row]!;
    let slot = mix(h) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = slots[slot]! - 1;
      if (hashes[other] === h && compare(other, row) === 0) return true;
    }
    slots[slot] = row + 1;
  }
  return false;
}
