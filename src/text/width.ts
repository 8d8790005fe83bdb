/** How wide a text is on a terminal, and what of it may reach one. */
import { visible } from "../core/visible.ts";

// Accents that stand on the letter before them, joiners, variation selectors.
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** Below the first of them, the soft hyphen, every letter is one column wide: most texts need no table of Unicode. */
const NARROW = 0xad;
const WIDE =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]$/;

/** Columns of a terminal: 1 for most letters, 2 for Chinese, Japanese, Korean and emoji, 0 for marks. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code < NARROW) width++;
    else if (!NO_WIDTH.test(char)) width += WIDE.test(char) || code >= 0x1f300 ? 2 : 1;
  }
  return width;
}

const PLAIN = /^[ -~]*$/;

/** The text on one line, with invisible characters and terminal control characters escaped. */
export const oneLine = (text: string): string =>
  PLAIN.test(text) ? text : visible(text.replace(/[\t\r\n]+/g, " "));

/** Items with a separator, over as many lines as they need. */
export function wrap(items: readonly string[], separator: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  items.forEach((item, i) => {
    const piece = i + 1 < items.length ? item + separator : item;
    if (line !== "" && widthOf(line + piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  });
  return line === "" ? lines : [...lines, line.trimEnd()];
}
