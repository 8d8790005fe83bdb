/** The words that the claims and the question of one case ask for, each with a number, so that statements are read once for all of them. */
import type { Weigh } from "./_weights.ts";
import { related, stem } from "./stem.ts";
import { foldTokens, impliedKeys } from "./tokens.ts";

/** How well a word was found, in hundredths: rows of them are bytes. */
export const SAME = 100;
const RELATED = 90;
/** A date of which part is said: the day without the year, the month without the day. */
const NEARLY = 80;

/** What a word of a statement has to do with the wanted ones. */
export interface Match {
  readonly weight: number;
  /** Wanted terms, and how well this word says each of them. */
  readonly terms: readonly number[];
  readonly strengths: readonly number[];
  /** The best of those that the reference asks for. */
  readonly inReference: number;
  /** The last statement that was read with it: a word counts once. */
  seen: number;
}

export interface Term {
  readonly id: number;
  readonly key: string;
  /** A number or a date: nothing else will do. */
  readonly exact: boolean;
  readonly weight: number;
  readonly start: number;
  readonly end: number;
}

const isPlain = (key: string): boolean => key[0] !== "#" && key[0] !== "@";
const PREFIX = 3;
const LONG = 8;

/** A word, and what is left of a long one without its first syllable: "deforestation" has to do with "forest". Syllables that deny are left on. */
function forms(key: string): readonly string[] {
  const bare =
    key.length < LONG + 2
      ? key
      : key.replace(/^(?:de|re|co|sub|pre|post|over|under|inter|multi)(?=[^aeiou])/, "");
  return bare.length >= LONG && bare !== key ? [key, bare] : [key];
}

export class Wanted {
  readonly #weigh: Weigh;
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #inReference: boolean[] = [];
  /** By the first letters, as related words share them. */
  readonly #near = new Map<string, number[]>();
  /** Keys that say part of a wanted date. */
  readonly #partly = new Map<string, number[]>();
  readonly #matches = new Map<string, Match>();

  constructor(weigh: Weigh) {
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#ids.size;
  }

  /** The terms of a text that carry weight, each once, in order. A text of nothing but small words is asked for word by word. */
  add(text: string, reference: boolean): readonly Term[] {
    const tokens = foldTokens(text);
    const heavy = tokens.filter(({ key }) => this.#weigh(key) > 0);
    const terms = new Map<number, Term>();
    for (const { key, kind, start, end } of heavy.length > 0 ? heavy : tokens) {
      const id = this.#id(key);
      if (reference) this.#inReference[id] = true;
      if (!terms.has(id))
        terms.set(id, { id, key, exact: kind !== "word", weight: this.#weigh(key) || 0.1, start, end });
    }
    return [...terms.values()];
  }

  #id(key: string): number {
    const name = isPlain(key) ? stem(key) : key;
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(name, id);
    this.#words.push(key);
    this.#inReference.push(false);
    if (isPlain(key)) for (const form of forms(key)) push(this.#near, form.slice(0, PREFIX), id);
    else for (const part of impliedKeys(key)) if (part[0] === "@") push(this.#partly, part, id);
    return id;
  }

  /** What a word of a statement matches. Only asked when every text was added. */
  match(key: string): Match {
    const known = this.#matches.get(key);
    if (known !== undefined) return known;
    const found = new Map<number, number>();
    const say = (id: number | undefined, strength: number): void => {
      if (id !== undefined && strength > (found.get(id) ?? 0)) found.set(id, strength);
    };
    if (isPlain(key)) {
      say(this.#ids.get(stem(key)), SAME);
      for (const form of forms(key))
        for (const id of this.#near.get(form.slice(0, PREFIX)) ?? [])
          if (forms(this.#words[id]!).some((other) => related(form, other))) say(id, RELATED);
    } else {
      say(this.#ids.get(key), SAME);
      for (const part of impliedKeys(key)) say(this.#ids.get(isPlain(part) ? stem(part) : part), SAME);
      for (const id of this.#partly.get(key) ?? []) say(id, NEARLY);
    }
    let inReference = 0;
    for (const [id, strength] of found)
      if (this.#inReference[id]) inReference = Math.max(inReference, strength);
    const match: Match = {
      weight: this.#weigh(key),
      terms: [...found.keys()],
      strengths: [...found.values()],
      inReference,
      seen: -1,
    };
    this.#matches.set(key, match);
    return match;
  }
}

function push(lists: Map<string, number[]>, key: string, id: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [id]);
  else list.push(id);
}
