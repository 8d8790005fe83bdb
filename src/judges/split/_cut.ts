/** Statements that are too long to be judged as one are cut where a reader would pause. */

const LONGEST = 600;
const SHORTEST = 200;
/** The best mark first. */
const pauses = [/[;:—。；：]/, /[,，、)]/, /\s/];

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
  for (const pause of pauses) {
    for (let at = from + LONGEST - 1; at >= from + SHORTEST; at--) {
      if (!pause.test(text[at]!)) continue;
      // "14,000" and "12:30" are no pauses.
      if (/\d/.test(text[at + 1] ?? "")) continue;
      return at + 1;
    }
  }
  return wordBoundary(text, from);
}

let segmenter: Intl.Segmenter | undefined;

/** No mark and no space: between two words of a script without spaces, or anywhere but inside a character. */
function wordBoundary(text: string, from: number): number {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  let last = 0;
  for (const { index } of segmenter.segment(text.slice(from, from + LONGEST))) if (index > 0) last = index;
  return from + (last >= SHORTEST ? last : inCharacter(text, from + LONGEST) ? LONGEST - 1 : LONGEST);
}

const inCharacter = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
