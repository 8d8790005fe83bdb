/** Snowball: https://snowballstem.org/algorithms/italian/stemmer.html */
import { dropped, droppedBoth, endingIn, endings, regionAfter, verbRegion, without } from "./regions.ts";

const VOWELS = "aeiouàèìòù";
const GRAVE: Readonly<Record<string, string>> = { á: "à", é: "è", í: "ì", ó: "ò", ú: "ù" };
const PRONOUNS = endings(
  `ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene mela mele meli melo mene tela tele teli telo
  tene cela cele celi celo cene vela vele veli velo vene`,
);
const DELETED = endings(
  `anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste isti istà istè istì oso osi osa ose
  mente atrice atrici ante anti`,
);
const REPLACED: Readonly<Record<string, string>> = {
  logia: "log",
  logie: "log",
  uzione: "u",
  uzioni: "u",
  usione: "u",
  usioni: "u",
  enza: "ente",
  enze: "ente",
};
const AFTER_IC = endings("azione azioni atore atori");
const MENTO = endings("amento amenti imento imenti");
const STANDARD = endings(
  `${DELETED.join(" ")} ${Object.keys(REPLACED).join(" ")} ${AFTER_IC.join(" ")} ${MENTO.join(" ")} amente ità ivo ivi iva ive`,
);
const VERB = endings(
  `ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo avano avate avi avo emmo enda ende endi endo
  erà erai eranno ere erebbe erebbero erei eremmo eremo ereste eresti erete erò erono essero ete eva evamo evano evate evi
  evo Yamo iamo immo irà irai iranno ire irebbe irebbero irei iremmo iremo ireste iresti irete irò irono isca iscano isce
  isci isco iscono issero ita ite iti ito iva ivamo ivano ivate ivi ivo ono uta ute uti uto ar ir`,
);

/** u after q, and u and i between vowels, are consonants: written U and I. */
function withConsonants(word: string): string {
  const chars = [...word];
  const isVowel = (at: number): boolean => at < chars.length && VOWELS.includes(chars[at]!);
  for (let i = 1; i < chars.length; i++) if (chars[i] === "u" && chars[i - 1] === "q") chars[i] = "U";
  for (let i = 0; i + 2 < chars.length; i++) {
    if (!isVowel(i) || !isVowel(i + 2) || (chars[i + 1] !== "u" && chars[i + 1] !== "i")) continue;
    chars[i + 1] = chars[i + 1]!.toUpperCase();
  }
  return chars.join("");
}

export function stemItalian(given: string): string {
  const word = withConsonants(given.replace(/[áéíóú]/g, (char) => GRAVE[char]!));
  const rv = verbRegion(word, VOWELS);
  const r1 = regionAfter(word, VOWELS);
  const r2 = regionAfter(word, VOWELS, r1);
  const bare = withoutPronoun(word, rv);
  const stem = vowelEnd(standard(bare, r1, r2, rv) ?? verb(bare, rv), rv);
  return stem.replaceAll("U", "u").replaceAll("I", "i");
}

function withoutPronoun(word: string, rv: number): string {
  const pronoun = endingIn(word, PRONOUNS, 0);
  if (pronoun === undefined) return word;
  const base = without(word, pronoun);
  const before = endingIn(base, ["ando", "endo", "ar", "er", "ir"], 0);
  if (before === undefined || base.length - before.length < rv) return word;
  return before.length === 4 ? base : `${base}e`;
}

function standard(word: string, r1: number, r2: number, rv: number): string | undefined {
  const ending = endingIn(word, STANDARD, 0);
  if (ending === undefined) return undefined;
  const base = without(word, ending);
  if (base.length < (ending === "amente" ? r1 : MENTO.includes(ending) ? rv : r2)) return undefined;
  if (Object.hasOwn(REPLACED, ending)) return base + REPLACED[ending]!;
  if (AFTER_IC.includes(ending)) return dropped(base, ["ic"], r2);
  if (ending === "amente")
    return base.endsWith("iv") ? droppedBoth(base, "iv", "at", r2) : dropped(base, ["os", "ic", "abil"], r2);
  if (ending === "ità") return dropped(base, ["abil", "ic", "iv"], r2);
  if (!/^iv[oiae]$/.test(ending)) return base;
  return droppedBoth(base, "at", "ic", r2);
}

function verb(word: string, rv: number): string {
  const ending = endingIn(word, VERB, rv);
  return ending === undefined ? word : without(word, ending);
}

function vowelEnd(given: string, rv: number): string {
  let word = given;
  if (/[aeioàèìò]$/.test(word) && word.length - 1 >= rv) {
    word = word.slice(0, -1);
    if (word.endsWith("i") && word.length - 1 >= rv) word = word.slice(0, -1);
  }
  return /[cg]h$/.test(word) && word.length - 2 >= rv ? word.slice(0, -1) : word;
}
