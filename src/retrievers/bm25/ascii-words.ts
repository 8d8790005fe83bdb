/** Numbers by words of ASCII characters, looked up in a text without making a string of each word. */

/** A word that is not there. */
export const ABSENT = -2;

export class AsciiWords {
  /** By hash: which word, from 1; 0 is free. Never more than half full. */
  #slots = new Int32Array(1 << 13);
  #count = 0;
  /** By word: its hash, its number, and where it ends in the pool. */
  #hashes = new Int32Array(1 << 12);
  #numbers = new Int32Array(1 << 12);
  #ends = new Uint32Array((1 << 12) + 1);
  #pool = new Uint8Array(1 << 15);

  /** The number of a word, or ABSENT. */
  find(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const at = slots[slot]! - 1;
      if (at < 0) return ABSENT;
      if (this.#hashes[at] === hash && this.#isAt(at, text, start, end)) return this.#numbers[at]!;
    }
  }

  #isAt(at: number, text: string, start: number, end: number): boolean {
    const from = this.#ends[at]!;
    const size = end - start;
    if (this.#ends[at + 1]! - from !== size) return false;
    const pool = this.#pool;
    for (let i = 0; i < size; i++) if (pool[from + i] !== text.charCodeAt(start + i)) return false;
    return true;
  }

  /** Adds a word that is absent. */
  add(text: string, start: number, end: number, hash: number, number: number): void {
    if (2 * this.#count >= this.#slots.length) this.#grow();
    const at = this.#count++;
    let to = this.#ends[at]!;
    if (to + end - start > this.#pool.length)
      this.#pool = larger(this.#pool, new Uint8Array(2 * this.#pool.length));
    for (let i = start; i < end; i++) this.#pool[to++] = text.charCodeAt(i);
    this.#ends[at + 1] = to;
    this.#hashes[at] = hash;
    this.#numbers[at] = number;
    this.#place(at);
  }

  #place(at: number): void {
    const mask = this.#slots.length - 1;
    let slot = spread(this.#hashes[at]!) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = at + 1;
  }

  #grow(): void {
    const size = this.#slots.length;
    this.#slots = new Int32Array(2 * size);
    this.#hashes = larger(this.#hashes, new Int32Array(size));
    this.#numbers = larger(this.#numbers, new Int32Array(size));
    this.#ends = larger(this.#ends, new Uint32Array(size + 1));
    for (let at = 0; at < this.#count; at++) this.#place(at);
  }
}

/** The low bits of the hash depend mostly on the last letters. */
const spread = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8;

function larger<A extends Uint8Array | Int32Array | Uint32Array>(from: A, into: A): A {
  into.set(from);
  return into;
}
