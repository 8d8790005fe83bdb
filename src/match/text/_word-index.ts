/**
 * Many passages looked for at once. What a passage may lack bounds how many of its words, and of its pairs of neighbours,
 * a hit must have; only passages of which it has enough rare ones are compared word by word.
 */
import { findWords, mayLack, mustShare, type Passage } from "./_find-words.ts";
import { Normaliser } from "./_normalise.ts";
import { type Rare, RareThings } from "./_rare.ts";
import type { FoundText, TextIndex } from "./_types.ts";
import { Pairs, Vocabulary } from "./_vocabulary.ts";
import { Words } from "./_words.ts";

export class WordIndex implements TextIndex {
  readonly #normaliser = new Normaliser();
  readonly #words = new Words(this.#normaliser);
  readonly #vocabulary = new Vocabulary();
  readonly #pairs = new Pairs();
  readonly #least: number;
  readonly #golds: readonly Passage[];
  readonly #byPair: RareThings;
  readonly #byWord: RareThings;
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
      const numbers = this.#read(text, true).slice(0, this.#words.length);
      const n = numbers.length;
      // A third that is lacking parts two neighbours at most.
      const neighbours = n - 1 - mayLack(n, least);
      const share = mustShare(n, least);
      if (neighbours > 0)
        pairs.push({ gold, things: this.#pairUp(n, true).slice(0, n - 1), share: neighbours });
      else if (share > 0) words.push({ gold, things: numbers, share });
      else if (n > 0) always.push(gold);
      return { numbers, word: (i) => this.#vocabulary.word(numbers[i]!) };
    });
    this.#always = always;
    this.#byPair = new RareThings(pairs, this.#pairs.length);
    this.#byWord = new RareThings(words, this.#vocabulary.length);
    this.#counts = new Int32Array(this.#vocabulary.length);
  }

  /** The numbers of a text's words, in an array that may be longer. */
  #read(text: string, isGold: boolean): Int32Array {
    const words = this.#words.read(text);
    if (words.length > this.#numbers.length) {
      this.#numbers = new Int32Array(2 * words.length);
      this.#pairNumbers = new Int32Array(2 * words.length);
    }
    const { units } = this.#normaliser;
    for (let i = 0; i < words.length; i++)
      this.#numbers[i] = this.#vocabulary.number(
        units,
        words.from[i]!,
        words.to[i]!,
        words.hashes[i]!,
        isGold,
      );
    return this.#numbers;
  }

  /** The numbers of the pairs of n words. */
  #pairUp(n: number, isGold: boolean): Int32Array {
    const [numbers, into] = [this.#numbers, this.#pairNumbers];
    for (let i = 0; i + 1 < n; i++)
      into[i] =
        numbers[i]! < 0 || numbers[i + 1]! < 0
          ? -1
          : this.#pairs.number(numbers[i]!, numbers[i + 1]!, isGold);
    return into;
  }

  find(text: string): (FoundText & { readonly gold: number })[] {
    const numbers = this.#read(text, false);
    const { length } = this.#words;
    const candidates = [...this.#always];
    this.#byWord.candidates(numbers, length, candidates);
    this.#byPair.candidates(this.#pairUp(length, false), length - 1, candidates);
    const found: (FoundText & { gold: number })[] = [];
    for (const gold of candidates.sort((a, b) => a - b)) {
      const place = findWords(this.#words, numbers, this.#golds[gold]!, this.#least, this.#counts);
      if (place !== undefined) found.push({ gold, ...place });
    }
    return found;
  }
}
