/** Whether two texts are in one language: words of different languages cannot be compared. */
const listOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Small words that few other languages have. */
const small: readonly (readonly [string, ReadonlySet<string>])[] = [
  [
    "English",
    listOf("the of and is was were are to for with that by from which this be has had it its their because"),
  ],
  [
    "German",
    listOf(
      "der die das und ist war wurde im ein eine nicht mit von zu den dem des auf für sich nach auch weil über",
    ),
  ],
  [
    "French",
    listOf("le les des et est du une dans que qui pour par sur au aux sont été avec ce cette il elle la pas"),
  ],
  ["Spanish", listOf("el los las y es del una en que por con para su se fue al como más sobre está")],
  ["Portuguese", listOf("os as e é do da dos das um uma em que por com para não foi ao no na pela pelo")],
  ["Italian", listOf("il lo gli e è di del della un una che per con non sono nel nella fu dei alla si al")],
];

const LATIN_SCRIPT = "Latin script";
const scripts: readonly (readonly [string, RegExp])[] = [
  [LATIN_SCRIPT, /\p{Script=Latin}/gu],
  ["Chinese or Japanese", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Korean", /\p{Script=Hangul}/gu],
  ["Arabic script", /\p{Script=Arabic}/gu],
  ["Cyrillic script", /\p{Script=Cyrillic}/gu],
  ["Greek", /\p{Script=Greek}/gu],
  ["Hebrew", /\p{Script=Hebrew}/gu],
  ["Devanagari script", /\p{Script=Devanagari}/gu],
  ["Thai", /\p{Script=Thai}/gu],
];

/** Letters and small words that a guess needs. */
const LETTERS = 4;
const WORDS = 3;
/** The first of a text says what language it is in. */
const LONGEST = 2000;
export const FIRST_LINE = 200;
/** And of these few its script. */
const FEW = 400;

/** Most texts have no letters of other scripts; four letters are enough. */
const PLAIN = /^[\0-\x7f]*$/;
const LATIN = /[a-z](?:[^a-z]*[a-z]){3}/i;

/** The script that most letters are of; undefined of a text with few letters. */
function scriptOf(text: string): string | undefined {
  if (PLAIN.test(text)) return LATIN.test(text) ? LATIN_SCRIPT : undefined;
  let most = LETTERS - 1;
  let best: string | undefined;
  for (const [name, letters] of scripts) {
    const count = text.match(letters)?.length ?? 0;
    if (count > most) [most, best] = [count, name];
  }
  return best;
}

/** By language: how many of its small words a text has. */
function countSmall(text: string): number[] {
  const counts = new Array<number>(small.length).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (const at of languagesOf.get(word) ?? none) counts[at]!++;
  return counts;
}

/** Whether a text has at least so many small words of one language, `at` its place. Read no further than they are found. */
function hasSmall(text: string, at: number, least: number): boolean {
  let count = 0;
  let word = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : SPACE;
    // What is a letter there, and what small letters they have, only patterns know.
    if (code > 127) return countSmall(text)[at]! >= least;
    const letter = code | 32;
    if (letter >= 97 && letter <= 122) word = word >= LARGEST ? LARGEST : word * 32 + letter - 96;
    else {
      if (word > 0 && packed[at]!.has(word) && ++count >= least) return true;
      word = 0;
    }
  }
  return false;
}
const SPACE = 32;
/** No small word has so many letters: five bits for each. */
const LARGEST = 32 ** 9;
/** By language: its small words in ASCII, the letters in a number. */
const packed = small.map(
  ([, list]) =>
    new Set(
      [...list]
        .filter((word) => /^[a-z]+$/.test(word))
        .map((word) => [...word].reduce((all, char) => all * 32 + char.charCodeAt(0) - 96, 0)),
    ),
);

/** The place of the language that small words tell; undefined where they do not, as of every language that is not listed. */
function latinLanguage(counts: readonly number[]): number | undefined {
  const [first, second] = counts.map((count, at) => ({ count, at })).sort((a, b) => b.count - a.count) as [
    { count: number; at: number },
    { count: number; at: number },
  ];
  return first.count >= WORDS && first.count >= 2 * second.count ? first.at : undefined;
}

const none: readonly number[] = [];
/** By small word: the places of the languages that have it. */
const languagesOf = new Map<string, number[]>();
small.forEach(([, list], at) => {
  for (const word of list) languagesOf.set(word, [...(languagesOf.get(word) ?? []), at]);
});

/** Whether the text has at least so many letters of a script. */
function hasLetters(text: string, letters: RegExp, least: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(letters)) if (++count >= least) return true;
  return false;
}

export interface TwoLanguages {
  /** What asks: claims, or the question. */
  readonly asking: string;
  readonly texts: string;
}

/** "same": certainly in the language of what asks, at least in part; "other": certainly in another one. */
type TextLanguage = "same" | "other" | "unknown";

/** What language a text is in, beside others. */
export interface AskedLanguage {
  /** Whether the first line of a text, of which `FIRST_LINE` characters are enough, says that it is in the same. */
  shows(text: string): boolean;
  of(text: string): TextLanguage;
  /** The two languages (or scripts), where the text is certainly in another one. */
  differsFrom(text: string): TwoLanguages | undefined;
}

/** Undefined of a text that does not tell its language: nothing differs from it. */
export function languageOf(asking: string): AskedLanguage | undefined {
  const script = scriptOf(asking.slice(0, LONGEST));
  if (script === undefined) return undefined;
  const letters = scripts.find(([name]) => name === script)![1];
  const language = script === LATIN_SCRIPT ? latinLanguage(countSmall(asking.slice(0, LONGEST))) : undefined;
  const shows = (text: string): boolean =>
    language !== undefined && hasSmall(text.slice(0, FIRST_LINE), language, WORDS);
  const read = (whole: string): { readonly is: TextLanguage; readonly named: string } => {
    // Most texts show it in their first line.
    if (shows(whole)) return { is: "same", named: script };
    const theirs = scriptOf(whole.slice(0, FEW));
    if (theirs === undefined) return { is: "unknown", named: "" };
    // A text of two scripts may have what is asked for.
    if (theirs !== script)
      return { is: hasLetters(whole, letters, LETTERS * 3) ? "same" : "other", named: theirs };
    if (script !== LATIN_SCRIPT) return { is: "same", named: theirs };
    if (language === undefined) return { is: "unknown", named: theirs };
    const counts = countSmall(whole.slice(0, LONGEST));
    const there = latinLanguage(counts);
    if (there !== undefined && there !== language) return { is: "other", named: small[there]![0] };
    return { is: counts[language]! >= WORDS ? "same" : "unknown", named: theirs };
  };
  return {
    shows,
    of: (text) => read(text).is,
    differsFrom: (text) => {
      const { is, named } = read(text);
      if (is !== "other") return undefined;
      const isScript = scripts.some(([name]) => name === named);
      return { asking: isScript ? script : small[language!]![0], texts: named };
    },
  };
}
