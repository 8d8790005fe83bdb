/** Snowball: https://snowballstem.org/algorithms/german/stemmer.html */
import { endingIn, endings, regionAfter, without } from "./regions.ts";

const VOWELS = "aeiouyäöü";
const STEP1 = endings("em ern er e en es s");
const STEP2 = endings("en er est st");
const STEP3 = endings("end ung ig ik isch lich heit keit");

/** u and y between vowels are consonants: written U and Y. */
function withConsonants(word: string): string {
  let out = "";
  for (let i = 0; i < word.length; i++) {
    const char = word[i]!;
    const between =
      i > 0 && i + 1 < word.length && VOWELS.includes(out[i - 1]!) && VOWELS.includes(word[i + 1]!);
    out += between && (char === "u" || char === "y") ? char.toUpperCase() : char;
  }
  return out;
}

const ACCENTS: Readonly<Record<string, string>> = { U: "u", Y: "y", ä: "a", ö: "o", ü: "u" };

export function stemGerman(given: string): string {
  let word = withConsonants(given.replaceAll("ß", "ss"));
  const first = regionAfter(word, VOWELS);
  // Nothing is stemmed where the region would begin behind the word.
  const r1 = word.length < 3 ? word.length : Math.max(3, first);
  const r2 = regionAfter(word, VOWELS, first);
  const one = endingIn(word, STEP1, 0);
  if (one !== undefined && word.length - one.length >= r1) {
    if (one !== "s") {
      word = without(word, one);
      if (one.startsWith("e") && one !== "em" && one !== "ern" && one !== "er" && word.endsWith("niss"))
        word = word.slice(0, -1);
    } else if (/[bdfghklmnrt]s$/.test(word)) word = word.slice(0, -1);
  }
  const two = endingIn(word, STEP2, 0);
  if (two !== undefined && word.length - two.length >= r1)
    if (two !== "st" || (word.length >= 6 && /[bdfghklmnt]st$/.test(word))) word = without(word, two);
  word = derived(word, r1, r2);
  return word.replace(/[UYäöü]/g, (char) => ACCENTS[char]!);
}

function derived(word: string, r1: number, r2: number): string {
  const ending = endingIn(word, STEP3, 0);
  if (ending === undefined || word.length - ending.length < r2) return word;
  const base = without(word, ending);
  const drop = (list: readonly string[], from: number): string => {
    const found = endingIn(base, list, from);
    return found === undefined ? base : without(base, found);
  };
  if (ending === "end" || ending === "ung")
    return base.endsWith("ig") && !base.endsWith("eig") && base.length - 2 >= r2 ? base.slice(0, -2) : base;
  if (ending === "ig" || ending === "ik" || ending === "isch") return base.endsWith("e") ? word : base;
  if (ending === "lich" || ending === "heit") return drop(["er", "en"], r1);
  return drop(["lich", "ig"], r2);
}
