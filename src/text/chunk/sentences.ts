/** Sentences of a text, with the blanks behind them. */
import { SentenceMarks, sentenceEnd } from "../sentence-end.ts";
import { levelOf, lineEnd } from "./headings.ts";
import { isBlank } from "./words.ts";

/** Where sentences begin. Empty lines, headings and items of lists end one too. */
export function sentenceStarts(text: string): number[] {
  const starts: number[] = [];
  const small = !/\p{Lu}/u.test(text);
  const marks = new SentenceMarks(text);
  const blocks = blockStarts(text);
  for (const [i, block] of blocks.entries()) {
    const limit = blocks[i + 1] ?? text.length;
    for (let at = block; at < limit; ) {
      starts.push(at);
      at = Math.max(at + 1, sentenceEnd(text, at, limit, { small }, marks));
      while (at < limit && isBlank(text.charCodeAt(at))) at++;
    }
  }
  return starts;
}

const ITEM = /^ {0,12}(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** As much of a line as says what it is. */
const LOOK = 24;

/** Where paragraphs, headings and items begin; empty lines go with what is before them. */
function blockStarts(text: string): number[] {
  const starts = text === "" ? [] : [0];
  let begins = false;
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    const line = text.slice(start, Math.min(end, start + LOOK));
    const isEmpty = line.trim() === "" && end - start <= LOOK;
    const isHeading = levelOf(line) > 0;
    if (!isEmpty && start > 0 && (begins || isHeading || ITEM.test(line))) starts.push(start);
    begins = isEmpty || isHeading;
    start = end;
  }
  return starts;
}
