import { Normaliser } from "../../text/normalise.ts";
import { findWords, type GoldWords } from "./_find-words.ts";
import { WordIndex } from "./_word-index.ts";
import { Words } from "./_words.ts";
import { A_WORD, type FoundText, textRule } from "./types.ts";

interface NumberedPassage extends GoldWords {
  readonly numberOf: ReadonlyMap<string, number>;
}

interface HitWords {
  readonly list: Words;
  readonly words: readonly string[];
}

function read(text: string): HitWords {
  const list = new Words(new Normaliser()).read(text);
  return { list, words: Array.from({ length: list.length }, (_, i) => list.word(i)) };
}

function passage(text: string): NumberedPassage {
  const { words } = read(text);
  const numberOf = new Map<string, number>();
  for (const word of words) if (!numberOf.has(word)) numberOf.set(word, numberOf.size);
  return { numberOf, word: (i) => words[i]!, numbers: Int32Array.from(words, (word) => numberOf.get(word)!) };
}

function find({ list, words }: HitWords, gold: NumberedPassage, least: number): FoundText | undefined {
  const numbers = Int32Array.from(words, (word) => gold.numberOf.get(word) ?? -1);
  return findWords(list, numbers, gold, least, new Int32Array(gold.numberOf.size));
}

export const fuzzy = textRule<HitWords, NumberedPassage>({
  about:
    "The hit contains enough of the gold text's words, in order: at least 8 in 10 by default. A word with one wrong letter counts a third; an extra word in between costs a third of a word. Case and punctuation are ignored, and so are gold texts without words.",
  sees: A_WORD,
  at: 0.8,
  hit: read,
  gold: passage,
  similarity: (hit, gold, least) => find(hit, gold, least)?.similarity ?? 0,
  find,
  index: (golds, least) => new WordIndex(golds, least),
});
