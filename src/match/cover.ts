/** What hits cover of their documents, and of the gold in them, hit by hit. */
import type { SpanCredit } from "../core/ranking.ts";

/** From where up to where in a document. */
export interface DocInterval {
  readonly doc: string;
  readonly from: number;
  readonly to: number;
}

/** Does a hit hold enough of a gold span by itself: anything at all, and at least this share? */
export function holdsEnough(hit: DocInterval | undefined, wanted: DocInterval, least: number): boolean {
  if (hit === undefined || hit.doc !== wanted.doc) return false;
  const shared = Math.min(hit.to, wanted.to) - Math.max(hit.from, wanted.from);
  return shared > 0 && shared / (wanted.to - wanted.from) >= least;
}

/** Intervals of one document that do not touch, in order, as from, to, from, to … */
class Cover {
  #ends: number[] = [];

  /** How much of [from, to) it covers. */
  within(from: number, to: number): number {
    let size = 0;
    for (let i = this.#first(from); i < this.#ends.length && this.#ends[i]! < to; i += 2)
      size += Math.min(to, this.#ends[i + 1]!) - Math.max(from, this.#ends[i]!);
    return size;
  }

  /** Adds [from, to); the pieces of it that are new. */
  add(from: number, to: number): [from: number, to: number][] {
    const fresh: [number, number][] = [];
    const start = this.#first(from);
    let at = from;
    let low = from;
    let high = to;
    let end = start;
    for (; end < this.#ends.length && this.#ends[end]! <= to; end += 2) {
      const [a, b] = [this.#ends[end]!, this.#ends[end + 1]!];
      if (a > at) fresh.push([at, a]);
      at = Math.max(at, b);
      low = Math.min(low, a);
      high = Math.max(high, b);
    }
    if (at < to) fresh.push([at, to]);
    this.#ends.splice(start, end - start, low, high);
    return fresh;
  }

  /** Where the first interval stands that ends at `from` or later. */
  #first(from: number): number {
    let [low, high] = [0, this.#ends.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[2 * middle + 1]! < from) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }
}

class Covers {
  readonly #byDoc = new Map<string, Cover>();
  of(doc: string): Cover {
    let cover = this.#byDoc.get(doc);
    if (cover === undefined) {
      cover = new Cover();
      this.#byDoc.set(doc, cover);
    }
    return cover;
  }
}

/** `hits`: best first; undefined where a hit has no span, which then covers nothing. */
export function coverGold(
  hits: readonly (DocInterval | undefined)[],
  golds: readonly DocInterval[],
): SpanCredit {
  const wanted = new Covers();
  let gold = 0;
  for (const { doc, from, to } of golds) for (const [a, b] of wanted.of(doc).add(from, to)) gold += b - a;
  const covered = new Covers();
  const size = new Float64Array(hits.length);
  const fresh = new Float64Array(hits.length);
  const found = new Float64Array(hits.length);
  hits.forEach((hit, i) => {
    if (hit === undefined) return;
    size[i] = hit.to - hit.from;
    for (const [a, b] of covered.of(hit.doc).add(hit.from, hit.to)) {
      fresh[i]! += b - a;
      found[i]! += wanted.of(hit.doc).within(a, b);
    }
  });
  return { gold, size, fresh, found };
}
