/** Snowball: https://snowballstem.org/algorithms/french/stemmer.html */
import { dropped, droppedBoth, endingIn, endings, regionAfter, without } from "./regions.ts";

const VOWELS = "aeiouyâàëéêèïîôûù";
const isVowel = (char: string | undefined): boolean => char !== undefined && VOWELS.includes(char);

const DELETED = endings("ance iqUe isme able iste eux ances iqUes ismes ables istes");
const AFTER_IC = endings("atrice ateur ation atrices ateurs ations");
const REPLACED: Readonly<Record<string, string>> = {
  logie: "log",
  logies: "log",
  usion: "u",
  ution: "u",
  usions: "u",
  utions: "u",
  ence: "ent",
  ences: "ent",
};
const STANDARD = endings(
  `${DELETED.join(" ")} ${AFTER_IC.join(" ")} ${Object.keys(REPLACED).join(" ")} ement ements ité ités if ive ifs ives
  eaux aux euse euses issement issements amment emment ment ments`,
);
const I_VERB = endings(
  `îmes ît îtes i ie Ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent issais
  issait issant issante issantes issants isse issent isses issez issiez issions issons it`,
);
const E_VERB = endings(
  "é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez",
);
const A_VERB = endings(
  "âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions",
);
const VERB = endings(`ions ${E_VERB.join(" ")} ${A_VERB.join(" ")}`);

/** Vowels that are consonants there are written as capitals; ë and ï as He and Hi. */
function withConsonants(word: string): string {
  const out = [...word];
  for (let i = 0; i < out.length; i++) {
    const next = out[i + 1];
    if (isVowel(out[i]) && (((next === "u" || next === "i") && isVowel(out[i + 2])) || next === "y"))
      out[i + 1] = next.toUpperCase();
    if (out[i] === "ë") out[i] = "He";
    else if (out[i] === "ï") out[i] = "Hi";
    else if (out[i] === "y" && isVowel(out[i + 1])) out[i] = "Y";
    else if (out[i] === "q" && out[i + 1] === "u") out[i + 1] = "U";
  }
  return out.join("");
}

function verbStart(word: string): number {
  if (word.length >= 3 && ((isVowel(word[0]) && isVowel(word[1])) || /^(?:par|col|tap)/.test(word))) return 3;
  let at = 1;
  while (at < word.length && !isVowel(word[at])) at++;
  return Math.min(at + 1, word.length);
}

export function stemFrench(given: string): string {
  const word = withConsonants(given);
  const rv = verbStart(word);
  const r1 = regionAfter(word, VOWELS);
  const r2 = regionAfter(word, VOWELS, r1);
  const first = standard(word, r1, r2, rv);
  const changed = first.done ? first.word : (iVerb(first.word, rv) ?? verb(first.word, rv, r2));
  const stem = changed === undefined ? residual(first.word, rv, r2) : withoutMark(changed);
  return unaccented(undoubled(stem))
    .replaceAll("He", "ë")
    .replaceAll("Hi", "ï")
    .replaceAll("H", "")
    .replaceAll("I", "i")
    .replaceAll("U", "u")
    .replaceAll("Y", "y");
}

const withoutMark = (word: string): string =>
  word.endsWith("Y") ? `${word.slice(0, -1)}i` : word.endsWith("ç") ? `${word.slice(0, -1)}c` : word;

/** `done`: verbs are not looked for any more. */
interface FrenchStep {
  readonly word: string;
  readonly done: boolean;
}

/** Deleted in R2, replaced elsewhere. */
const deletedOr = (word: string, ending: string, other: string, r2: number): string =>
  without(word, ending).length >= r2 ? without(word, ending) : without(word, ending) + other;

