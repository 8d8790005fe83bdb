/** Stems and weights of words that were asked for before. */

import { stem } from "../../text/stem.ts";
import type { Token } from "../../text/tokens.ts";
import type { Weigh } from "./_weights.ts";

export interface Word {
  /** Whose word it is, as long as it is known there. */
  readonly of: object;
  readonly stem: Stem;
  readonly weight: number;
  /** What related words are compared with; none of numbers and dates. */
  readonly forms: readonly WordForm[];
  /** The case that `match` is of: kept here, a word is looked up once. */
  stamp: number;
  match: Match;
  /** The last statement that was read with it: a word counts once. */
  seen: number;
}

/** One for all words of a stem. */
export interface Stem {
  /** The case that asks for it, and its number there. */
  stamp: number;
  id: number;
}

/** What a word of a statement has to do with the words that a case asks for. */
export interface Match {
  /** Wanted terms, and how well this word says each of them. */
  readonly terms: readonly number[];
  readonly strengths: readonly number[];
  /** The best of those that the reference asks for. */
  readonly inReference: number;
  /** Wanted words that begin with this one, and what is left of them: "play" and "station" say "playstation". */
  readonly opens: readonly { readonly rest: string; readonly term: number }[];
}
/** As of most words. */
export const noMatch: Match = { terms: [], strengths: [], inReference: 0, opens: [] };

interface WordForm {
  readonly form: string;
  /** Related words share it. */
  readonly prefix: string;
  /** A small number for the prefix; a few prefixes share one. */
  readonly code: number;
}

const CODES = 4096;
/** Of the first letters of a word. */
export const codeOf = (key: string): number =>
  ((key.charCodeAt(0) * 961 + (key.charCodeAt(1) | 0) * 31 + (key.charCodeAt(2) | 0)) * 7) & (CODES - 1);

const formOf = (form: string): WordForm => ({ form, prefix: form.slice(0, PREFIX), code: codeOf(form) });

export const isPlain = (key: string): boolean => key[0] !== "#" && key[0] !== "@";

/** Letters that related words share. */
export const PREFIX = 3;
const LONG = 8;
const syllable = /^(?:de|re|co|sub|pre|post|over|under|inter|multi)(?=[^aeiou])/;
const none: readonly WordForm[] = [];

/** A word, and what is left of a long one without its first syllable: "deforestation" has to do with "forest". Syllables that deny are left on. */
function formsOf(key: string): readonly WordForm[] {
  if (!isPlain(key)) return none;
  const own = formOf(key);
  const bare = key.length < LONG + 2 ? key : key.replace(syllable, "");
  return bare === key || bare.length < LONG ? [own] : [own, formOf(bare)];
}

/** Forgets all at this size: memory stays flat however many cases are judged. */
const MOST = 32_768;

export class Lexicon {
  readonly #weigh: Weigh;
  readonly #words = new Map<string, Word>();
  /** Another one whenever all was forgotten. */
  #age = {};
  readonly #stems = new Map<string, Stem>();
  /** By code of first letters: the last case that asks for a word with them. */
  readonly near = new Int32Array(CODES);
  #stamp = 0;
  #statement = 0;

  constructor(weigh: Weigh) {
    this.#weigh = weigh;
  }

  /** A new one for each case. Between cases only is anything forgotten: within one, a word stays the same object. */
  stamp(): number {
    if (this.#words.size >= MOST) {
      this.#words.clear();
      this.#stems.clear();
      this.#age = {};
    }
    return ++this.#stamp;
  }

  /** A new number for each statement that is read. */
  statement(): number {
    return ++this.#statement;
  }

  /** The same of a token: a word that was read before is not looked up. */
  wordOf({ key, word: folded }: Token): Word {
    if (folded === undefined) return this.word(key);
    const known = folded.about as Word | undefined;
    if (known !== undefined && known.of === this.#age) return known;
    const word = this.word(key);
    folded.about = word;
    return word;
  }

  word(key: string): Word {
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const word: Word = {
      of: this.#age,
      stem: this.#stem(isPlain(key) ? stem(key) : key),
      weight: this.#weigh(key),
      forms: formsOf(key),
      stamp: 0,
      match: noMatch,
      seen: 0,
    };
    this.#words.set(key, word);
    return word;
  }

  #stem(key: string): Stem {
    const known = this.#stems.get(key);
    if (known !== undefined) return known;
    const own: Stem = { stamp: 0, id: 0 };
    this.#stems.set(key, own);
    return own;
  }
}
