import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachWord, LONGEST_WORD } from "./words.ts";

function wordsOf(text: string, hangul = false): string[] {
  const words: string[] = [];
  eachWord(text, { word: (word) => void words.push(word) }, hangul);
  return words;
}
const partsOf = (text: string): string[] => {
  const parts: string[] = [];
  eachWord(text, { word: () => {}, part: (char) => void parts.push(char) });
  return parts;
};

describe("words of a text", () => {
  it.each<[string, string[], string]>([
    ["The quick brown fox.", ["the", "quick", "brown", "fox"], "lower case, no marks"],
    ["TGF-β1 and p53", ["tgf", "β1", "and", "p53"], "hyphens split, digits stay"],
    ["Anna's dogs' l'eau l’eau don't", ["anna", "dogs", "l", "eau", "l", "eau", "don", "t"], "apostrophes"],
    ["it's 's the bus' s", ["it", "s", "the", "bus", "s"], "only a final 's of a word goes"],
    ["1,000 3.14 C++", ["1", "000", "3", "14", "c"], "numbers split at marks"],
    ["हिन्दी में", ["हिन्दी", "में"], "vowel signs are letters"],
    ["東京大学 in 2020年", ["東京", "京大", "大学", "in", "2020", "年"], "pairs of Han, alone as it is"],
    ["ｶﾞｲﾄﾞ", ["ガイ", "イド"], "half-width kana are composed first"],
    ["𠮷野家", ["𠮷野", "野家"], "beyond the first plane"],
    ["ภาษา", ["ภา", "าษ", "ษา"], "Thai in pairs"],
    ["대학교 서울", ["대학교", "서울"], "Korean has spaces"],
    ["a\0b\ud800c\udc00", ["a", "b", "c"], "NUL and half characters split"],
    ["", [], "nothing"],
    ["… – !", [], "marks only"],
  ])("%j → %j (%s)", (text, wanted) => {
    expect(wordsOf(text)).toEqual(wanted);
  });

  it("pairs of Hangul on request, composed or not", () => {
    expect(wordsOf("대학교", true)).toEqual(["대학", "학교"]);
    expect(wordsOf("대학교".normalize("NFD"), true)).toEqual(["대학", "학교"]);
  });

  it("single characters of a run come apart", () => {
    expect(partsOf("東京大 x 年")).toEqual(["東", "京", "大"]);
  });

  it("cuts long words into pieces that put together are the word", () => {
    const word = "ab1".repeat(1000);
    const pieces = wordsOf(`x ${word} y`);
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(LONGEST_WORD);
    expect(pieces.slice(1, -1).join("")).toBe(word);
    const letters = "\u{1d4b6}".repeat(500);
    expect(wordsOf(letters).join("")).toBe(letters);
    expect(wordsOf(letters).every((piece) => !/\p{Cs}/u.test(piece))).toBe(true);
  });
});

it("stretches are the same words, with one hash for each", () => {
  const pieces = fc.constantFrom(..."abZ9 '-.é\u0301漢ｶß😀\0", "'s ", "’s", "x".repeat(300));
  const hashes = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 30 }).map((list) => list.join("")),
      (text) => {
        const words: string[] = [];
        eachWord(text, {
          word: (word) => void words.push(word),
          stretch(from, start, end, hash) {
            const word = from.slice(start, end);
            expect(word).toMatch(/^[a-z0-9]{1,255}$/);
            expect(hashes.get(word) ?? hash).toBe(hash);
            hashes.set(word, hash);
            words.push(word);
          },
        });
        expect(words).toEqual(wordsOf(text));
      },
    ),
    { numRuns: 1000, seed: 9 },
  );
});