function standard(word: string, r1: number, r2: number, rv: number): FrenchStep {
  const none: FrenchStep = { word, done: false };
  const done = (changed: string): FrenchStep => ({ word: changed, done: true });
  const ending = endingIn(word, STANDARD, 0);
  if (ending === undefined) return none;
  const base = without(word, ending);
  const at = base.length;
  switch (ending) {
    case "ement":
    case "ements":
      return at >= rv ? done(afterEment(base, r1, r2, rv)) : none;
    case "eaux":
      return done(`${base}eau`);
    case "aux":
      return at >= r1 ? done(`${base}al`) : none;
    case "euse":
    case "euses":
      return at >= r2 ? done(base) : at >= r1 ? done(`${base}eux`) : none;
    case "issement":
    case "issements":
      return at >= r1 && at > 0 && !isVowel(base.at(-1)) ? done(base) : none;
    case "amment":
      return at >= rv ? { word: `${base}ant`, done: false } : none;
    case "emment":
      return at >= rv ? { word: `${base}ent`, done: false } : none;
    case "ment":
    case "ments":
      return isVowel(base.at(-1)) && at - 1 >= rv ? { word: base, done: false } : none;
  }
  if (at < r2) return none;
  if (Object.hasOwn(REPLACED, ending)) return done(base + REPLACED[ending]!);
  if (AFTER_IC.includes(ending)) return done(base.endsWith("ic") ? deletedOr(base, "ic", "iqU", r2) : base);
  if (ending.startsWith("ité")) {
    if (base.endsWith("abil")) return done(deletedOr(base, "abil", "abl", r2));
    if (base.endsWith("ic")) return done(deletedOr(base, "ic", "iqU", r2));
    return done(dropped(base, ["iv"], r2));
  }
  if (!/^i[fv]e?s?$/.test(ending)) return done(base);
  const less = dropped(base, ["at"], r2);
  return done(less !== base && less.endsWith("ic") ? deletedOr(less, "ic", "iqU", r2) : less);
}

function afterEment(base: string, r1: number, r2: number, rv: number): string {
  if (base.endsWith("iv")) return droppedBoth(base, "iv", "at", r2);
  if (base.endsWith("eus")) {
    const at = base.length - 3;
    return at >= r2 ? base.slice(0, at) : at >= r1 ? `${base.slice(0, at)}eux` : base;
  }
  const found = endingIn(base, ["abl", "iqU"], r2);
  if (found !== undefined) return without(base, found);
  return /[iI]èr$/.test(base) && base.length - 3 >= rv ? `${base.slice(0, -3)}i` : base;
}

function iVerb(word: string, rv: number): string | undefined {
  const ending = endingIn(word, I_VERB, rv);
  if (ending === undefined) return undefined;
  const base = without(word, ending);
  const before = base.at(-1);
  return base.length - 1 >= rv && !isVowel(before) && before !== "H" ? base : undefined;
}

function verb(word: string, rv: number, r2: number): string | undefined {
  const ending = endingIn(word, VERB, rv);
  if (ending === undefined) return undefined;
  const base = without(word, ending);
  if (ending === "ions") return base.length >= r2 ? base : undefined;
  return A_VERB.includes(ending) && base.endsWith("e") && base.length - 1 >= rv ? base.slice(0, -1) : base;
}

function residual(given: string, rv: number, r2: number): string {
  const word = /(?:Hi|[^aiouès])s$/.test(given) ? given.slice(0, -1) : given;
  const ending = endingIn(word, ["ière", "Ière", "ion", "ier", "Ier", "e"], rv);
  if (ending === undefined) return word;
  const base = without(word, ending);
  if (ending === "e") return base;
  if (ending !== "ion") return `${base}i`;
  return base.length >= r2 && /[st]$/.test(base) && base.length - 1 >= rv ? base : word;
}

const undoubled = (word: string): string =>
  /(?:enn|onn|ett|ell|eill)$/.test(word) ? word.slice(0, -1) : word;

/** é and è before consonants at the end. */
function unaccented(word: string): string {
  let at = word.length;
  while (at > 0 && !isVowel(word[at - 1])) at--;
  const isAccented = at > 0 && at < word.length && /[éè]/.test(word[at - 1]!);
  return isAccented ? `${word.slice(0, at - 1)}e${word.slice(at)}` : word;
}
