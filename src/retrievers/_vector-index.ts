/** Vectors in memory, compared one by one: exact, and fast enough for some ten thousand documents. */
import { vectorOf } from "./_embed.ts";
import { retrieverProblem } from "./problems.ts";

export interface Neighbour {
  /** The place of the vector among those given. */
  readonly at: number;
  /** Cosine; 0 where a vector is all zeros. */
  readonly score: number;
}

export class VectorIndex {
  #size = 0;
  #dimensions = 0;
  /** One row per vector, of length 1. */
  #rows = new Float32Array(0);

  get size(): number {
    return this.#size;
  }

  /** `of`: what it is the embedding of, for messages. */
  add(given: unknown, of: string): void {
    const unit = this.#unit(given, of);
    const end = (this.#size + 1) * this.#dimensions;
    if (end > this.#rows.length) {
      const grown = new Float32Array(Math.max(end, this.#rows.length * 2));
      grown.set(this.#rows);
      this.#rows = grown;
    }
    this.#rows.set(unit, this.#size * this.#dimensions);
    this.#size++;
  }

  /** The k nearest, best first; equally near ones in the order given. */
  search(given: unknown, k = this.#size): Neighbour[] {
    if (this.#size === 0) return [];
    const query = this.#unit(given, "the query");
    const [n, rows] = [this.#dimensions, this.#rows];
    const all: Neighbour[] = new Array(this.#size);
    for (let at = 0; at < this.#size; at++) {
      let score = 0;
      for (let i = 0, j = at * n; i < n; i++, j++) score += query[i]! * rows[j]!;
      all[at] = { at, score };
    }
    return all.sort((a, b) => b.score - a.score || a.at - b.at).slice(0, k);
  }

  #unit(given: unknown, of: string): Float32Array {
    const vector = vectorOf(given, of);
    if (this.#dimensions === 0) this.#dimensions = vector.length;
    if (vector.length !== this.#dimensions)
      throw retrieverProblem.error("bad-vector/length", {
        of,
        length: vector.length,
        wanted: this.#dimensions,
      });
    // By the largest first: squares of large numbers would overflow.
    const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0) || 1;
    const scaled = vector.map((one) => one / largest);
    const length = Math.sqrt(scaled.reduce((sum, one) => sum + one * one, 0)) || 1;
    return Float32Array.from(scaled, (one) => one / length);
  }
}
