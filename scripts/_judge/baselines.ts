/** What is had without a judge, on the same pairs: shared words with one threshold for all sets, and the edit similarity that some tools take for support. */
import { editDistance } from "../../src/core/problem.ts";
import { isStopWord } from "../../src/text/stop-words.ts";

/** Chinese and Japanese have no spaces: every two characters are a word. */
const words = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((word) =>
    WITHOUT_SPACES.test(word) ? (word.match(/\p{N}+|\P{N}+/gu) ?? []).flatMap(pieces) : [word],
  );
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
function pieces(part: string): string[] {
  const letters = [...part];
  if (letters.length === 1 || !WITHOUT_SPACES.test(part)) return [part];
  return letters.slice(1).map((letter, i) => letters[i]! + letter);
}

/** The share of a claim's words that the texts have. Words of no content are left out: with them it reaches less. */
export function overlapScore(claim: string, statements: readonly string[]): number {
  const all = words(claim);
  const telling = all.filter((word) => !isStopWord(word));
  const wanted = new Set(telling.length > 0 ? telling : all);
  if (wanted.size === 0) return 0;
  const had = new Set(statements.flatMap(words));
  return [...wanted].filter((word) => had.has(word)).length / wanted.size;
}

/** 1 - distance / length of the longer, of the most similar sentence. Lengths too far apart cannot be similar. */
export function editScore(claim: string, statements: readonly string[]): number {
  let best = 0;
  for (const statement of statements) {
    const longest = Math.max(claim.length, statement.length, 1);
    if (Math.min(claim.length, statement.length) / longest > best)
      best = Math.max(best, 1 - editDistance(claim, statement) / longest);
  }
  return best;
}

/** As Ragas has it without a model: above a half. */
export const EDIT_HALF = 0.5 + Number.EPSILON;
