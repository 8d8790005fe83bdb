/** The words that the claims and the question of one case ask for, each with a number, so that statements are read once for all of them. */

import { related } from "../../text/stem.ts";
import { foldTokens, impliedKeys, soughtKey, type Token } from "../../text/tokens.ts";
import { type Aliases, inOneForm } from "./_aliases.ts";
import {
  BEGINS,
  beginningCodes,
  FOUND,
  formsOf,
  isPlain,
  type Lexicon,
  NEAR,
  SIDE,
  STAMP,
  type WordForm,
  wholeCode,
} from "./_lexicon.ts";

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

/** "FY2023" and "FY23": as the two words of "fiscal year 2023". */
const FISCAL = /^fy(?:20)?(\d\d)$/;
function fiscalParts(key: string): readonly string[] | undefined {
  const [, year] = key.startsWith("fy") ? (FISCAL.exec(key) ?? []) : [];
  return year === undefined ? undefined : ["fy", `#20${year}`];
}

/** A date is asked for as its day (or month) and its year: a text may say them in two places. */
function partsOf(key: string): readonly string[] {
  const fiscal = fiscalParts(key);
  if (fiscal !== undefined) return fiscal;
  if (isPlain(key)) return [key];
  const [, year, month, day] = /^@(\d+)-(\d\d)(?:-(\d\d))?$/.exec(key) ?? [];
  if (year === undefined) return [soughtKey(key)];
  return [day === undefined ? impliedKeys(key)[0]! : `@--${month}-${day}`, `#${Number(year)}`];
}

export class Wanted {
  readonly lexicon: Lexicon;
  /** Of this case, on the words that it met. */
  readonly stamp: number;
  /** What words of statements match here, by what `find` says; the first is nothing. */
  readonly matches: Match[] = [noMatch];
  /** By term: its forms. */
  readonly #forms: (readonly WordForm[])[] = [];
  readonly #inReference: boolean[] = [];
  /** By the code of the first letters, as related words share them. */
  readonly #near = new Map<number, number[]>();
  /** Two words of a claim that stand side by side, by what they are as one: "south east". */
  readonly #joined = new Map<string, readonly [number, number]>();
  /** Neighbouring terms of claims, by first × LIMIT + second: the number of the pair. */
  readonly #pairs = new Map<number, number>();
  readonly #aliases: Aliases;
  /** Some term is an amount of money, a time or a version: a whole number alone may say it. */
  #marked = false;

  constructor(lexicon: Lexicon, aliases: Aliases) {
    this.lexicon = lexicon;
    this.#aliases = aliases;
    this.stamp = lexicon.stamp();
  }

