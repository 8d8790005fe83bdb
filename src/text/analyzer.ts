/** How texts become the terms of an index: which words there are, and which of them are the same term. */
import { foldWord } from "./fold.ts";
import { stemEnglish } from "./stemmers/english.ts";
import { stemmers } from "./stemmers/index.ts";
import { eachWord, type WordSink } from "./words.ts";

export interface Analyzer {
  readonly name: string;
  /** Whether a word of ASCII letters and digits is its own term. */
  readonly keepsAscii: boolean;
  words(text: string, sink: WordSink): void;
  /** The term of a word; "" drops it. Depends on nothing but the word. */
  term(word: string, ascii: boolean): string;
}

const fold = (word: string, ascii: boolean): string => (ascii ? word : foldWord(word));

const unicode: Analyzer = {
  name: "unicode",
  keepsAscii: true,
  words: (text, sink) => eachWord(text, sink),
  term: fold,
};

const cjk: Analyzer = {
  name: "cjk",
  keepsAscii: true,
  words: (text, sink) => eachWord(text.normalize("NFKC"), sink, true),
  term: fold,
};

const english: Analyzer = {
  name: "english",
  keepsAscii: false,
  words: (text, sink) => eachWord(text, sink),
  term: (word, ascii) => stemEnglish(fold(word, ascii)),
};

/** Accents matter to these stemmers, so they go afterwards. */
const stemming = (name: string, stem: (word: string) => string): Analyzer => ({
  name,
  keepsAscii: false,
  words: (text, sink) => eachWord(text, sink),
  term: (word, ascii) => foldWord(stem(ascii ? word : word.normalize("NFC").replaceAll("ß", "ss"))),
});

/** Analyzers by name: languages, "unicode" for words as they are, and "cjk" for Chinese, Japanese and Korean. */
export const analyzers: Readonly<Record<string, Analyzer>> = Object.fromEntries(
  [english, unicode, cjk, ...Object.entries(stemmers).map(([name, stem]) => stemming(name, stem))].map(
    (one) => [one.name, one],
  ),
);
