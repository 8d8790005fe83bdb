/** Stems and weights of words that were asked for before. */

import { stem } from "../../text/stem.ts";
import type { Weigh } from "./_weights.ts";

export interface Word {
  readonly stem: string;
  readonly weight: number;
  /** What related words are compared with; none of numbers and dates. */
  readonly forms: readonly WordForm[];
  /** The case that `match` is of: kept here, a word is looked up once. */
  stamp: number;
  match: Match;
  /** The last statement that was read with it: a word counts once. */
  seen: number;
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
}

export const isPlain = (key: string): boolean => key[0] !== "#" && key[0] !== "@";

/** Letters that related words share. */
export const PREFIX = 3;
const LONG = 8;
const syllable = /^(?:de|re|co|sub|pre|post|over|under|inter|multi)(?=[^aeiou])/;
const none: readonly WordForm[] = [];

/** A word, and what is left of a long one without its first syllable: "deforestation" has to do with "forest". Syllables that deny are left on. */
function formsOf(key: string): readonly WordForm[] {
  if (!isPlain(key)) return none;
  const own = { form: key, prefix: key.slice(0, PREFIX) };
  const bare = key.length < LONG + 2 ? key : key.replace(syllable, "");
  return bare === key || bare.length < LONG ? [own] : [own, { form: bare, prefix: bare.slice(0, PREFIX) }];
}

/** Forgets all at this size: memory stays flat however many cases are judged. */
const MOST = 32_768;

export class Lexicon {
  readonly #weigh: Weigh;
  readonly #words = new Map<string, Word>();
  #stamp = 0;
  #statement = 0;

  constructor(weigh: Weigh) {
    this.#weigh = weigh;
  }

  /** A new one for each case. Between cases only is anything forgotten: within one, a word stays the same object. */
  stamp(): number {
    if (this.#words.size >= MOST) this.#words.clear();
    return ++this.#stamp;
  }

  /** A new number for each statement that is read. */
  statement(): number {
    return ++this.#statement;
  }

  word(key: string): Word {
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const word: Word = {
      stem: isPlain(key) ? stem(key) : key,
      weight: this.#weigh(key),
      forms: formsOf(key),
      stamp: 0,
      match: noMatch,
      seen: 0,
    };
    this.#words.set(key, word);
    return word;
  }
}
