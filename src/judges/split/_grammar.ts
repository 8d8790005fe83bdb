/** The little grammar that claims are taken apart by: closed lists, so that a word outside them leaves the sentence whole. */

const listOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Finite verbs that are seldom anything else. */
const verbs = listOf(`
  is are was were am has have had does do did can could may might must shall should will would
  became become becomes began begins came comes went goes made makes took takes gave gives got gets said says won wins lost
  died dies born wrote writes led leads held holds built found finds left leaves ran runs met sold kept spent grew grows fell rose
  includes included include contains contained contain comprises comprised comprise consists consisted consist
  causes caused cause produces produced produce provides provided provide contributes contributed contribute
  remains remained remain serves served moved moves joined joins played plays released releases received receives married founded
  started ended created established introduced retired returned worked lived studied graduated directed starred appeared announced
  covers covered spans spanned allows allowed requires required uses used occurs occurred lies lay stands stood known refers
  affect affects affected influence influences influenced help helps helped make play form forms formed lead drive drives`);

/** Verbs that a plural subject has: "A, B and C cause D". With the form for one. */
export const pluralVerbs: Readonly<Record<string, string>> = {
  are: "is",
  were: "was",
  have: "has",
  do: "does",
  can: "can",
  could: "could",
  may: "may",
  might: "might",
  will: "will",
  would: "would",
  must: "must",
  should: "should",
  had: "had",
  cause: "causes",
  contribute: "contributes",
  affect: "affects",
  influence: "influences",
  produce: "produces",
  provide: "provides",
  contain: "contains",
  require: "requires",
  help: "helps",
  make: "makes",
  lead: "leads",
  drive: "drives",
  increase: "increases",
  reduce: "reduces",
  improve: "improves",
  remain: "remains",
  belong: "belongs",
  live: "lives",
  won: "won",
  became: "became",
  received: "received",
  joined: "joined",
  appeared: "appeared",
  caused: "caused",
  contributed: "contributed",
};

/** What a list comes after at the end of a sentence, the longest first. */
export const listMarkers =
  /(?:^|\s)(?:are|were|is|was|includes?|included|contains?|contained|comprises?|comprised|consists? of|consisted of|causes?|caused|produces?|produced|provides?|provided|has|have|had|such as|including)(?=:?\s)|:(?=\s)/gi;

export const pronouns = listOf("it he she they we i you this that these those there its his her their our");
export const determiners = listOf(
  "the a an its his her their our this that these those some all most many each every no both one",
);
export const prepositions = listOf(
  "in on at by for with from to into onto of as about over under between among through during before after since until near than like via per without within against along across around behind beyond despite",
);
export const subordinators = listOf(
  "when if although though because while since after before as unless until whereas whether once where",
);
/** A list under these is one claim: "together", "three of them". */
export const collective =
  /\b(?:together|each other|one another|between|both|respectively|combined|collectively|all (?:two|three|four|five)|the (?:two|three|four|five|six|seven|eight|nine|ten|only|same|first|last)|two|three|four|five|six|seven|eight|nine|ten|\d+)\b/i;
/** Participles that speak of the noun before them. */
export const participles =
  /^(?:established|founded|built|located|situated|published|released|written|directed|designed|produced|created|introduced|formed|opened|completed|named|signed|discovered|developed|invented|launched|composed|held|killed|recorded|owned|operated)$/;

export const wordsOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");
/** "" where there is none. */
export function firstWord(text: string): string {
  let start = 0;
  while (start < text.length && text.charCodeAt(start) === SPACE) start++;
  const end = text.indexOf(" ", start);
  return end < 0 ? text.slice(start) : text.slice(start, end);
}
const SPACE = 32;

const isSmallAt = (word: string, at: number): boolean => {
  const code = word.charCodeAt(at);
  return code >= 97 && code <= 122;
};
/** A word without the marks around it, in lower case. */
export function bare(word: string): string {
  const lower = word.toLowerCase();
  // As most are: no pattern is asked.
  if (isSmallAt(lower, 0) && isSmallAt(lower, lower.length - 1)) return lower;
  return lower.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, "");
}
export const isCapital = (word: string): boolean => !isSmallAt(word, 0) && /^["“'(]?\p{Lu}/u.test(word);
/** A capital makes it part of a name: "Fell in Love". */
export const isVerb = (word: string): boolean => !isCapital(word) && verbs.has(bare(word));
export const hasVerb = (text: string): boolean => wordsOf(text).some(isVerb);