  get size(): number {
    return this.#forms.length;
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
  add(text: string, reference: boolean, folded = foldTokens(text)): readonly Term[] {
    const tokens = inOneForm(folded, this.#aliases);
    const heavy = tokens.filter(({ key }) => this.lexicon.weightOf(key) > 0);
    const terms = new Map<number, Term>();
    // Asked for as "half", which 50 per cent says too.
    for (const { key, kind, start, end, unit = false } of heavy.length > 0 ? heavy : tokens)
      for (const part of kind === "word" && key === "#50%" ? ["half"] : partsOf(key)) {
        const id = this.#id(part);
        if (reference) this.#inReference[id] = true;
        const exact = kind !== "word" || part.startsWith("#20");
        if (!terms.has(id))
          terms.set(id, {
            id,
            key: part,
            exact,
            unit,
            weight: this.lexicon.weightOf(part) || SMALL,
            start,
            end,
          });
      }
    for (let i = 1; i < heavy.length; i++) this.#join(heavy[i - 1]!, heavy[i]!);
    const found = [...terms.values()];
    if (found.some(({ key }) => key === "fy")) for (const { key } of found) this.#askFiscal(key);
    return found;
  }

  #join(left: Token, right: Token): void {
    if (left.kind !== "word" || right.kind !== "word" || right.start - left.end !== 1) return;
    const name = left.key + right.key;
    if (this.#joined.has(name)) return;
    this.#joined.set(name, [this.#id(left.key), this.#id(right.key)]);
    this.lexicon.hint(wholeCode(name), BEGINS);
  }

  /** A word that says a fiscal year is looked at. */
  #askFiscal(key: string): void {
    const [, year] = /^#20(\d\d)$/.exec(key) ?? [];
    for (const name of year === undefined ? [] : [`fy20${year}`, `fy${year}`])
      this.lexicon.hint(wholeCode(name), BEGINS);
  }

  #id(key: string): number {
    const { lexicon, stamp } = this;
    const word = lexicon.idOf(key);
    const known = lexicon.termOf(word, stamp);
    if (known >= 0) return known;
    const id = this.#forms.length;
    if (!isPlain(key) && MARKED.test(key)) this.#marked = true;
    lexicon.ask(word, stamp, id);
    const forms = formsOf(key);
    this.#forms.push(forms);
    this.#inReference.push(false);
    for (const { code } of forms) {
      if (code === 0) continue;
      push(this.#near, code, id);
      lexicon.hint(code, NEAR);
    }
    if (forms.length > 0)
      beginningCodes(key, SHORTEST, (code) => {
        lexicon.hint(code, BEGINS);
      });
    return id;
  }

  /** Looks for a word of a statement, by the number of its key: its place in `matches` is in the lexicon then. Only when every text was added. */
  find(id: number): void {
    const { lexicon, stamp } = this;
    lexicon.know(id);
    const match = lexicon.isFar(id) ? noMatch : this.#match(id);
    lexicon.known[id * SIDE + STAMP] = stamp;
    lexicon.known[id * SIDE + FOUND] = match === noMatch ? 0 : this.matches.push(match) - 1;
  }

  #match(word: number): Match {
    const { lexicon, stamp } = this;
    const key = lexicon.words.keyOf(word);
    let terms = none as number[];
    let strengths = none as number[];
    const say = (id: number, strength: number): void => {
      if (id < 0 || terms.includes(id)) return;
      if (terms === none) [terms, strengths] = [[], []];
      terms.push(id);
      strengths.push(strength);
    };
    say(lexicon.termOf(word, stamp), SAME);
    if (!isPlain(key) && (this.#marked || !WHOLE.test(key)))
      for (const part of impliedKeys(key)) say(lexicon.termOf(lexicon.words.known(part), stamp), SAME);
    const fiscal = fiscalParts(key);
    if (fiscal !== undefined)
      for (const part of fiscal) say(lexicon.termOf(lexicon.words.known(part), stamp), SAME);
    for (const { form, code } of formsOf(key))
      for (const id of this.#near.get(code) ?? none)
        if (this.#forms[id]!.some((other) => related(form, other.form))) say(id, RELATED);
    for (const id of this.#joined.get(key) ?? none) say(id, SAME);
    const opens = this.#opens(key);
    if (terms.length === 0 && opens.length === 0) return noMatch;
    let inReference = 0;
    for (let i = 0; i < terms.length; i++)
      if (this.#inReference[terms[i]!]) inReference = Math.max(inReference, strengths[i]!);
    return { terms, strengths, inReference, opens };
  }

  #opens(key: string): Match["opens"] {
    if (key.length < SHORTEST || (this.lexicon.hints[wholeCode(key)]! & BEGINS) === 0) return noMatch.opens;
    const opens: { rest: string; term: number }[] = [];
    this.#forms.forEach((forms, term) => {
      const form = forms[0]?.form ?? "";
      if (form.length > key.length && form.startsWith(key))
        opens.push({ rest: form.slice(key.length), term });
    });
    return opens;
  }
}

const WHOLE = /^#\d+$/;
const MARKED = /^#(?:v|.*[:$€£¥])/;
/** Letters of a word that another may begin with. */
const SHORTEST = 3;
const none: readonly number[] = [];

function push(lists: Map<number, number[]>, key: number, id: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [id]);
  else list.push(id);
}
