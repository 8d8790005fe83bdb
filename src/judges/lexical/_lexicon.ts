/** Stems, weights and first letters of words, by the number of their key: columns that are filled as words come. */

import { FoldedWords } from "../../text/folded-words.ts";
import { stem } from "../../text/stem.ts";
import type { Weigh } from "./_weights.ts";

/** A word as related words are compared with it; `code` is a small number for its first letters, which a few words share. */
export interface WordForm {
  readonly form: string;
  readonly code: number;
}

const CODES = 4096;
/** Letters that related words share. */
const PREFIX = 4;
/** Of letters, the first up to but not with `end`; never 0. */
function codeOf(key: string, end: number): number {
  let hash = 0;
  for (let i = 0; i < end; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 13)) & (CODES - 1) || 1;
}
/** Of a whole word. */
export const wholeCode = (key: string): number => codeOf(key, key.length);
/** Of what a word begins with: calls `say` with the code of every beginning from `least` letters on that is not the whole. */
export function beginningCodes(key: string, least: number, say: (code: number) => void): void {
  for (let end = least; end < key.length; end++) say(codeOf(key, end));
}
/** 0 of a word that is too short to be related to another. */
const prefixCode = (key: string): number => (key.length < PREFIX ? 0 : codeOf(key, PREFIX));

const formOf = (form: string): WordForm => ({ form, code: prefixCode(form) });

export const isPlain = (key: string): boolean => {
  const code = key.charCodeAt(0);
  return code !== 35 /* # */ && code !== 64 /* @ */;
};

const LONG = 8;
const syllable = /^(?:de|re|co|sub|pre|post|over|under|inter|multi)(?=[^aeiou])/;
const none: readonly WordForm[] = [];

/** A long word without its first syllable: "deforestation" has to do with "forest". Syllables that deny are left on. The word itself where there is none. */
function withoutSyllable(key: string): string {
  const bare = key.length < LONG + 2 ? key : key.replace(syllable, "");
  return bare.length < LONG ? key : bare;
}

/** What related words are compared with; none of numbers and dates. */
export function formsOf(key: string): readonly WordForm[] {
  if (!isPlain(key)) return none;
  const bare = withoutSyllable(key);
  return bare === key ? [formOf(key)] : [formOf(key), formOf(bare)];
}

/** Forgets all at this size: memory stays flat however many cases are judged. */
const MOST = 32_768;

/** What is known of a key, side by side: where to find it, `id * SIDE` and these. */
export const SIDE = 8;
/** The last case that looked for it, what it found there (a place in the list of the case), and the last statement it was read in. */
export const STAMP = 0;
export const FOUND = 1;
export const SEEN = 2;
/** One more than the number of its stem; 0 is not known yet. */
const STEM = 3;
/** Codes of its first letters (-1 of numbers and dates), and of those without its first syllable and of the whole in one. */
const CODE = 4;
const BARE_AND_WHOLE = 5;
/** How much it says, as a double: `weights[id * WEIGHTS + WEIGHT]`. */
export const WEIGHTS = 4;
export const WEIGHT = 3;

export const NEAR = 1;
export const BEGINS = 2;
const ASKED = 4;

export class Lexicon {
  readonly words: FoldedWords;
  #weigh: Weigh;
  #age: number;
  /** By key: what is known of it, and how much it says. */
  known = new Int32Array(1024 * SIDE);
  weights = new Float64Array(this.known.buffer);
  readonly #stems = new Map<string, number>();
  /** By stem: the last case that asks for it, and its number there. */
  #asked = new Int32Array(1024);
  #terms = new Int32Array(1024);
  /**
   * By code, of the last case: `NEAR` where it asks for a word with these first letters, `BEGINS` for one that begins so, `ASKED` for a stem
   * with a number of this remainder. A few bytes, so that they stay near the processor.
   */
  readonly hints = new Uint8Array(CODES);
  #stamp = 0;
  #statement = 0;

