/**
 * Many texts looked for in one pass: each is known by a few letters of its own, an anchor that few others have.
 * Wherever an anchor turns up, the whole text is compared.
 */

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
  readonly #texts: readonly string[];
  /** By text: where its anchor stands in it. */
  readonly #offset: Uint32Array;
  /** One bit per place: most letters of a hit are no anchor, and this is read faster than the table. */
  readonly #filter: Uint32Array;
  readonly #table: Int32Array;
  /** By text: the next one with an anchor in the same place of the table. */
  readonly #next: Int32Array;

  constructor(texts: readonly string[], size: number) {
    this.#size = size;
    this.#texts = texts;
    let power = 1;
    for (let i = 0; i < size; i++) power = Math.imul(power, BASE);
    this.#leaving = power;
    this.#offset = new Uint32Array(texts.length);
    this.#filter = new Uint32Array(powerOf2(texts.length * 24) / 32);
    this.#table = new Int32Array(powerOf2(texts.length * 2)).fill(-1);
    this.#next = new Int32Array(texts.length);
    const counts = this.#counts();
    for (let t = texts.length - 1; t >= 0; t--) this.#enter(t, counts);
  }

  /** How often each place is hit by the letters of all texts. */
  #counts(): Uint32Array {
    const letters = this.#texts.reduce((n, text) => n + text.length, 0);
    const counts = new Uint32Array(powerOf2(Math.min(letters, 1 << 20)));
    for (const text of this.#texts)
      this.#roll(text, (hash) => {
        counts[hash & (counts.length - 1)]!++;
      });
    return counts;
  }

  /** Every window of the text: its hash, and where it starts. */
  #roll(text: string, visit: (hash: number, at: number) => void): void {
    const size = this.#size;
    let hash = 0;
    for (let i = 0; i < text.length; i++) {
      hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
      if (i >= size) hash = (hash - Math.imul(text.charCodeAt(i - size), this.#leaving)) | 0;
      if (i >= size - 1) visit(spread(hash), i - size + 1);
    }
  }

  #enter(t: number, counts: Uint32Array): void {
    let least = Number.POSITIVE_INFINITY;
    let anchor = 0;
    this.#roll(this.#texts[t]!, (hash, at) => {
      const count = counts[hash & (counts.length - 1)]!;
      if (count >= least) return;
      least = count;
      anchor = hash;
      this.#offset[t] = at;
    });
    const bit = (anchor >>> 8) & (this.#filter.length * 32 - 1);
    this.#filter[bit >>> 5]! |= 1 << (bit & 31);
    const slot = anchor & (this.#table.length - 1);
    this.#next[t] = this.#table[slot]!;
    this.#table[slot] = t;
  }

  /** Each text that stands in `hit`, once, with its first place. `found` marks those that were told. */
  scan(hit: string, found: Uint8Array, visit: (text: number, at: number) => void): void {
    const size = this.#size;
    const leaving = this.#leaving;
    const filter = this.#filter;
    const bits = filter.length * 32 - 1;
    const mask = this.#table.length - 1;
    let hash = 0;
    for (let i = 0; i < hit.length; i++) {
      hash = (Math.imul(hash, BASE) + hit.charCodeAt(i)) | 0;
      if (i >= size) hash = (hash - Math.imul(hit.charCodeAt(i - size), leaving)) | 0;
      const key = spread(hash);
      const bit = (key >>> 8) & bits;
      if ((filter[bit >>> 5]! & (1 << (bit & 31))) === 0 || i < size - 1) continue;
      for (let t = this.#table[key & mask]!; t >= 0; t = this.#next[t]!) {
        const at = i - size + 1 - this.#offset[t]!;
        if (found[t] === 1 || at < 0 || !hit.startsWith(this.#texts[t]!, at)) continue;
        found[t] = 1;
        visit(t, at);
      }
    }
  }
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
          texts.map(([text]) => text),
          size,
        ),
        golds: texts.map(([, golds]) => golds),
        found: new Uint8Array(texts.length),
      };
    });
  }

  /** Each gold text that stands in `hit`, once, with its first place; in no order. */
  scan(hit: string, visit: (gold: number, at: number) => void): void {
    for (const { anchors, golds, found } of this.#kinds) {
      const told: number[] = [];
      anchors.scan(hit, found, (text, at) => {
        told.push(text);
        for (const gold of golds[text]!) visit(gold, at);
      });
      for (const text of told) found[text] = 0;
    }
  }
}
