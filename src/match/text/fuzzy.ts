import { type CountedWords, countWords, findWords } from "./_find-words.ts";
import { Normaliser } from "./_normalise.ts";
import { textRule } from "./_types.ts";
import { WordIndex } from "./_word-index.ts";

export const fuzzy = textRule<CountedWords, CountedWords>({
  about:
    "Enough of the gold text's words stand in the hit, in order: at least 8 in 10 if no other share is given. A word with one letter wrong counts half, a foreign word in between takes a fifth of a word away. Case and punctuation do not count.",
  at: 0.8,
  hit: (text) => countWords(text, new Normaliser()),
  gold: (text) => countWords(text, new Normaliser()),
  similarity: (hit, gold, least) => findWords(hit, gold, least)?.similarity ?? 0,
  find: findWords,
  index: (golds, least) => new WordIndex(golds, least),
});
