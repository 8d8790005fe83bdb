/** The words of a text, and where they stand in it. */
import type { Normaliser } from "./_normalise.ts";

export interface Words {
  readonly words: readonly string[];
  /** By word: where it begins and ends in the original text. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Where writing parts no words, every character is one. */
const UNPARTED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const WORDS = new RegExp(`[${UNPARTED}]\\p{M}*|(?:(?![${UNPARTED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

/** Runs of letters and digits; what stands between them does not count. */
export function readWords(text: string, normaliser: Normaliser): Words {
  const { text: plain, starts, ends } = normaliser.normalise(text);
  const words: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: word, index } of plain.matchAll(WORDS)) {
    words.push(word);
    from.push(starts[index]!);
    to.push(ends[index + word.length - 1]!);
  }
  return { words, starts: Uint32Array.from(from), ends: Uint32Array.from(to) };
}

/** One letter more, less, other or changed with its neighbour. Short words and numbers mean something else then. */
export function isNear(a: string, b: string): boolean {
  if (a.length > b.length) return isNear(b, a);
  if (a.length < 4 || b.length - a.length > 1 || DIGIT.test(a) || DIGIT.test(b)) return false;
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (a.length < b.length) return a.slice(i) === b.slice(i + 1);
  if (a.slice(i + 1) === b.slice(i + 1)) return true;
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
}
const DIGIT = /\p{N}/u;
