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

const scripts: readonly (readonly [string, RegExp])[] = [
  ["Latin", /\p{Script=Latin}/gu],
  ["Chinese or Japanese", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Korean", /\p{Script=Hangul}/gu],
  ["Arabic", /\p{Script=Arabic}/gu],
  ["Cyrillic", /\p{Script=Cyrillic}/gu],
  ["Greek", /\p{Script=Greek}/gu],
  ["Hebrew", /\p{Script=Hebrew}/gu],
  ["Devanagari", /\p{Script=Devanagari}/gu],
  ["Thai", /\p{Script=Thai}/gu],
];

/** Letters and small words that a guess needs. */
const LETTERS = 4;
const WORDS = 3;
/** The first of a text says what language it is in. */
const LONGEST = 2000;

/** Most texts have no letters of other scripts; four letters are enough. */
const PLAIN = /^[\0-\x7f]*$/;
const LATIN = /[a-z](?:[^a-z]*[a-z]){3}/i;

/** The script that most letters are of; undefined of a text with few letters. */
function scriptOf(text: string): string | undefined {
  if (PLAIN.test(text)) return LATIN.test(text) ? "Latin" : undefined;
  let most = LETTERS - 1;
  let best: string | undefined;
  for (const [name, letters] of scripts) {
    const count = text.match(letters)?.length ?? 0;
    if (count > most) [most, best] = [count, name];
  }
  return best;
}

/** By its small words; undefined where they do not tell, as of every language that is not listed. */
function latinLanguage(text: string): string | undefined {
  const counts = new Array<number>(small.length).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (const at of languagesOf.get(word) ?? none) counts[at]!++;
  const [first, second] = counts.map((count, at) => ({ count, at })).sort((a, b) => b.count - a.count) as [
    { count: number; at: number },
    { count: number; at: number },
  ];
  return first.count >= WORDS && first.count >= 2 * second.count ? small[first.at]![0] : undefined;
}

const none: readonly number[] = [];
/** By small word: the places of the languages that have it. */
const languagesOf = new Map<string, number[]>();
small.forEach(([, list], at) => {
  for (const word of list) languagesOf.set(word, [...(languagesOf.get(word) ?? []), at]);
});

/** The languages (or scripts) of a claim and of the texts, where they are certainly two. */
export function languagesDiffer(
  claim: string,
  texts: readonly string[],
): { readonly claim: string; readonly texts: string } | undefined {
  const all = texts.join("\n").slice(0, LONGEST);
  const [ours, theirs] = [scriptOf(claim), scriptOf(all)];
  if (ours === undefined || theirs === undefined) return undefined;
  if (ours !== theirs) {
    // A text of two scripts may have what the claim says.
    const letters = scripts.find(([name]) => name === ours)![1];
    return (all.match(letters)?.length ?? 0) >= LETTERS * 3 ? undefined : { claim: ours, texts: theirs };
  }
  if (ours !== "Latin") return undefined;
  const here = latinLanguage(claim);
  const there = here === undefined ? undefined : latinLanguage(all);
  return here === undefined || there === undefined || here === there
    ? undefined
    : { claim: here, texts: there };
}
