/** Stems and weights of words that were asked for before. */

import { stem } from "../../text/stem.ts";
import type { Token } from "../../text/tokens.ts";
import type { Weigh } from "./_weights.ts";

export interface Word {
  /** Whose word it is, as long as it is known there. */
  readonly of: object;
  /** A number for its stem, and small ones for its first letters (one of them -1 where it has one form). */
  readonly stem: number;
  readonly code: number;
  readonly bareCode: number;
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
  readonly #stems = new Map<string, number>();
  /** By stem: the last case that asks for it, and its number there. */
  #stamps = new Int32Array(1024);
  #terms = new Int32Array(1024);
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
    const forms = formsOf(key);
    const word: Word = {
      of: this.#age,
      stem: this.#stem(isPlain(key) ? stem(key) : key),
      code: forms[0]?.code ?? -1,
      bareCode: forms[1]?.code ?? -1,
      weight: this.#weigh(key),
      forms,
      stamp: 0,
      match: noMatch,
      seen: 0,
    };
    this.#words.set(key, word);
    return word;
  }

  #stem(key: string): number {
    const known = this.#stems.get(key);
    if (known !== undefined) return known;
    const id = this.#stems.size;
    if (id === this.#stamps.length) {
      this.#stamps = grown(this.#stamps);
      this.#terms = grown(this.#terms);
    }
    this.#stems.set(key, id);
    return id;
  }

  /** The number of a stem in the case with this stamp; -1 where it does not ask for it. */
  termOf(stem: number, stamp: number): number {
    return this.#stamps[stem] === stamp ? this.#terms[stem]! : -1;
  }

  ask(stem: number, stamp: number, term: number): void {
    this.#stamps[stem] = stamp;
    this.#terms[stem] = term;
  }
}

function grown(list: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(list.length * 2);
  longer.set(list);
  return longer;
}
