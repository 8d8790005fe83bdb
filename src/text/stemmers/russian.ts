/** Snowball: https://snowballstem.org/algorithms/russian/stemmer.html */
import { endingIn, endings, regionAfter, without } from "./regions.ts";

const VOWELS = "аеиоуыэюя";
/** Those of the first groups need а or я before them. */
const GERUND1 = endings("в вши вшись");
const GERUND2 = endings("ив ивши ившись ыв ывши ывшись");
const ADJECTIVE = endings(
  "ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею",
);
const PARTICIPLE1 = endings("ем нн вш ющ щ");
const PARTICIPLE2 = endings("ивш ывш ующ");
const VERB1 = endings("ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно");
const VERB2 = endings(
  "ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю",
);
const NOUN = endings(
  "а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я",
);

/** The word without its longest ending of two lists; undefined if it has none. */
function cut(
  word: string,
  afterA: readonly string[],
  free: readonly string[],
  rv: number,
): string | undefined {
  const one = endingIn(word, afterA, rv);
  const two = endingIn(word, free, rv);
  if (two !== undefined && two.length > (one?.length ?? 0)) return without(word, two);
  if (one === undefined) return undefined;
  const base = without(word, one);
  return base.length > rv && /[ая]$/.test(base) ? base : undefined;
}

export function stemRussian(given: string): string {
  let word = given.replaceAll("ё", "е");
  let rv = 0;
  while (rv < word.length && !VOWELS.includes(word[rv]!)) rv++;
  rv = Math.min(rv + 1, word.length);
  const r2 = regionAfter(word, VOWELS, regionAfter(word, VOWELS));
  word = cut(word, GERUND1, GERUND2, rv) ?? inflected(word, rv);
  if (word.endsWith("и") && word.length > rv) word = word.slice(0, -1);
  const derivational = endingIn(word, ["ость", "ост"], Math.max(rv, r2));
  if (derivational !== undefined) word = without(word, derivational);
  return tidied(word, rv);
}

function inflected(given: string, rv: number): string {
  const reflexive = endingIn(given, ["ся", "сь"], rv);
  const word = reflexive === undefined ? given : without(given, reflexive);
  const adjective = endingIn(word, ADJECTIVE, rv);
  if (adjective !== undefined) {
    const base = without(word, adjective);
    return cut(base, PARTICIPLE1, PARTICIPLE2, rv) ?? base;
  }
  const verb = cut(word, VERB1, VERB2, rv);
  if (verb !== undefined) return verb;
  const noun = endingIn(word, NOUN, rv);
  return noun === undefined ? word : without(word, noun);
}

function tidied(given: string, rv: number): string {
  let word = given;
  const superlative = endingIn(word, ["ейше", "ейш"], rv);
  if (superlative !== undefined) word = without(word, superlative);
  if (word.length - 2 >= rv && word.endsWith("нн")) return word.slice(0, -1);
  return superlative === undefined && word.endsWith("ь") && word.length > rv ? word.slice(0, -1) : word;
}
