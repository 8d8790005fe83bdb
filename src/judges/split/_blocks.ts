/** Where Markdown, or a line that stands alone, ends a statement whatever its punctuation. */

export interface Block {
  readonly start: number;
  readonly end: number;
  /** A text without capitals: a small letter may begin a sentence. */
  readonly small: boolean;
}

/** "- item", "3. item", "# heading", "| row |", "> quote"; bold or numbered ones too. */
const marked = /^\s{0,12}(?:[-*+•‣◦·–—]\s|\(?(?:\d{1,3}|[a-zA-Z])[.)]\s|#{1,6}\s|\||>|```|~~~)/;
/** A line shorter than this without an end mark is a title or a separate row if a line with a capital follows. */
const SHORT = 50;

/** The blocks of a text in order; they cover it. */
export function splitBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const small = !/\p{Lu}/u.test(text);
  let start = 0;
  let fenced = false;
  let at = 0;
  let before = "";
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline + 1;
    // The start of a line says what it is; a line may be a megabyte long.
    const line = text.slice(at, Math.min(end, at + 200));
    const fence = /^\s*(?:```|~~~)/.test(line);
    if (at > start && !fenced && startsBlock(before, line, end - at)) {
      blocks.push({ start, end: at, small });
      start = at;
    }
    if (fence) fenced = !fenced;
    before = end - at > 200 ? `${line}…` : line;
    at = end;
  }
  if (start < text.length) blocks.push({ start, end: text.length, small });
  return blocks;
}

const blank = /^\s*$/;
const ended = /[.!?。！？…:;,"”’)\]|]\s*$/;

function startsBlock(before: string, line: string, length: number): boolean {
  if (length <= 200 && blank.test(line)) return false;
  if (blank.test(before) || marked.test(line)) return true;
  // A heading or a row of a table ends with its line.
  if (/^\s{0,3}(?:#{1,6}\s|\|)/.test(before)) return true;
  return before.length < SHORT && !ended.test(before) && /^\s*[\p{Lu}\d"“*_]/u.test(line);
}
