/** Words that any judge of this process has read: most are met again in the next case. A case is judged at one go, so no other case reads meanwhile. */
import { FoldedWords } from "../../text/folded-words.ts";
import { TokenColumns } from "../../text/token-columns.ts";
import { forget, Lexicon } from "./_lexicon.ts";
import { englishWeight, type Weigh } from "./_weights.ts";

const words = new FoldedWords();
const columns = new TokenColumns(words, 4096);
export const english = new Lexicon(englishWeight, words);
/** For other languages: each case has weights of its own. */
export const other = new Lexicon(() => 1, words);

export const withWeights = (weigh: Weigh): Lexicon => new Lexicon(weigh, words);

/** Empty columns for the next case: those of the last one are gone. Memory stays flat however many cases are judged. */
export function freshColumns(): TokenColumns {
  forget(words);
  columns.clear();
  return columns;
}
