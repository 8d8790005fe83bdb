/** What a character is to the tokens: a letter, a digit, part of a script without spaces, or what stands between. */
import { UNSPACED_SCRIPTS } from "./unspaced.ts";

export const BETWEEN = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** Of a script without spaces: words are found by a dictionary. */
export const UNSPACED = 4;

const letter = /[\p{L}\p{M}]/u;
const digit = /\p{Nd}/u;

function classify(char: string): number {
  // The long mark of kana belongs to two scripts, so that \p{Script} leaves it out.
  if (char === "ー") return UNSPACED;
  // km² is one word.
  if (char === "²" || char === "³") return LETTER;
  if (digit.test(char)) return DIGIT;
  if (UNSPACED_SCRIPTS.test(char)) return letter.test(char) ? UNSPACED : BETWEEN;
  return letter.test(char) ? LETTER : BETWEEN;
}

/** What `classify` says, by code unit, filled as characters come; 0 is not yet known. 64 KiB, and never more. A regular expression per character would be most of the time. */
const kinds = new Uint8Array(0x10000);
for (let code = 0; code < 128; code++) kinds[code] = classify(String.fromCharCode(code));

/** The kind of a character below 128. */
export const asciiKinds: Uint8Array = kinds.subarray(0, 128);

/** The kind of the character at a place. Half a surrogate pair is taken with its other half. */
export function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const known = kinds[code]!;
  if (known !== 0) return known;
  return code >= 0xd800 && code < 0xe000 ? kindOfPair(text, at, code) : learn(code);
}

function learn(code: number): number {
  const kind = classify(String.fromCharCode(code));
  kinds[code] = kind;
  return kind;
}

function kindOfPair(text: string, at: number, code: number): number {
  const from = code >= 0xdc00 ? at - 1 : at;
  const point = from < 0 ? code : text.codePointAt(from)!;
  // Alone: no character at all.
  return point < 0x10000 ? BETWEEN : classify(String.fromCodePoint(point));
}
