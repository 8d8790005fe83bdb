/** Snowball: https://snowballstem.org/algorithms/finnish/stemmer.html */
import { endingIn, endings, regionAfter, without } from "./regions.ts";

const VOWELS = "aeiouyäö";
const CONSONANTS = "bcdfghjklmnpqrstvwxz";
const LONG = /(?:aa|ee|ii|oo|uu|ää|öö)$/;
/** A vowel and i. */
const VI = /[aeiouäö]i$/;
const PARTICLES = endings("kin kaan kään ko kö han hän pa pä sti");
const POSSESSIVES = endings("si ni nsa nsä mme nne an än en");
const CASES = endings(
  `han hen hin hon hän hön siin den tten seen a ä tta ttä ta tä ssa ssä sta stä lla llä lta ltä lle na nä ksi ine n`,
);
const OTHERS = endings("mpi mpa mpä mmi mma mmä impi impa impä immi imma immä eja ejä");

export function stemFinnish(given: string): string {
  const r1 = regionAfter(given, VOWELS);
  const r2 = regionAfter(given, VOWELS, r1);
  let word = withoutPossessive(withoutParticle(given, r1, r2), r1);
  const bare = withoutCase(word, r1);
  word = withoutOther(bare ?? word, r2);
  if (bare === undefined) word = withoutT(word, r1, r2);
  else if (/[ij]$/.test(word) && word.length - 1 >= r1) word = word.slice(0, -1);
  return tidied(word, r1);
}

function withoutParticle(word: string, r1: number, r2: number): string {
  const ending = endingIn(word, PARTICLES, r1);
  if (ending === undefined) return word;
  const base = without(word, ending);
  return (ending === "sti" ? base.length >= r2 : /[aeiouyäönt]$/.test(base)) ? base : word;
}

function withoutPossessive(word: string, r1: number): string {
  const ending = endingIn(word, POSSESSIVES, r1);
  if (ending === undefined) return word;
  const base = without(word, ending);
  const after: Readonly<Record<string, RegExp>> = {
    an: /(?:ta|ssa|sta|lla|lta|na)$/,
    än: /(?:tä|ssä|stä|llä|ltä|nä)$/,
    en: /(?:lle|ine)$/,
  };
  if (ending === "si") return base.endsWith("k") ? word : base;
  if (ending === "ni") return base.endsWith("kse") ? `${base.slice(0, -1)}i` : base;
  return after[ending] === undefined || after[ending].test(base) ? base : word;
}

/** Undefined if it has no ending of a case. */
function withoutCase(word: string, r1: number): string | undefined {
  let ending = endingIn(word, CASES, r1);
  if (ending === undefined) return undefined;
  const long = /^(?:siin|den|tten|seen)$/.test(ending);
  // Only after certain vowels; otherwise the shorter ending counts.
  if (long && !(ending === "seen" ? LONG : VI).test(without(word, ending))) ending = "n";
  const base = without(word, ending);
  if (/^h.n$/.test(ending)) return base.endsWith(ending[1]!) ? base : undefined;
  if (ending === "a" || ending === "ä")
    return VOWELS.includes(base.at(-1) ?? "-") && CONSONANTS.includes(base.at(-2) ?? "-") ? base : undefined;
  if (ending === "tta" || ending === "ttä") return base.endsWith("e") ? base : undefined;
  if (ending !== "n") return base;
  return LONG.test(base) || base.endsWith("ie") ? base.slice(0, -1) : base;
}

function withoutOther(word: string, r2: number): string {
  const ending = endingIn(word, OTHERS, r2);
  if (ending === undefined) return word;
  const base = without(word, ending);
  return /^m[pm].$/.test(ending) && base.endsWith("po") ? word : base;
}

function withoutT(word: string, r1: number, r2: number): string {
  const base = word.slice(0, -1);
  if (!word.endsWith("t") || base.length < r1 || !/[aeiouyäö]$/.test(base) || base.length - 1 < r1)
    return word;
  const ending = endingIn(base, ["imma", "mma"], r2);
  if (ending === undefined) return base;
  const rest = without(base, ending);
  return ending === "mma" && rest.endsWith("po") ? base : rest;
}

function tidied(given: string, r1: number): string {
  let word = given;
  const has = (pattern: RegExp, length: number): boolean => pattern.test(word) && word.length - length >= r1;
  if (has(LONG, 2)) word = word.slice(0, -1);
  if (has(/[bcdfghjklmnpqrstvwxz][aäei]$/, 2)) word = word.slice(0, -1);
  if (has(/[ou]j$/, 2)) word = word.slice(0, -1);
  if (has(/jo$/, 2)) word = word.slice(0, -1);
  // The last consonant is not double.
  let at = word.length;
  while (at > 0 && VOWELS.includes(word[at - 1]!)) at--;
  const last = word[at - 1] ?? "-";
  return CONSONANTS.includes(last) && word[at - 2] === last ? word.slice(0, at - 1) + word.slice(at) : word;
}
