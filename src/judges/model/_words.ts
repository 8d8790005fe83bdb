import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens } from "../../text/tokens.ts";

/** What a text is about, folded: no small words. */
const contentWords = (text: string): string[] =>
  foldTokens(text)
    .map(({ key }) => key)
    .filter((key) => !isStopWord(key));

const STEM = 4;

/** How the words of a text begin. */
export const wordStarts = (text: string): ReadonlySet<string> =>
  new Set(contentWords(text).map((word) => word.slice(0, STEM)));

/** Whether two texts have a word in common, or two words that begin alike. Texts of small words only have nothing to compare. */
export function sharesStarts(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return true;
  for (const start of a) if (b.has(start)) return true;
  return false;
}

/** The keys of a text as one string in which those of another can be looked up. */
export const keyLine = (text: string): string =>
  ` ${foldTokens(text)
    .map(({ key }) => key)
    .join(" ")} `;
