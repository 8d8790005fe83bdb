import { isStopWord } from "../../text/stop-words.ts";
import { foldTokens } from "../../text/tokens.ts";

/** What a text is about, folded: no small words. */
const contentWords = (text: string): string[] =>
  foldTokens(text)
    .map(({ key }) => key)
    .filter((key) => !isStopWord(key));

const STEM = 4;

/** Whether two texts have a word in common, or two words that begin alike. Texts of small words only have nothing to compare. */
export function sharesWords(a: string, b: string): boolean {
  const [first, second] = [contentWords(a), contentWords(b)];
  if (first.length === 0 || second.length === 0) return true;
  const starts = new Set(second.map((word) => word.slice(0, STEM)));
  return first.some((word) => starts.has(word.slice(0, STEM)));
}

/** The keys of a text as one string in which those of another can be looked up. */
export const keyLine = (text: string): string =>
  ` ${foldTokens(text)
    .map(({ key }) => key)
    .join(" ")} `;
