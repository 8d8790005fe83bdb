/** Words of scripts that write none apart. */
import { kindAt, UNSPACED } from "./chars.ts";
import { foldWord } from "./fold.ts";
import type { Token } from "./tokens.ts";

/** Longer runs are cut: the dictionary's memory grows with the run. */
const LONGEST = 2000;
/** One for all runs: making it takes as long as a short run, and its dictionary 17 ms, which only texts of such scripts pay. It remembers nothing. */
let segmenter: Intl.Segmenter | undefined;

/** Reads the run that starts here into tokens, and says where it ends. */
export function segmentRun(text: string, start: number, tokens: Token[]): number {
  let end = start + 1;
  while (end < text.length && end - start < LONGEST && kindAt(text, end) === UNSPACED) end++;
  // Not between the halves of a rare character.
  if (end < text.length && isLow(text.charCodeAt(end)) && isHigh(text.charCodeAt(end - 1))) end++;
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  for (const { segment, index } of segmenter.segment(text.slice(start, end))) {
    const from = start + index;
    tokens.push({ key: foldWord(segment), kind: "word", start: from, end: from + segment.length });
  }
  return end;
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;
