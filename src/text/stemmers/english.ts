/** The Snowball stemmer for English (Porter 2), for words without apostrophes: https://snowballstem.org/algorithms/english/stemmer.html */
import { endingIn, endings, regionAfter } from "./regions.ts";

const VOWELS = "aeiouy";
const EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  `skis ski skies sky dying die lying lie tying tie idly idl gently gentl ugly ugli early earli only onli singly singl
  sky sky news news howe howe atlas atlas cosmos cosmos bias bias andes andes`
    .split(/\s+/)
    .flatMap((word, i, all) => (i % 2 === 0 ? [[word, all[i + 1]!] as const] : [])),
);
/** Left alone once the plural is gone. */
const WHOLE = new Set("inning outing canning herring earring proceed exceed succeed".split(" "));

const isVowel = (char: string | undefined): boolean =>
  char !== undefined && char !== "" && VOWELS.includes(char);

const hasVowel = (part: string): boolean => /[aeiouy]/.test(part);

/** Ends in a short syllable: consonant, vowel, consonant other than w, x and Y; or vowel, consonant at the start. */
function isShortEnd(word: string): boolean {
  const n = word.length;
  const [a, b, c] = [word[n - 3], word[n - 2], word[n - 1]];
  if (!isVowel(b) || isVowel(c)) return false;
  return n === 2 || (!isVowel(a) && c !== "w" && c !== "x" && c !== "Y");
}

const STEP2: Readonly<Record<string, string>> = {
  tional: "tion",
  enci: "ence",
  anci: "ance",
  abli: "able",
  entli: "ent",
  izer: "ize",
  ization: "ize",
  ational: "ate",
  ation: "ate",
  ator: "ate",
  alism: "al",
  aliti: "al",
  alli: "al",
  fulness: "ful",
  ousli: "ous",
  ousness: "ous",
  iveness: "ive",
  iviti: "ive",
  biliti: "ble",
  bli: "ble",
  ogi: "og",
  fulli: "ful",
  lessli: "less",
  li: "",
};
const STEP2_ENDINGS = endings(Object.keys(STEP2).join(" "));
const STEP3: Readonly<Record<string, string>> = {
  tional: "tion",
  ational: "ate",
  alize: "al",
  icate: "ic",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
  ative: "",
};
const STEP3_ENDINGS = endings(Object.keys(STEP3).join(" "));
const STEP4_ENDINGS = endings("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion");

/** The stem of a word in lower case. */
export function stemEnglish(given: string): string {
  if (given.length <= 2) return given;
  const exception = EXCEPTIONS.get(given);
  if (exception !== undefined) return exception;
  const word = withConsonantY(given);
  const special = /^(?:gener|commun|arsen)/.exec(word);
  const r1 = special === null ? regionAfter(word, VOWELS) : special[0].length;
  const r2 = regionAfter(word, VOWELS, r1);
  const singular = step1a(word);
  if (WHOLE.has(singular)) return singular;
  const stem = step5(step4(step3(step2(step1c(step1b(singular, r1)), r1), r1, r2), r2), r1, r2);
  return stem.replaceAll("Y", "y");
}

/** y is a consonant at the start and after a vowel: written Y. */
function withConsonantY(word: string): string {
  if (!word.includes("y")) return word;
  let out = "";
  for (let i = 0; i < word.length; i++)
    out += word[i] === "y" && (i === 0 || isVowel(out[i - 1])) ? "Y" : word[i];
  return out;
}

function step1a(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith("s") || word.endsWith("us") || word.endsWith("ss")) return word;
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function step1b(word: string, r1: number): string {
  const ending = endingIn(word, ["eedly", "ingly", "edly", "eed", "ing", "ed"], 0);
  if (ending === undefined) return word;
  const at = word.length - ending.length;
  if (ending.startsWith("eed")) return at >= r1 ? `${word.slice(0, at)}ee` : word;
  const base = word.slice(0, at);
  if (!hasVowel(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(base)) return base.slice(0, -1);
  return r1 >= base.length && isShortEnd(base) ? `${base}e` : base;
}

function step1c(word: string): string {
  const n = word.length;
  const last = word[n - 1];
  return (last === "y" || last === "Y") && n > 2 && !isVowel(word[n - 2]) ? `${word.slice(0, -1)}i` : word;
}

function step2(word: string, r1: number): string {
  const ending = endingIn(word, STEP2_ENDINGS, 0);
  if (ending === undefined) return word;
  const at = word.length - ending.length;
  if (at < r1) return word;
  if (ending === "ogi" && word[at - 1] !== "l") return word;
  if (ending === "li" && !/[cdeghkmnrt]/.test(word[at - 1] ?? "")) return word;
  return word.slice(0, at) + STEP2[ending]!;
}

function step3(word: string, r1: number, r2: number): string {
  const ending = endingIn(word, STEP3_ENDINGS, 0);
  if (ending === undefined) return word;
  const at = word.length - ending.length;
  if (at < r1 || (ending === "ative" && at < r2)) return word;
  return word.slice(0, at) + STEP3[ending]!;
}

function step4(word: string, r2: number): string {
  const ending = endingIn(word, STEP4_ENDINGS, 0);
  if (ending === undefined) return word;
  const at = word.length - ending.length;
  if (at < r2 || (ending === "ion" && !/[st]/.test(word[at - 1] ?? ""))) return word;
  return word.slice(0, at);
}

function step5(word: string, r1: number, r2: number): string {
  const at = word.length - 1;
  if (word[at] === "l") return at >= r2 && word[at - 1] === "l" ? word.slice(0, at) : word;
  if (word[at] !== "e") return word;
  return at >= r2 || (at >= r1 && !isShortEnd(word.slice(0, at))) ? word.slice(0, at) : word;
}
