/**
 * Many texts looked for in one pass: each is known by a few letters of its own, an anchor that few others have.
 * Wherever an anchor turns up, the whole text is compared. Texts are arrays of UTF-16 units.
 */
import { unitsOf } from "../../text/units.ts";

/** How many letters an anchor has: a text takes the longest that it can. */
const SIZES = [8, 4, 2, 1] as const;
const BASE = 0x01000193;

/** Spreads the bits: sums of letters alone fill few places. */
const spread = (hash: number): number => {
  const x = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return x ^ (x >>> 13);
};

const powerOf2 = (least: number): number => 2 ** Math.max(5, Math.ceil(Math.log2(Math.max(1, least))));

/** Texts with anchors of one size. */
class Anchors {
  readonly #size: number;
  /** BASE to the power of `size`: the weight of the letter that leaves the window. */
  readonly #leaving: number;
  readonly #texts: readonly Uint16Array[];
  /** By text: where its anchor stands in it. */
  readonly #offset: Uint32Array;
  /** One bit per place: most letters of a hit are not an anchor, and this is faster to read than the table. */
  readonly #filter: Uint32Array;
  readonly #table: Int32Array;
  /** By text: the next one with an anchor in the same place of the table. */
  readonly #next: Int32Array;

  constructor(texts: readonly Uint16Array[], size: number) {
    this.#size = size;
    this.#texts = texts;
    let power = 1;
    for (let i = 0; i < size; i++) power = Math.imul(power, BASE);
    this.#leaving = power;
    this.#offset = new Uint32Array(texts.length);
    this.#filter = new Uint32Array(powerOf2(texts.length * 24) / 32);
    this.#table = new Int32Array(powerOf2(texts.length * 2)).fill(-1);
    this.#next = new Int32Array(texts.length);
    const longest = texts.reduce((n, text) => Math.max(n, text.length), 0);
    const hashes = new Int32Array(longest);
    const counts = this.#counts(hashes);
    for (let t = texts.length - 1; t >= 0; t--) this.#enter(t, counts, hashes);
  }

  /** How often each place is hit by the letters of all texts. */
  #counts(hashes: Int32Array): Uint32Array {
    const letters = this.#texts.reduce((n, text) => n + text.length, 0);
    const counts = new Uint32Array(powerOf2(Math.min(letters, 1 << 18)));
    for (const text of this.#texts) {
      const n = this.#hash(text, hashes);
      for (let i = 0; i < n; i++) counts[hashes[i]! & (counts.length - 1)]!++;
    }
    return counts;
  }

  /** The hash of every window of the text; how many there are. */
  #hash(text: Uint16Array, into: Int32Array): number {
    const size = this.#size;
    let hash = 0;
    for (let i = 0; i < text.length; i++) {
      hash = (Math.imul(hash, BASE) + text[i]!) | 0;
      if (i >= size) hash = (hash - Math.imul(text[i - size]!, this.#leaving)) | 0;
      if (i >= size - 1) into[i - size + 1] = spread(hash);
    }
    return text.length - size + 1;
  }

  #enter(t: number, counts: Uint32Array, hashes: Int32Array): void {
    const n = this.#hash(this.#texts[t]!, hashes);
    let at = 0;
    for (let i = 1; i < n; i++)
      if (counts[hashes[i]! & (counts.length - 1)]! < counts[hashes[at]! & (counts.length - 1)]!) at = i;
    const anchor = hashes[at]!;
    this.#offset[t] = at;
    const bit = (anchor >>> 8) & (this.#filter.length * 32 - 1);
    this.#filter[bit >>> 5]! |= 1 << (bit & 31);
    const slot = anchor & (this.#table.length - 1);
    this.#next[t] = this.#table[slot]!;
    this.#table[slot] = t;
  }

  /** Each text that stands in the first `length` units of `hit`, once, with its first place. `found` marks those that were told. */
  scan(hit: Uint16Array, length: number, found: Uint8Array, visit: (text: number, at: number) => void): void {
    const [size, leaving, filter, table] = [this.#size, this.#leaving, this.#filter, this.#table];
    const bits = filter.length * 32 - 1;
    const mask = table.length - 1;
    let hash = 0;
    for (let i = 0; i < length; i++) {
      hash = (Math.imul(hash, BASE) + hit[i]!) | 0;
      if (i >= size) hash = (hash - Math.imul(hit[i - size]!, leaving)) | 0;
      const key = spread(hash);
      const bit = (key >>> 8) & bits;
      if ((filter[bit >>> 5]! & (1 << (bit & 31))) === 0 || i < size - 1) continue;
      for (let t = table[key & mask]!; t >= 0; t = this.#next[t]!) {
        const at = i - size + 1 - this.#offset[t]!;
        if (found[t] === 1 || at < 0 || !standsAt(this.#texts[t]!, hit, length, at)) continue;
        found[t] = 1;
        visit(t, at);
      }
    }
  }
}

function standsAt(text: Uint16Array, hit: Uint16Array, length: number, at: number): boolean {
  if (at + text.length > length) return false;
  for (let i = 0; i < text.length; i++) if (text[i] !== hit[at + i]) return false;
  return true;
}

export class AnchorIndex {
  readonly #kinds: { readonly anchors: Anchors; readonly golds: number[][]; readonly found: Uint8Array }[];

  /** Empty texts are found nowhere. */
  constructor(golds: readonly string[]) {
    const byText = new Map<string, number[]>();
    golds.forEach((gold, i) => {
      const known = byText.get(gold);
      if (known === undefined) byText.set(gold, [i]);
      else known.push(i);
    });
    this.#kinds = SIZES.flatMap((size, s) => {
      const texts = [...byText].filter(
        ([text]) => text.length >= size && (s === 0 || text.length < SIZES[s - 1]!),
      );
      if (texts.length === 0) return [];
      return {
        anchors: new Anchors(
          texts.map(([text]) => unitsOf(text)),
          size,
        ),
        golds: texts.map(([, golds]) => golds),
        found: new Uint8Array(texts.length),
      };
    });
  }

  /** Each gold text that stands in the first `length` units of `hit`, once, with its first place; in no order. */
  scan(hit: Uint16Array, length: number, visit: (gold: number, at: number) => void): void {
    for (const { anchors, golds, found } of this.#kinds) {
      const told: number[] = [];
      anchors.scan(hit, length, found, (text, at) => {
        told.push(text);
        for (const gold of golds[text]!) visit(gold, at);
      });
      for (const text of told) found[text] = 0;
    }
  }
}
