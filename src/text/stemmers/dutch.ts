/** Snowball: https://snowballstem.org/algorithms/dutch_porter/stemmer.html */
import { regionAfter, without } from "./regions.ts";

const VOWELS = "aeiouyè";
const PLAIN: Readonly<Record<string, string>> = {
  ä: "a",
  á: "a",
  ë: "e",
  é: "e",
  ï: "i",
  í: "i",
  ö: "o",
  ó: "o",
  ü: "u",
  ú: "u",
};

/** y at the start and after a vowel, and i between vowels, are consonants: written Y and I. */
function withConsonants(word: string): string {
  let out = "";
  for (let i = 0; i < word.length; i++) {
    const char = word[i]!;
    const after = i > 0 && VOWELS.includes(out[i - 1]!);
    if (char === "y" && (i === 0 || after)) out += "Y";
    else if (char === "i" && after && i + 1 < word.length && VOWELS.includes(word[i + 1]!)) out += "I";
    else out += char;
  }
  return out;
}

const undoubled = (word: string): string => (/(?:kk|dd|tt)$/.test(word) ? word.slice(0, -1) : word);
const isConsonantAt = (word: string, at: number): boolean => at >= 0 && !VOWELS.includes(word[at]!);

/** -en and -ene, after a consonant and not after gem. */
function withoutEn(word: string, ending: string, r1: number): string {
  const base = without(word, ending);
  return base.length >= r1 && isConsonantAt(base, base.length - 1) && !base.endsWith("gem")
    ? undoubled(base)
    : word;
}

/** A final e, after a consonant; `found` says whether there was one. */
function withoutE(word: string, r1: number): { readonly word: string; readonly found: boolean } {
  const base = word.slice(0, -1);
  return word.endsWith("e") && base.length >= r1 && isConsonantAt(base, base.length - 1)
    ? { word: undoubled(base), found: true }
    : { word, found: false };
}

function step1(word: string, r1: number): string {
  if (word.endsWith("heden")) return word.length - 5 >= r1 ? `${word.slice(0, -5)}heid` : word;
  const en = word.endsWith("ene") ? "ene" : word.endsWith("en") ? "en" : undefined;
  if (en !== undefined) return withoutEn(word, en, r1);
  const s = word.endsWith("se") ? "se" : word.endsWith("s") ? "s" : undefined;
  if (s === undefined) return word;
  const base = without(word, s);
  return base.length >= r1 && isConsonantAt(base, base.length - 1) && !base.endsWith("j") ? base : word;
}

export function stemDutch(given: string): string {
  let word = withConsonants(given.replace(/[äáëéïíöóüú]/g, (char) => PLAIN[char]!));
  const first = regionAfter(word, VOWELS);
  const r1 = word.length < 3 ? word.length : Math.max(3, first);
  const r2 = regionAfter(word, VOWELS, first);
  word = step1(word, r1);
  const two = withoutE(word, r1);
  word = two.word;
  if (word.endsWith("heid") && word.length - 4 >= r2 && !word.endsWith("cheid")) {
    word = word.slice(0, -4);
    if (word.endsWith("en")) word = withoutEn(word, "en", r1);
  }
  word = step3b(word, r1, r2, two.found);
  // maan, brood: a double vowel is one.
  if (/[^aeiouyèI](?:aa|ee|oo|uu)[^aeiouyèI]$/.test(word)) word = word.slice(0, -2) + word.slice(-1);
  return word.replaceAll("Y", "y").replaceAll("I", "i");
}

function step3b(word: string, r1: number, r2: number, hadE: boolean): string {
  const [ending] = /(?:end|ing|ig|lijk|baar|bar)$/.exec(word) ?? [];
  if (ending === undefined) return word;
  const base = without(word, ending);
  if (base.length < r2) return word;
  if (ending === "end" || ending === "ing")
    return base.endsWith("ig") && base.length - 2 >= r2 && !base.endsWith("eig")
      ? base.slice(0, -2)
      : undoubled(base);
  if (ending === "ig") return base.endsWith("e") ? word : base;
  if (ending === "lijk") return withoutE(base, r1).word;
  return ending === "bar" && !hadE ? word : base;
}
