/** The k best of many scores, in a heap whose root is the worst of them. */

export class BestDocuments {
  readonly #k: number;
  readonly #scores: Float64Array;
  readonly #docs: Uint32Array;

  constructor(k: number) {
    this.#k = k;
    this.#scores = new Float64Array(k);
    this.#docs = new Uint32Array(k);
  }

  /** The k-th best score of at least k candidates. */
  threshold(scores: Float64Array, candidates: Uint32Array, count: number): number {
    this.#fill(scores, candidates, count);
    return this.#scores[0]!;
  }

  /** The best candidates in order. */
  take(
    scores: Float64Array,
    candidates: Uint32Array,
    count: number,
  ): { docs: readonly number[]; scores: readonly number[] } {
    const size = this.#fill(scores, candidates, count);
    const docs = [...this.#docs.subarray(0, size)].sort((a, b) => scores[b]! - scores[a]! || a - b);
    return { docs, scores: docs.map((doc) => scores[doc]!) };
  }

  #fill(scores: Float64Array, candidates: Uint32Array, count: number): number {
    const k = this.#k;
    const [heap, docs] = [this.#scores, this.#docs];
    const size = Math.min(k, count);
    for (let i = 0; i < size; i++) {
      const doc = candidates[i]!;
      this.#rise(i, scores[doc]!, doc);
    }
    for (let i = size; i < count; i++) {
      const doc = candidates[i]!;
      const score = scores[doc]!;
      if (score > heap[0]! || (score === heap[0]! && doc < docs[0]!)) this.#sink(size, score, doc);
    }
    return size;
  }

  #rise(from: number, score: number, doc: number): void {
    const [scores, docs] = [this.#scores, this.#docs];
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isWorse(score, doc, scores[above]!, docs[above]!)) break;
      scores[at] = scores[above]!;
      docs[at] = docs[above]!;
      at = above;
    }
    scores[at] = score;
    docs[at] = doc;
  }

  /** Puts a document in the place of the worst. */
  #sink(size: number, score: number, doc: number): void {
    const [scores, docs] = [this.#scores, this.#docs];
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && isWorse(scores[below + 1]!, docs[below + 1]!, scores[below]!, docs[below]!))
        below++;
      if (!isWorse(scores[below]!, docs[below]!, score, doc)) break;
      scores[at] = scores[below]!;
      docs[at] = docs[below]!;
      at = below;
    }
    scores[at] = score;
    docs[at] = doc;
  }
}

/** Equal scores: the later document is worse. */
const isWorse = (score: number, doc: number, other: number, otherDoc: number): boolean =>
  score < other || (score === other && doc > otherDoc);
