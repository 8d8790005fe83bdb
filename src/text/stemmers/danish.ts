/** Snowball: https://snowballstem.org/algorithms/danish/stemmer.html */
import { endingIn, endings, regionAfter, without } from "./regions.ts";

const VOWELS = "aeiouyæåø";
const STEP1 = endings(`hed ethed ered e erede ende erende ene erne ere en heden eren er heder erer heds es
  endes erendes enes ernes eres ens hedens erens ers ets erets et eret s`);
const STEP3 = endings("ig lig elig els løst");

const withoutPair = (word: string, r1: number): string =>
  endingIn(word, ["gd", "dt", "gt", "kt"], r1) === undefined ? word : word.slice(0, -1);

export function stemDanish(given: string): string {
  if (given.length < 3) return given;
  const r1 = Math.max(3, regionAfter(given, VOWELS));
  let word = given;
  const first = endingIn(word, STEP1, r1);
  if (first !== undefined && (first !== "s" || /[abcdfghjklmnoprtvyzå]s$/.test(word)))
    word = without(word, first);
  word = withoutPair(word, r1);
  if (word.endsWith("igst")) word = word.slice(0, -2);
  const third = endingIn(word, STEP3, r1);
  if (third === "løst") word = word.slice(0, -1);
  else if (third !== undefined) word = withoutPair(without(word, third), r1);
  const n = word.length;
  return n - 1 >= r1 && word[n - 1] === word[n - 2] && !VOWELS.includes(word[n - 1]!)
    ? word.slice(0, -1)
    : word;
}