  constructor(weigh: Weigh, words: FoldedWords = new FoldedWords()) {
    this.#weigh = weigh;
    this.words = words;
    this.#age = words.age;
  }

  /** Other weights, as if it were new. */
  reweigh(weigh: Weigh): this {
    this.#weigh = weigh;
    this.known.fill(0);
    return this;
  }

  /** A new one for each case. Between cases only is anything forgotten: within one, a word keeps its number. */
  stamp(): number {
    if (this.#age !== this.words.age) {
      this.#age = this.words.age;
      this.known.fill(0);
      this.#stems.clear();
    }
    this.hints.fill(0);
    return ++this.#stamp;
  }

  /** A new number for each statement that is read. */
  statement(): number {
    return ++this.#statement;
  }

  weightOf(key: string): number {
    const id = this.idOf(key);
    return this.weights[id * WEIGHTS + WEIGHT]!;
  }

  /** The number of a key, of which everything is known then. */
  idOf(key: string): number {
    const id = this.words.idOf(key);
    this.know(id);
    return id;
  }

  /** Fills the columns of a key. They may be others then. */
  know(id: number): void {
    if (id * SIDE >= this.known.length) this.#grow(id);
    const at = id * SIDE;
    if (this.known[at + STEM] !== 0) return;
    const key = this.words.keyOf(id);
    const plain = isPlain(key);
    const bare = plain ? withoutSyllable(key) : key;
    this.weights[id * WEIGHTS + WEIGHT] = this.#weigh(key);
    this.known[at + STEM] = 1 + this.#stem(plain ? stem(key) : key);
    this.known[at + CODE] = plain ? prefixCode(key) : -1;
    this.known[at + BARE_AND_WHOLE] =
      ((bare === key ? 0 : prefixCode(bare)) << 16) | (plain ? wholeCode(key) : 0);
  }

  #stem(key: string): number {
    const known = this.#stems.get(key);
    if (known !== undefined) return known;
    const id = this.#stems.size;
    if (id === this.#asked.length) {
      this.#asked = longer(this.#asked, 2 * id);
      this.#terms = longer(this.#terms, 2 * id);
    }
    this.#stems.set(key, id);
    return id;
  }

  /** The number of a key's stem in the case with this stamp; -1 where it does not ask for it. */
  termOf(id: number, stamp: number): number {
    const stem = this.known[id * SIDE + STEM]! - 1;
    return this.#asked[stem] === stamp ? this.#terms[stem]! : -1;
  }

  ask(id: number, stamp: number, term: number): void {
    const stem = this.known[id * SIDE + STEM]! - 1;
    this.hint(stem & (CODES - 1), ASKED);
    this.#asked[stem] = stamp;
    this.#terms[stem] = term;
  }

  hint(code: number, of: number): void {
    this.hints[code] = this.hints[code]! | of;
  }

  /** Nothing that the last case asks for begins as this word does, of which everything is known: so it is with most of them. */
  isFar(id: number): boolean {
    const { hints, known } = this;
    const at = id * SIDE;
    const code = known[at + CODE]!;
    const others = known[at + BARE_AND_WHOLE]!;
    return (
      code >= 0 &&
      ((hints[code]! | hints[others >> 16]!) & NEAR) === 0 &&
      (hints[others & 0xffff]! & BEGINS) === 0 &&
      (hints[(known[at + STEM]! - 1) & (CODES - 1)]! & ASKED) === 0
    );
  }

  #grow(id: number): void {
    this.known = longer(this.known, Math.max(2 * this.known.length, (id + 1024) * SIDE));
    this.weights = new Float64Array(this.known.buffer);
  }
}

/** Between cases: words that are many are forgotten. */
export function forget(words: FoldedWords): void {
  if (words.size >= MOST) words.clear();
}

function longer(list: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(size);
  more.set(list);
  return more;
}
