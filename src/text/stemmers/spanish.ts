/** Snowball: https://snowballstem.org/algorithms/spanish/stemmer.html */
import { dropped, droppedBoth, endingIn, endings, regionAfter, verbRegion, without } from "./regions.ts";

const VOWELS = "aeiouáéíóúü";
const PRONOUNS = endings("me se sela selo selas selos la le lo las les los nos");
const BEFORE_PRONOUN = endings("iéndo ándo ár ér ír ando iendo ar er ir yendo");
const DELETED = endings(
  `anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas amiento amientos
  imiento imientos`,
);
const AFTER_IC = endings("adora ador ación adoras adores aciones ante antes ancia ancias");
const REPLACED: Readonly<Record<string, string>> = {
  logía: "log",
  logías: "log",
  ución: "u",
  uciones: "u",
  encia: "ente",
  encias: "ente",
};
const STANDARD = endings(
  `${DELETED.join(" ")} ${AFTER_IC.join(" ")} ${Object.keys(REPLACED).join(" ")} amente mente idad idades iva ivo ivas ivos`,
);
const Y_VERB = endings("ya ye yan yen yeron yendo yo yó yas yes yais yamos");
const VERB = endings(
  `arían arías arán arás aríais aría aréis aríamos aremos ará aré erían erías erán erás eríais ería eréis eríamos eremos
  erá eré irían irías irán irás iríais iría iréis iríamos iremos irá iré aba ada ida ía ara iera ad ed id ase iese aste
  iste an aban ían aran ieran asen iesen aron ieron ado ido ando iendo ió ar er ir as abas adas idas ías aras ieras ases
  ieses ís áis abais íais arais ierais aseis ieseis asteis isteis ados idos amos ábamos íamos imos áramos iéramos iésemos
  ásemos en es éis emos`,
);
const PLAIN: Readonly<Record<string, string>> = { á: "a", é: "e", í: "i", ó: "o", ú: "u" };
const plain = (text: string): string => text.replace(/[áéíóú]/g, (char) => PLAIN[char]!);

export function stemSpanish(given: string): string {
  const rv = verbRegion(given, VOWELS);
  const r1 = regionAfter(given, VOWELS);
  const r2 = regionAfter(given, VOWELS, r1);
  const word = withoutPronoun(given, rv);
  return plain(residual(standard(word, r1, r2) ?? verb(word, rv), rv));
}

function withoutPronoun(word: string, rv: number): string {
  const pronoun = endingIn(word, PRONOUNS, 0);
  if (pronoun === undefined) return word;
  const base = without(word, pronoun);
  const before = endingIn(base, BEFORE_PRONOUN, 0);
  if (before === undefined || base.length - before.length < rv) return word;
  if (before === "yendo") return without(base, before).endsWith("u") ? base : word;
  return without(base, before) + plain(before);
}

function standard(word: string, r1: number, r2: number): string | undefined {
  const ending = endingIn(word, STANDARD, 0);
  if (ending === undefined) return undefined;
  const base = without(word, ending);
  if (base.length < (ending === "amente" ? r1 : r2)) return undefined;
  if (Object.hasOwn(REPLACED, ending)) return base + REPLACED[ending]!;
  if (AFTER_IC.includes(ending)) return dropped(base, ["ic"], r2);
  if (ending === "amente")
    return base.endsWith("iv") ? droppedBoth(base, "iv", "at", r2) : dropped(base, ["os", "ic", "ad"], r2);
  if (ending === "mente") return dropped(base, ["ante", "able", "ible"], r2);
  if (ending.startsWith("idad")) return dropped(base, ["abil", "ic", "iv"], r2);
  return ending.startsWith("iv") ? dropped(base, ["at"], r2) : base;
}

function verb(word: string, rv: number): string {
  const y = endingIn(word, Y_VERB, rv);
  if (y !== undefined && without(word, y).endsWith("u")) return without(word, y);
  const ending = endingIn(word, VERB, rv);
  if (ending === undefined) return word;
  const base = without(word, ending);
  return ["en", "es", "éis", "emos"].includes(ending) && base.endsWith("gu") ? base.slice(0, -1) : base;
}

function residual(word: string, rv: number): string {
  const ending = endingIn(word, ["os", "a", "o", "á", "í", "ó", "e", "é"], 0);
  if (ending === undefined || word.length - ending.length < rv) return word;
  const base = without(word, ending);
  return (ending === "e" || ending === "é") && base.endsWith("gu") && base.length - 1 >= rv
    ? base.slice(0, -1)
    : base;
}
