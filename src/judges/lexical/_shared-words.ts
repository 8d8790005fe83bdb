/** Words that any judge of this process has read: most are met again in the next case. A case is judged at one go, so that nobody else reads meanwhile. */
import { FoldedWords } from "../../text/folded-words.ts";
import { Lexicon } from "./_lexicon.ts";
import { englishWeight } from "./_weights.ts";

export const words = new FoldedWords();
export const english = new Lexicon(englishWeight, words);
/** For other languages: each case has weights of its own. */
export const other = new Lexicon(() => 1, words);
