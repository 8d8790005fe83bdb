/** Titles in quotation marks: "The Old Mill". */

export interface QuotedPlace {
  readonly start: number;
  readonly end: number;
}

const LONGEST = 8;
const pairs = /"([^"\n]{2,80})"|“([^“”\n]{2,80})”|``([^`'\n]{2,80})''|«([^«»\n]{2,80})»/g;
const small = /^(?:a|an|the|of|and|or|in|on|at|to|for|from|with|by|is|it|as|&|'s|’s|de|la|le|der|von|-|:)$/;

/** Quotations that are written like titles: every word has a capital but for the small ones. */
export function findTitles(text: string): QuotedPlace[] {
  const found: QuotedPlace[] = [];
  for (const match of text.matchAll(pairs)) {
    const inner = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    const words = inner.split(" ").filter((word) => /[\p{L}\p{N}]/u.test(word));
    if (words.length === 0 || words.length > LONGEST || !/^[^\p{L}]*[\p{Lu}\d]/u.test(words[0]!)) continue;
    if (!words.every((word, i) => /^[^\p{L}]*[\p{Lu}\d]/u.test(word) || (i > 0 && small.test(word))))
      continue;
    const body = inner.trim().replace(/(?<![\s.,;])[\s.,;]+$/, "");
    const start = match.index + match[0].indexOf(body);
    found.push({ start, end: start + body.length });
  }
  return found;
}
