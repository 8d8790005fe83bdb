/** Where a text may be cut: before each word. */
import { kindAt, UNSPACED } from "../chars.ts";
import type { CutPoints } from "./pack.ts";

export type ChunkUnit = "words" | "characters";

export const isBlank = (code: number): boolean =>
  code <= 32 ||
  (code >= 0x80 &&
    (code === 0xa0 ||
      code === 0x85 ||
      code === 0x1680 ||
      (code >= 0x2000 && code <= 0x200a) ||
      code === 0x2028 ||
      code === 0x2029 ||
      code === 0x202f ||
      code === 0x205f ||
      code === 0x3000 ||
      code === 0xfeff));

const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** Whether a word begins here: after a blank, or at each character of a script without spaces. */
function beginsWord(text: string, at: number, from: number): boolean {
  const code = text.charCodeAt(at);
  if (isBlank(code)) return false;
  if (at === from || isBlank(text.charCodeAt(at - 1))) return true;
  return code >= 0x0e00 && !isLow(code) && kindAt(text, at) === UNSPACED;
}

/** How many words a stretch has. A character of a script without spaces counts as one. */
export function countWords(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (beginsWord(text, at, from)) count++;
  return count;
}

/** Words with the blanks behind them. Where characters count, a word longer than `size` is cut. */
export function wordCuts(text: string, from: number, to: number, unit: ChunkUnit, size: number): CutPoints {
  const starts: number[] = [from];
  let seen = false;
  for (let at = from; at < to; at++) {
    const begins = beginsWord(text, at, from);
    // Blanks at the very start go with the first word.
    if (begins && seen) starts.push(at);
    seen ||= begins;
    const last = starts.at(-1)!;
    if (unit !== "characters" || begins || at - last < size || isBlank(text.charCodeAt(at))) continue;
    // Never between the halves of a pair.
    const cut = isLow(text.charCodeAt(at)) ? at - 1 : at;
    if (cut > last) starts.push(cut);
  }
  const end = (i: number): number => starts[i + 1] ?? to;
  return { starts, to, sizes: starts.map((start, i) => (unit === "words" ? 1 : end(i) - start)) };
}
