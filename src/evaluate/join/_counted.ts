/** Ranks in a list of any order, without sorting it: how many come before each of a few hits. */
import type { TableRows } from "../input/table-ranking.ts";

/** Scores are thrown into ranges, about as many as there are scores; only those in the range of a hit are compared with it. */
const MOST = 1024;

export class CountedRanks {
  readonly #above = new Uint32Array(MOST + 1);
  readonly #wanted = new Uint8Array(MOST);
  #rangeOf = new Uint16Array(1024);

  /** The rank of each found hit, in the order of `foundAt`. `before`: negative where a comes first among equal scores. */
  ranks(
    s: Float64Array,
    n: number,
    { found, foundAt }: Pick<TableRows, "found" | "foundAt">,
    before: (a: number, b: number) => number,
    ranks: Uint32Array,
  ): void {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < n; i++) {
      const x = s[i]!;
      if (x < least) least = x;
      if (x > most) most = x;
    }
    if (n > this.#rangeOf.length) this.#rangeOf = new Uint16Array(2 * n);
    const rangeOf = this.#rangeOf;
    const ranges = Math.min(MOST, n);
    const above = this.#above.fill(0, 0, ranges + 1);
    // Best first; rounding keeps the order, so that a better score is never in a later range.
    const scale = (ranges - 1) / (most - least);
    const spread = Number.isFinite(scale);
    for (let i = 0; i < n; i++) {
      const range = spread ? ((most - s[i]!) * scale) | 0 : 0;
      rangeOf[i] = range;
      above[range + 1]!++;
    }
    for (let range = 0; range < ranges; range++) above[range + 1]! += above[range]!;
    const wanted = this.#wanted;
    for (let f = 0; f < found; f++) wanted[rangeOf[foundAt[f]!]!] = 1;
    const near: number[] = [];
    for (let i = 0; i < n; i++) if (wanted[rangeOf[i]!] === 1) near.push(i);
    for (let f = 0; f < found; f++) {
      const at = foundAt[f]!;
      const range = rangeOf[at]!;
      const x = s[at]!;
      let rank = above[range]!;
      for (const i of near)
        if (rangeOf[i] === range && i !== at && (s[i]! > x || (s[i] === x && before(i, at) < 0))) rank++;
      ranks[f] = rank;
    }
    for (let f = 0; f < found; f++) wanted[rangeOf[foundAt[f]!]!] = 0;
  }
}
