/** Snowball: https://snowballstem.org/algorithms/norwegian/stemmer.html */
import { endingIn, endings, regionAfter, without } from "./regions.ts";

const STEP1 =
  endings(`a e ede ande ende ane ene hetene en heten ar er heter as es edes endes enes hetenes ens hetens
  ers ets et het ast s erte ert`);
const STEP3 = endings("leg eleg ig eig lig elig els lov elov slov hetslov");

export function stemNorwegian(given: string): string {
  if (given.length < 3) return given;
  const r1 = Math.max(3, regionAfter(given, "aeiouyæåø"));
  let word = given;
  const first = endingIn(word, STEP1, r1);
  if (first === "erte" || first === "ert") word = `${without(word, first)}er`;
  else if (first !== undefined && (first !== "s" || /(?:[bcdfghjlmnoprtvyz]|[^aeiouyæåø]k)s$/.test(word)))
    word = without(word, first);
  if (endingIn(word, ["dt", "vt"], r1) !== undefined) word = word.slice(0, -1);
  const third = endingIn(word, STEP3, r1);
  return third === undefined ? word : without(word, third);
}
