/** Where the sentence that starts at a place ends. */
import { either, opening, starters } from "./_abbreviations.ts";

/** Full stops that need a space behind them, or the end. */
const western = ".!?…؟۔।॥։።";
/** Full stops that need none. */
const eastern = "。！？｡．။៕។";
const closers = "\"'”’»)]}」』】）〉》*_";
const isMark = new Uint8Array(0x10000);
for (const char of western) isMark[char.charCodeAt(0)] = 1;
for (const char of eastern) isMark[char.charCodeAt(0)] = 2;

const spaces = /\s/;
const small = /\p{Ll}/u;
const large = /\p{Lu}/u;

// Most characters are in ASCII: no pattern is asked about them.
const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : spaces.test(text[at] ?? "");
};
const isAsciiLetter = (code: number): boolean => {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
};
/** A letter, a digit or a dot. */
const isWordAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code < 128) return isAsciiLetter(code) || (code >= 48 && code <= 57) || code === 46;
  return /[\p{L}\p{N}]/u.test(text[at]!);
};

/** Of the letters of an abbreviation. */
const longest = Math.max(...[...opening, ...either].map((word) => word.length));

/** Of the whole text: `small` where it has no capitals, so that a small letter may begin a sentence. */
interface Writing {
  readonly small: boolean;
}

/** The marks of one text, asked for from its start to its end: each is searched for once, and only up to the next of its kind. */
export class SentenceMarks {
  readonly #text: string;
  #dot = -1;
  #exclamation = -1;
  #question = -1;
  /** It has others, which are looked for character by character. */
  readonly #rare: boolean;

  constructor(text: string) {
    this.#text = text;
    this.#rare = rare.some((mark) => text.includes(mark));
  }

  /** The next mark from a place on, which is no less than the last one asked for; `limit` where there is none before it. */
  next(from: number, limit: number): number {
    const text = this.#text;
    if (this.#rare) {
      let at = from;
      while (at < limit && isMark[text.charCodeAt(at)] === 0) at++;
      return at;
    }
    if (this.#dot < from) this.#dot = placeOf(text, ".", from);
    if (this.#exclamation < from) this.#exclamation = placeOf(text, "!", from);
    if (this.#question < from) this.#question = placeOf(text, "?", from);
    return Math.min(this.#dot, this.#exclamation, this.#question, limit);
  }
}

const rare = [...western.slice(3), ...eastern];
const placeOf = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? NOWHERE : at;
};
/** Longer than any string. */
const NOWHERE = 2 ** 30;

/** The place behind the sentence and its closing quotes, at most `limit`. */
export function sentenceEnd(
  text: string,
  start: number,
  limit: number,
  writing: Writing,
  marks: SentenceMarks,
): number {
  for (let from = start; ; ) {
    let at = marks.next(from, limit);
    if (at >= limit) return limit;
    const first = at;
    while (at + 1 < limit && isMark[text.charCodeAt(at + 1)]! > 0) at++;
    const end = closing(text, at + 1, limit);
    if (end >= limit) return limit;
    if (isMark[text.charCodeAt(at)] === 2) {
      // 「はい。」と言った: the sentence goes on behind what was said.
      if (end === at + 1 || !/\p{Script=Hiragana}/u.test(text[end]!)) return end;
      from = at + 1;
      continue;
    }
    if (isSpace(text, end) && ends(text, start, first, at, end, limit, writing)) return end;
    from = end;
  }
}

/** Behind closing quotes and brackets, and behind a note such as [12]. */
function closing(text: string, from: number, limit: number): number {
  let at = from;
  for (;;) {
    while (at < limit && closers.includes(text[at]!)) at++;
    const next = apart(text, at, limit) || note(text, at, limit);
    if (next === 0) return at;
    at = next;
  }
}

/** Behind a closing mark that is written apart (`it is . ''`), as some corpora do; 0 where there is none. */
function apart(text: string, at: number, limit: number): number {
  if (text[at] !== " " || at + 1 >= limit) return 0;
  const size = text.startsWith("''", at + 1) ? 2 : ")]}”»".includes(text[at + 1]!) ? 1 : 0;
  const end = at + 1 + size;
  return size > 0 && end <= limit && (end === limit || text[end] === " ") ? end : 0;
}

function note(text: string, at: number, limit: number): number {
  if (text[at] !== "[") return 0;
  let to = at + 1;
  while (to < at + 6 && to < limit && /[\da-z]/.test(text[to]!)) to++;
  return text[to] !== "]" || to === at + 1 || to >= limit ? 0 : to + 1;
}

function ends(
  text: string,
  start: number,
  first: number,
  last: number,
  end: number,
  limit: number,
  { small: noCapitals }: Writing,
): boolean {
  let next = end;
  while (next < limit && isSpace(text, next)) next++;
  if (next >= limit) return true;
  // An opening quote or bracket says nothing: look behind it.
  let letter = next;
  while (letter < limit && "\"'“‘«([{¿¡*_`".includes(text[letter]!)) letter++;
  // "iPhone" may begin a sentence.
  if (isSmall(text, letter) && !noCapitals && !large.test(text[letter + 1] ?? "")) return false;
  if (text[last] !== "." || first !== last) return true;
  return endsWithDot(text, start, first, letter);
}

function isSmall(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 32;
  return code < 128 ? code >= 97 && code <= 122 : small.test(String.fromCodePoint(code));
}

/** "15. März", "im 19. Jahrhundert": German counts with a dot, as do the languages of the north. */
const counted =
  /^(?:januar|februar|märz|mai|juni|juli|oktober|dezember|jänner|mars|maj|desember|jahrhunderts?)(?!\p{L})/iu;
/** Months that English has too count only behind a word of these. */
const alsoEnglish = /^(?:april|august|september|november|december)(?!p{L})/i;
const before15 = /(?:^|\s)(?:am|vom|zum|bis|dem|den|der|ab|seit|nach|vor|til|fra) $/i;

function isCounted(text: string, number: number, next: number): boolean {
  const following = text.slice(next, next + 14);
  if (counted.test(following)) return true;
  return alsoEnglish.test(following) && before15.test(text.slice(Math.max(0, number - 6), number));
}

/** One dot with a space behind it: not that of an abbreviation, of initials, or of "1." at the start. */
function endsWithDot(text: string, start: number, dot: number, next: number): boolean {
  let from = dot;
  while (from > start && dot - from < 30 && isWordAt(text, from - 1)) from--;
  const length = dot - from;
  if (length === 0) return true;
  const plain = length > 1 && isAsciiLetter(text.charCodeAt(from)) && text.charCodeAt(from + 1) !== 46;
  if (plain && length > longest) return true;
  const before = text.slice(from, dot);
  const lower = before.toLowerCase();
  if (opening.has(lower)) return lower === "no" || lower === "in" ? !/\d/.test(text[next] ?? "") : false;
  if (!plain && /^\d{1,3}$/.test(before) && text.slice(start, from).trim() === "") return false;
  if (!plain && /^\d{1,2}$/.test(before) && isCounted(text, from, next)) return false;
  const initial = !plain && /^\p{L}(?:\.\p{L})*$/u.test(before) && before !== "I";
  if (!initial && !either.has(lower)) return true;
  const following = /^[\p{L}]+/u.exec(text.slice(next, next + 20))?.[0] ?? "";
  return starters.has(following.toLowerCase()) && /^\p{Lu}/u.test(following);
}
