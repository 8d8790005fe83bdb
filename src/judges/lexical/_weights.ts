/** How much a word says: from the shipped table for English, from the texts at hand for other languages. */

import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens, type Token } from "../../text/tokens.ts";
import { isNegation, wordWeight } from "./words.ts";

/** Of a folded word, number or date: from 0 (says nothing) to 1. */
export type Weigh = (key: string) => number;

/** Negations are handled elsewhere: "not" in a claim is not a word to look for. */
export const englishWeight: Weigh = (key) => (isStopWord(key) || isNegation(key) ? 0 : wordWeight(key));

/** Seldom in English, at least this often in a text that is English. */
const ENGLISH = 0.15;
const ENOUGH = 5;

/** Words of texts, and how many of them are small words of English. */
export class EnglishCount {
  #words = 0;
  #stops = 0;

  add(key: string): void {
    this.#words++;
    // "A" is a small word of French, Spanish, Portuguese and Italian too.
    if (key !== "a" && isStopWord(key)) this.#stops++;
  }

  addTokens(tokens: readonly Token[]): void {
    for (const { key, kind } of tokens) if (kind === "word") this.add(key);
  }

  get isEnglish(): boolean {
    return this.#words < ENOUGH || this.#stops / this.#words >= ENGLISH;
  }
}

/** A word in every text says nothing, a word in one says all; a word that is in none of them weighs 1. */
export function weightsFrom(texts: Iterable<string | readonly Token[]>): Weigh {
  const counts = new Map<string, number>();
  let all = 0;
  for (const text of texts) {
    all++;
    const tokens = typeof text === "string" ? foldTokens(text) : text;
    for (const key of new Set(tokens.map((token) => token.key))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const scale = Math.log(all + 1);
  return (key) => {
    const count = counts.get(key);
    if (count === undefined || all < 2) return 1;
    return Math.max(0, Math.min(1, Math.log((all + 1) / (count + 0.5)) / scale));
  };
}
