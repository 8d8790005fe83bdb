/**
 * Passages found by the rarest things they hold, words or pairs of words. A hit that must share e of n things with a passage
 * shares at least c of any n - e + c of them: only the rarest are looked up.
 */

/** How many rare things a candidate must share, where it must share as many at all. */
const WANTED = 3;

export interface Rare {
  readonly gold: number;
  /** What it holds, by number, repeated where it is there more than once. */
  readonly things: Int32Array;
  /** How many of them a hit must share; at least 1. */
  readonly share: number;
}

export class RareThings {
  /** Thing t is rare in the passages at `start[t]` … `start[t + 1] - 1`, each so many times. */
  readonly #start: Uint32Array;
  readonly #places: Uint32Array;
  readonly #times: Uint32Array;
  readonly #golds: Uint32Array;
  readonly #wanted: Uint8Array;
  /** Zeros between two hits: by passage, and by thing. */
  readonly #shared: Uint32Array;
  readonly #said: Uint32Array;

  constructor(passages: readonly Rare[], things: number) {
    this.#golds = Uint32Array.from(passages, ({ gold }) => gold);
    this.#wanted = Uint8Array.from(passages, ({ share }) => Math.min(WANTED, share));
    this.#shared = new Uint32Array(passages.length);
    this.#said = new Uint32Array(things);
    const frequency = new Uint32Array(things);
    for (const one of passages) for (const thing of one.things) frequency[thing]!++;
    const rarest = passages.map(({ things: all, share }, p) => {
      const times = new Map<number, number>();
      const sorted = all.slice().sort((a, b) => frequency[a]! - frequency[b]! || a - b);
      for (const thing of sorted.subarray(0, all.length - share + this.#wanted[p]!))
        times.set(thing, (times.get(thing) ?? 0) + 1);
      return times;
    });
    this.#start = new Uint32Array(things + 1);
    for (const times of rarest) for (const thing of times.keys()) this.#start[thing + 1]!++;
    for (let t = 0; t < things; t++) this.#start[t + 1]! += this.#start[t]!;
    this.#places = new Uint32Array(this.#start[things]!);
    this.#times = new Uint32Array(this.#start[things]!);
    const at = this.#start.slice();
    rarest.forEach((times, p) => {
      for (const [thing, n] of times) {
        this.#times[at[thing]!] = n;
        this.#places[at[thing]!++] = p;
      }
    });
  }

  /** Adds the passages that a hit with these things may hold. -1 is a thing that no passage has. */
  candidates(things: Int32Array, length: number, into: number[]): void {
    if (this.#places.length === 0) return;
    const [start, places, times] = [this.#start, this.#places, this.#times];
    const [wanted, shared, said] = [this.#wanted, this.#shared, this.#said];
    const touched: number[] = [];
    for (let i = 0; i < length; i++) {
      const thing = things[i]!;
      if (thing < 0) continue;
      // The n-th time that the hit has it, it counts for passages that have it n times.
      const n = ++said[thing]!;
      for (let at = start[thing]!, end = start[thing + 1]!; at < end; at++) {
        if (times[at]! < n) continue;
        const p = places[at]!;
        const now = ++shared[p]!;
        if (now === 1) touched.push(p);
        if (now === wanted[p]) into.push(this.#golds[p]!);
      }
    }
    for (let i = 0; i < length; i++) if (things[i]! >= 0) said[things[i]!] = 0;
    for (const p of touched) shared[p] = 0;
  }
}
