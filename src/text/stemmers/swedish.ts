/** Snowball: https://snowballstem.org/algorithms/swedish/stemmer.html */
import { endingIn, endings, regionAfter, without } from "./regions.ts";

const STEP1 =
  endings(`a arna erna heterna orna ad e ade ande arne are aste en anden aren heten ern ar er heter or as
  arnas ernas ornas es ades andes ens arens hetens erns at andet het ast s`);

export function stemSwedish(given: string): string {
  if (given.length < 3) return given;
  const r1 = Math.max(3, regionAfter(given, "aeiouyäåö"));
  let word = given;
  const first = endingIn(word, STEP1, r1);
  if (first !== undefined && (first !== "s" || /[bcdfghjklmnoprtvy]s$/.test(word)))
    word = without(word, first);
  if (endingIn(word, ["dd", "gd", "nn", "dt", "gt", "kt", "tt"], r1) !== undefined) word = word.slice(0, -1);
  const third = endingIn(word, ["löst", "fullt", "lig", "els", "ig"], r1);
  if (third === undefined) return word;
  return third === "löst" || third === "fullt" ? word.slice(0, -1) : without(word, third);
}
