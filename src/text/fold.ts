/** One form for words that are written in several ways: case, accents, ligatures, widths. (normalise.ts keeps accents and places: a quotation is the same text only with them.) */

const others: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŋ: "n",
};
/** Accents and points. Vowel signs of Indian and other scripts are letters to their readers, and stay. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200c\u200d]+/g;
const ascii = /^[\0-\x7f]*$/;

/** A word without case, accents, ligatures and widths. */
export function foldWord(word: string): string {
  if (ascii.test(word)) return word.toLowerCase();
  const bare = word.normalize("NFKD").toLowerCase().replace(marks, "").normalize("NFC");
  let folded = "";
  for (const char of bare) folded += others[char] ?? char;
  return folded;
}
