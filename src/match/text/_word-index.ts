/**
 * Passages found by their rarest words. A hit that holds enough of a passage holds some of its rarest words too:
 * of n words of which e must be there, at least c of any n - e + c are. Only such passages are compared.
 */
import { type CountedWords, countWords, findWords, mostSimilar } from "./_find-words.ts";
import { Normaliser } from "./_normalise.ts";
import type { FoundText, TextIndex } from "./_types.ts";

/** How many rare words a candidate must share, where it has as many. */
const WANTED = 3;

export class WordIndex implements TextIndex {
  readonly #normaliser = new Normaliser();
  readonly #least: number;
  readonly #golds: readonly CountedWords[];
  /** Rare word → passages, and how often it is among the rare words of each. */
  readonly #places = new Map<string, { readonly golds: number[]; readonly times: number[] }>();
  /** By passage: how many rare words a hit must share; 0 where any hit may do. */
  readonly #wanted: Uint8Array;
  readonly #always: readonly number[];
  readonly #shared: Uint32Array;

  constructor(golds: readonly string[], least: number) {
    this.#least = least;
    this.#golds = golds.map((gold) => countWords(gold, this.#normaliser));
    this.#shared = new Uint32Array(golds.length);
    const frequency = new Map<string, number>();
    for (const { counts } of this.#golds)
      for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    this.#wanted = Uint8Array.from(this.#golds, (words, gold) => this.#enter(gold, words, frequency));
    this.#always = [...this.#wanted.keys()].filter(
      (gold) => this.#wanted[gold] === 0 && this.#golds[gold]!.words.length > 0,
    );
  }

  #enter(gold: number, { words, counts }: CountedWords, frequency: ReadonlyMap<string, number>): number {
    const n = words.length;
    let enough = 0;
    while (enough < n && mostSimilar(n, enough) < this.#least) enough++;
    const wanted = Math.min(WANTED, enough);
    let rare = n - enough + wanted;
    if (wanted === 0) return 0;
    const byRarity = [...counts].sort(([a], [b]) => frequency.get(a)! - frequency.get(b)!);
    for (const [word, times] of byRarity) {
      if (rare === 0) break;
      let places = this.#places.get(word);
      if (places === undefined) {
        places = { golds: [], times: [] };
        this.#places.set(word, places);
      }
      places.golds.push(gold);
      places.times.push(Math.min(times, rare));
      rare -= Math.min(times, rare);
    }
    return wanted;
  }

  find(text: string): (FoundText & { readonly gold: number })[] {
    const hit = countWords(text, this.#normaliser);
    const found = this.#candidates(hit).flatMap((gold) => {
      const place = findWords(hit, this.#golds[gold]!, this.#least);
      return place === undefined ? [] : { gold, ...place };
    });
    return found.sort((a, b) => a.gold - b.gold);
  }

  #candidates({ counts }: CountedWords): number[] {
    const shared = this.#shared;
    const touched: number[] = [];
    const candidates = [...this.#always];
    for (const [word, n] of counts) {
      const places = this.#places.get(word);
      if (places === undefined) continue;
      const { golds, times } = places;
      for (let i = 0; i < golds.length; i++) {
        const gold = golds[i]!;
        const before = shared[gold]!;
        if (before === 0) touched.push(gold);
        const now = before + Math.min(n, times[i]!);
        shared[gold] = now;
        if (before < this.#wanted[gold]! && now >= this.#wanted[gold]!) candidates.push(gold);
      }
    }
    for (const gold of touched) shared[gold] = 0;
    return candidates;
  }
}
