/** The words that the claims and the question of one case ask for, each with a number, so that statements are read once for all of them. */

import { related } from "../../text/stem.ts";
import { foldTokens, impliedKeys, type Token } from "../../text/tokens.ts";
import { type Aliases, inOneForm } from "./_aliases.ts";
import { codeOf, isPlain, type Lexicon, type Match, noMatch, PREFIX, type Word } from "./_lexicon.ts";

/** How well a word was found, in hundredths: rows of them are bytes. */
export const SAME = 100;
const RELATED = 90;
/** The weight of a small word, where a claim has no others. */
const SMALL = 0.1;

/** Of two terms in either order: "the ship sank" and "sank the ship". */
export const pairKey = (left: number, right: number): number =>
  left < right ? left * 65_536 + right : right * 65_536 + left;

export interface Term {
  readonly id: number;
  readonly key: string;
  /** A number or a date: nothing else will do. */
  readonly exact: boolean;
  /** Of the number before it. */
  readonly unit: boolean;
  readonly weight: number;
  readonly start: number;
  readonly end: number;
}

/** A date is asked for as its day (or month) and its year: a text may say them in two places. */
function partsOf(key: string): readonly string[] {
  const [, year, month, day] = /^@(\d+)-(\d\d)(?:-(\d\d))?$/.exec(key) ?? [];
  if (year === undefined) return [key];
  return [day === undefined ? impliedKeys(key)[0]! : `@--${month}-${day}`, `#${Number(year)}`];
}

export class Wanted {
  readonly #lexicon: Lexicon;
  readonly #words: Word[] = [];
  readonly #inReference: boolean[] = [];
  /** By the first letters, as related words share them. */
  readonly #near = new Map<string, number[]>();
  /** Two words of a claim that stand side by side, by what they are as one: "south east". */
  readonly #joined = new Map<string, readonly [number, number]>();
  /** Neighbouring terms of claims, by first × LIMIT + second: the number of the pair. */
  readonly #pairs = new Map<number, number>();
  /** Of this case, on the words that it met. */
  readonly #stamp: number;

  readonly #aliases: Aliases;

  constructor(lexicon: Lexicon, aliases: Aliases) {
    this.#lexicon = lexicon;
    this.#aliases = aliases;
    this.#stamp = lexicon.stamp();
  }

  get size(): number {
    return this.#words.length;
  }

  /** Terms of a claim that stand side by side, but for small words. */
  pair(left: number, right: number): number {
    const key = pairKey(left, right);
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    this.#pairs.set(key, this.#pairs.size);
    return this.#pairs.size - 1;
  }

  get pairs(): ReadonlyMap<number, number> {
    return this.#pairs;
  }

  /** The terms of a text that carry weight, each once, in order. A text of nothing but small words is asked for word by word. */
  add(text: string, reference: boolean): readonly Term[] {
    const tokens = inOneForm(foldTokens(text), this.#aliases);
    const heavy = tokens.filter(({ key }) => this.#lexicon.word(key).weight > 0);
    const terms = new Map<number, Term>();
    for (const { key, kind, start, end, unit = false } of heavy.length > 0 ? heavy : tokens)
      for (const part of partsOf(key)) {
        const id = this.#id(part);
        if (reference) this.#inReference[id] = true;
        const exact = kind !== "word";
        if (!terms.has(id))
          terms.set(id, {
            id,
            key: part,
            exact,
            unit,
            weight: this.#lexicon.word(part).weight || SMALL,
            start,
            end,
          });
      }
    for (let i = 1; i < heavy.length; i++) this.#join(heavy[i - 1]!, heavy[i]!);
    return [...terms.values()];
  }

  #join(left: Token, right: Token): void {
    if (left.kind !== "word" || right.kind !== "word" || right.start - left.end !== 1) return;
    const name = left.key + right.key;
    if (this.#joined.has(name)) return;
    this.#joined.set(name, [this.#id(left.key), this.#id(right.key)]);
    this.#lexicon.near[codeOf(name)] = this.#stamp;
  }

  #id(key: string): number {
    const word = this.#lexicon.word(key);
    const known = this.#lexicon.termOf(word.stem, this.#stamp);
    if (known >= 0) return known;
    const id = this.#words.length;
    this.#lexicon.ask(word.stem, this.#stamp, id);
    this.#words.push(word);
    this.#inReference.push(false);
    for (const { prefix, code } of word.forms) {
      push(this.#near, prefix, id);
      this.#lexicon.near[code] = this.#stamp;
    }
    return id;
  }

  /** A new number for each statement that is read. */
  statement(): number {
    return this.#lexicon.statement();
  }

  /** A word of a statement with what it matches here. Only asked when every text was added. */
  word(token: Token): Word {
    const word = this.#lexicon.wordOf(token);
    if (word.stamp !== this.#stamp) {
      word.stamp = this.#stamp;
      word.match = this.#isFar(word) ? noMatch : this.#find(token.key, word);
    }
    return word;
  }

  #find(key: string, { stem, forms }: Word): Match {
    let terms = none as number[];
    let strengths = none as number[];
    const say = (id: number, strength: number): void => {
      if (id < 0 || terms.includes(id)) return;
      if (terms === none) [terms, strengths] = [[], []];
      terms.push(id);
      strengths.push(strength);
    };
    say(this.#lexicon.termOf(stem, this.#stamp), SAME);
    if (!isPlain(key))
      for (const part of impliedKeys(key))
        say(this.#lexicon.termOf(this.#lexicon.word(part).stem, this.#stamp), SAME);
    for (const { form, prefix } of forms)
      for (const id of this.#near.get(prefix) ?? none)
        if (this.#words[id]!.forms.some((other) => related(form, other.form))) say(id, RELATED);
    for (const id of this.#joined.get(key) ?? none) say(id, SAME);
    const opens = this.#opens(key);
    if (terms.length === 0 && opens.length === 0) return noMatch;
    let inReference = 0;
    for (let i = 0; i < terms.length; i++)
      if (this.#inReference[terms[i]!]) inReference = Math.max(inReference, strengths[i]!);
    return { terms, strengths, inReference, opens };
  }

  /** Nothing that is asked for begins as this word does: so it is with most of them. */
  #isFar({ stem, code, bareCode }: Word): boolean {
    const { near } = this.#lexicon;
    return (
      code >= 0 &&
      near[code] !== this.#stamp &&
      (bareCode < 0 || near[bareCode] !== this.#stamp) &&
      this.#lexicon.termOf(stem, this.#stamp) < 0
    );
  }

  #opens(key: string): Match["opens"] {
    const opens: { rest: string; term: number }[] = [];
    for (const term of key.length < PREFIX ? none : (this.#near.get(key.slice(0, PREFIX)) ?? none)) {
      const { form } = this.#words[term]!.forms[0]!;
      if (form.length > key.length && form.startsWith(key))
        opens.push({ rest: form.slice(key.length), term });
    }
    return opens;
  }
}

const none: readonly number[] = [];

function push(lists: Map<string, number[]>, key: string, id: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [id]);
  else list.push(id);
}
