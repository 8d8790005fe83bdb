/** A light stemmer for English: inflections come off, and the commonest derivations. Words of other scripts, and with digits, stay. */

const plain = /^[a-z]{4,}$/;
/** An s that does not mark a plural. */
const whole = new Set([
  "news",
  "series",
  "species",
  "always",
  "perhaps",
  "lens",
  "mars",
  "james",
  "does",
  "texas",
]);
const vowel = /[aeiouy]/;

/** The stem of a folded word: "cities" and "city" have one, "organised" and "organizing" too. It need not be a word; it is only compared. */
export function stem(key: string): string {
  if (!plain.test(key) || whole.has(key)) return key;
  return finish(withoutSuffix(withoutPlural(key)));
}

function withoutPlural(word: string): string {
  const last = word.length - 1;
  if (word[last] !== "s" || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes|zzes|oes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** -ed and -ing, where a vowel is left to say the rest. */
function withoutSuffix(word: string): string {
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  // "agreed", but not "need" and "proceed".
  if (word.endsWith("eed")) return word.length > 5 && !word.endsWith("ceed") ? word.slice(0, -1) : word;
  for (const suffix of ["ing", "ed", "ly"]) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, -suffix.length);
    if (base.length < 3 || !vowel.test(base)) return word;
    if (suffix === "ly") return base;
    return base.length > 5 && base.endsWith("is") ? `${base.slice(0, -1)}z` : undouble(base);
  }
  return word;
}

/** "running" is of "run", "falling" of "fall". */
const undouble = (base: string): string => (/([bdgmnprt])\1$/.test(base) ? base.slice(0, -1) : base);

/** One spelling for what is left: no silent e, y as i, -ise as -ize. */
function finish(word: string): string {
  let base = word.endsWith("e") && word.length > 3 ? word.slice(0, -1) : word;
  if (base.length > 4 && base.endsWith("is") && base !== word) base = `${base.slice(0, -1)}z`;
  if (base.length > 4 && base.endsWith("our")) base = `${base.slice(0, -3)}or`;
  return base.endsWith("y") && base.length > 2 ? `${base.slice(0, -1)}i` : base;
}

/** Endings that make one word of another; what is left of both must be the same. */
const endings = new Set(
  `s es ed ing er ers or ors ion ions tion tions ation ations ization izations isation isations al ally ial ical ically ic ics
  ment ments ness ity ty y ly ful less able ible ive ive ism ist ists ize ise ized ised izing ising ance ence ant ent ancy ency
  an ian ians ish e a um us ary ory ous ious eous ate ated ates ating en ens th age ages dom hood ship ward`.split(
    /\s+/,
  ),
);
const SHORTEST = 4;

/** Whether two folded words are of one family: "urban" and "urbanization", "Canada" and "Canadian". A guess, so worth less than the same stem. */
export function related(a: string, b: string): boolean {
  if (a === b) return true;
  let shared = 0;
  while (shared < a.length && shared < b.length && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++;
  // Two letters may change where the ending begins: "produce" and "production".
  for (let at = shared; at >= SHORTEST && at >= shared - 2; at--)
    // One letter for another is mostly another word: "policy" and "police".
    if (a.length + b.length - 2 * at > 2 || a.length === at || b.length === at) {
      if (isEnding(a.slice(at)) && isEnding(b.slice(at))) return true;
    }
  return false;
}

const isEnding = (text: string): boolean => text === "" || endings.has(text);
