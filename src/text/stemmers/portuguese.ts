/** Snowball: https://snowballstem.org/algorithms/portuguese/stemmer.html */
import { dropped, droppedBoth, endingIn, endings, regionAfter, verbRegion, without } from "./regions.ts";

const VOWELS = "aeiouáéíóúâêô";
const DELETED = endings(
  `eza ezas ico ica icos icas ismo ismos ável ível ista istas oso osa osos osas amento amentos imento imentos adora ador
  aça~o adoras adores aço~es ante antes ância`,
);
const REPLACED: Readonly<Record<string, string>> = {
  logia: "log",
  logias: "log",
  "uça~o": "u",
  "uço~es": "u",
  ência: "ente",
  ências: "ente",
};
const STANDARD = endings(
  `${DELETED.join(" ")} ${Object.keys(REPLACED).join(" ")} amente mente idade idades iva ivo ivas ivos ira iras`,
);
const VERB = endings(
  `ada ida ia aria eria iria ará ara erá era irá ava asse esse isse aste este iste ei arei erei irei am iam ariam eriam
  iriam aram eram iram avam em arem erem irem assem essem issem ado ido ando endo indo ara~o era~o ira~o ar er ir as adas
  idas ias arias erias irias arás aras erás eras irás avas es ardes erdes irdes ares eres ires asses esses isses astes
  estes istes is ais eis íeis aríeis eríeis iríeis áreis areis éreis ereis íreis ireis ásseis ésseis ísseis áveis ados
  idos ámos amos íamos aríamos eríamos iríamos áramos éramos íramos ávamos emos aremos eremos iremos ássemos êssemos
  íssemos imos armos ermos irmos eu iu ou ira iras`,
);

export function stemPortuguese(given: string): string {
  // A nasal vowel is a vowel and a consonant.
  const word = given.replaceAll("ã", "a~").replaceAll("õ", "o~");
  const rv = verbRegion(word, VOWELS);
  const r1 = regionAfter(word, VOWELS);
  const r2 = regionAfter(word, VOWELS, r1);
  const changed = standard(word, r1, r2, rv) ?? verb(word, rv);
  const stem =
    changed === undefined
      ? dropped(word, ["os", "a", "i", "o", "á", "í", "ó"], rv)
      : changed.endsWith("ci") && changed.length - 1 >= rv
        ? changed.slice(0, -1)
        : changed;
  return residual(stem, rv).replaceAll("a~", "ã").replaceAll("o~", "õ");
}

function standard(word: string, r1: number, r2: number, rv: number): string | undefined {
  const ending = endingIn(word, STANDARD, 0);
  if (ending === undefined) return undefined;
  const base = without(word, ending);
  if (ending === "ira" || ending === "iras")
    return base.length >= rv && base.endsWith("e") ? `${base}ir` : undefined;
  if (base.length < (ending === "amente" ? r1 : r2)) return undefined;
  if (Object.hasOwn(REPLACED, ending)) return base + REPLACED[ending]!;
  if (ending === "amente")
    return base.endsWith("iv") ? droppedBoth(base, "iv", "at", r2) : dropped(base, ["os", "ic", "ad"], r2);
  if (ending === "mente") return dropped(base, ["ante", "avel", "ível"], r2);
  if (ending.startsWith("idad")) return dropped(base, ["abil", "ic", "iv"], r2);
  return ending.startsWith("iv") ? dropped(base, ["at"], r2) : base;
}

function verb(word: string, rv: number): string | undefined {
  const ending = endingIn(word, VERB, rv);
  return ending === undefined ? undefined : without(word, ending);
}

function residual(word: string, rv: number): string {
  if (word.endsWith("ç")) return `${word.slice(0, -1)}c`;
  if (!/[eéê]$/.test(word) || word.length - 1 < rv) return word;
  const base = word.slice(0, -1);
  return /(?:gu|ci)$/.test(base) && base.length - 1 >= rv ? base.slice(0, -1) : base;
}
