/** Rules that cut a text into the tokens that are compared. */
export const tokenRules: Readonly<Record<string, (text: string) => readonly string[]>> = {
  /** Lower case, without ASCII punctuation and articles: the usual normalisation of answers (SQuAD, AutoRAG). */
  answer: (text) =>
    text
      .toLowerCase()
      .replace(/[!-/:-@[-`{-~]/g, "")
      .replace(ARTICLES, " ")
      .split(WHITE_SPACE)
      .filter((token) => token !== ""),
};

// As Python's \b: a combining mark ends a word, so the "a" of a decomposed "á" is an article.
const ARTICLES = /(?<![\p{L}\p{N}])(a|an|the)(?![\p{L}\p{N}])/gu;

// As Python's str.split: the four separators from U+001C are white space, a byte order mark is not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
const WHITE_SPACE = /[\p{White_Space}\u001c-\u001f]+/u;
