/**
 * Many passages looked for at once. What a passage may lack bounds how many of its words, and of its pairs of neighbours,
 * a hit must have; only passages of which it has enough rare ones are compared word by word.
 */

import { Normaliser } from "../../text/normalise.ts";
import { findWords, type GoldWords, mayLack, mustShare } from "./_find-words.ts";
import { type Rare, RareThings } from "./_rare.ts";
import { Pairs, Vocabulary } from "./_vocabulary.ts";
import { Words } from "./_words.ts";
import type { FoundText, TextIndex } from "./types.ts";

export class WordIndex implements TextIndex {
  readonly #normaliser = new Normaliser();
  readonly #words = new Words(this.#normaliser);
  readonly #vocabulary = new Vocabulary();
  readonly #pairs = new Pairs();
  readonly #least: number;
  readonly #golds: readonly GoldWords[];
  readonly #byPair: RareThings;
  readonly #byWord: RareThings | undefined;
  /** Passages so short, or wanted so loosely, that any hit may do. */
  readonly #always: readonly number[];
  readonly #counts: Int32Array;
  #numbers = new Int32Array(256);
  #pairNumbers = new Int32Array(256);

  constructor(golds: readonly string[], least: number) {
    this.#least = least;
    const pairs: Rare[] = [];
    const words: Rare[] = [];
    const always: number[] = [];
    this.#golds = golds.map((text, gold) => {
      this.#words.read(text);
      const n = this.#words.length;
      const numbers = this.#number(true).slice(0, n);
      // A third that is lacking parts two neighbours at most.
      const neighbours = n - 1 - mayLack(n, least);
      const share = mustShare(n, least);
      if (neighbours > 0) pairs.push({ gold, things: this.#pairUp(true).slice(0, n - 1), share: neighbours });
      else if (share > 0) words.push({ gold, things: numbers, share });
      else if (n > 0) always.push(gold);
      return { numbers, word: (i) => this.#vocabulary.word(numbers[i]!) };
    });
    this.#always = always;
    this.#byPair = new RareThings(pairs, this.#pairs.length);
    this.#byWord = words.length > 0 ? new RareThings(words, this.#vocabulary.length) : undefined;
    this.#counts = new Int32Array(this.#vocabulary.length);
  }

  /** The numbers of the words that were read, in an array that may be longer. */
  #number(isGold: boolean): Int32Array {
    const { length, from, to, hashes } = this.#words;
    if (length > this.#numbers.length) this.#numbers = new Int32Array(2 * length);
    const { units } = this.#normaliser;
    for (let i = 0; i < length; i++)
      this.#numbers[i] = this.#vocabulary.number(units, from[i]!, to[i]!, hashes[i]!, isGold);
    return this.#numbers;
  }

  /** The numbers of their pairs. Words are known by their hashes here: two that are taken for one make a candidate too many, never one too few. */
  #pairUp(isGold: boolean): Int32Array {
    const { length, hashes } = this.#words;
    if (length > this.#pairNumbers.length) this.#pairNumbers = new Int32Array(2 * length);
    for (let i = 0; i + 1 < length; i++)
      this.#pairNumbers[i] = this.#pairs.number(hashes[i]!, hashes[i + 1]!, isGold);
    return this.#pairNumbers;
  }

  find(text: string): (FoundText & { readonly gold: number })[] {
    this.#words.read(text);
    const { length } = this.#words;
    const candidates = [...this.#always];
    this.#byWord?.candidates(this.#number(false), length, candidates);
    this.#byPair.candidates(this.#pairUp(false), length - 1, candidates);
    if (candidates.length === 0) return [];
    const numbers = this.#number(false);
    const found: (FoundText & { gold: number })[] = [];
    for (const gold of candidates.sort((a, b) => a - b)) {
      const place = findWords(this.#words, numbers, this.#golds[gold]!, this.#least, this.#counts);
      if (place !== undefined) found.push({ gold, ...place });
    }
    return found;
  }
}
