/** Statements that are too long to be judged as one are cut where a reader would pause. */
import { kindAt, UNSPACED } from "../../text/chars.ts";

const LONGEST = 600;
const SHORTEST = 200;

/** How good a place behind a character is: 1 the best. */
const pauses = new Uint8Array(0x10000);
for (const char of " \t\n\r\u00a0\u2009\u202f\u3000") pauses[char.charCodeAt(0)] = 3;
for (const char of ",，、)") pauses[char.charCodeAt(0)] = 2;
for (const char of ";:—；：") pauses[char.charCodeAt(0)] = 1;

/** Adds the ends of the pieces of text[start, end). */
export function cutLong(text: string, start: number, end: number, ends: number[]): void {
  let from = start;
  while (end - from > LONGEST) {
    from = cutAt(text, from);
    ends.push(from);
  }
  ends.push(end);
}

function cutAt(text: string, from: number): number {
  const last = [0, 0, 0, 0];
  for (let at = from + LONGEST - 1; at >= from + SHORTEST; at--) {
    const pause = pauses[text.charCodeAt(at)]!;
    if (pause === 0 || last[pause] !== 0 || isDigit(text.charCodeAt(at + 1))) continue;
    if (pause === 1) return at + 1;
    last[pause] = at + 1;
  }
  return last[2] || last[3] || wordBoundary(text, from);
}

/** "14,000" and "12:30" have no pause. */
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

let segmenter: Intl.Segmenter | undefined;

/** No mark and no space: between two words of a script without spaces, or anywhere but inside a character. */
function wordBoundary(text: string, from: number): number {
  const end = from + LONGEST;
  const whole = inCharacter(text, end) ? end - 1 : end;
  if (kindAt(text, end - 1) !== UNSPACED) return whole;
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  let last = 0;
  for (const { index } of segmenter.segment(text.slice(from, whole))) last = index;
  return last >= SHORTEST ? from + last : whole;
}

const inCharacter = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
