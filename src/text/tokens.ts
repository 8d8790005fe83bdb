/** A text as a row of words, numbers and dates, each in one form. */

import { joinDates } from "./_dates.ts";
import { joinNumbers, mayCount } from "./_number-words.ts";
import { readNumber } from "./_numbers.ts";
import { segmentRun } from "./_segment.ts";
import { asciiKinds, BETWEEN, DIGIT, kindAt, LETTER, UNSPACED } from "./chars.ts";
import { foldWord } from "./fold.ts";

/**
 * `key` is what is compared: "cafe", "#14000000" (14 million), "#50%", "#21th" (21st), "#1960s", "@1960-04-21" (a date).
 * Places are those of the text. "one", "first" and "second" are words, though with the key of their number.
 */
export interface Token {
  readonly key: string;
  readonly kind: "word" | "number" | "date";
  readonly start: number;
  readonly end: number;
  /** Of a word that was read with others. */
  readonly word?: FoldedWord;
}

/** A word as it was folded before. */
export interface FoldedWord {
  readonly written: string;
  readonly hash: number;
  /** Where its bytes are, of a word in ASCII, and how many: the word itself need not be read. */
  readonly at: number;
  readonly size: number;
  readonly key: string;
  /** It may begin a number. */
  readonly counts: boolean;
  /** What its reader knows of it. */
  about: unknown;
}

/** Words by how they are written. Who reads many texts keeps them and clears them when they are many: most words of a text were in others, and are found without a string of their own. */
export class FoldedWords {
  #words: FoldedWord[] = [];
  /** One more than the place in the list; 0 is free. */
  #slots = new Int32Array(1024);
  /** The characters of words in ASCII, one behind another, and those of the text that is being read. */
  #bytes = new Uint8Array(8192);
  #used = 0;
  #text = new Uint8Array(1024);

  get size(): number {
    return this.#words.length;
  }
  clear(): void {
    this.#words = [];
    this.#slots = new Int32Array(1024);
    this.#used = 0;
  }

  /** The characters of a text in ASCII, good until the next one; undefined of other texts. */
  ascii(text: string): Uint8Array | undefined {
    if (this.#text.length < text.length * 3) this.#text = new Uint8Array(text.length * 3);
    return encoder.encodeInto(text, this.#text).written === text.length ? this.#text : undefined;
  }

  /** The same in characters of a text in ASCII. */
  findBytes(bytes: Uint8Array, text: string, start: number, end: number, hash: number): FoldedWord {
    const slots = this.#slots;
    const last = slots.length - 1;
    const known = this.#bytes;
    let slot = (hash ^ (hash >>> 15)) & last;
    search: for (let place = slots[slot]!; place !== 0; place = slots[slot]!) {
      const word = this.#words[place - 1]!;
      slot = (slot + 1) & last;
      if (word.hash !== hash || word.at < 0 || word.size !== end - start) continue;
      for (let i = start, at = word.at; i < end; i++, at++) if (known[at] !== bytes[i]) continue search;
      return word;
    }
    return this.find(text, start, end, hash);
  }

  /** The word from `start` to `end`; `hash` is of its characters. */
  find(text: string, start: number, end: number, hash: number): FoldedWord {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (let place = slots[slot]!; place !== 0; place = slots[slot]!) {
      const word = this.#words[place - 1]!;
      if (word.hash === hash && isAt(word.written, text, start, end)) return word;
      slot = (slot + 1) & last;
    }
    const written = text.slice(start, end);
    const word = foldedWord(written, hash, this.#keep(written));
    slots[slot] = this.#words.push(word);
    if (this.#words.length * 2 > slots.length) this.#grow();
    return word;
  }

  #keep(written: string): number {
    if (this.#bytes.length < this.#used + written.length * 3) {
      const more = new Uint8Array((this.#used + written.length) * 3);
      more.set(this.#bytes);
      this.#bytes = more;
    }
    const { written: length } = encoder.encodeInto(written, this.#bytes.subarray(this.#used));
    if (length !== written.length) return -1;
    this.#used += length;
    return this.#used - length;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const last = slots.length - 1;
    this.#words.forEach(({ hash }, i) => {
      let slot = (hash ^ (hash >>> 15)) & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = i + 1;
    });
    this.#slots = slots;
  }
}

const encoder = new TextEncoder();

function isAt(written: string, text: string, start: number, end: number): boolean {
  if (written.length !== end - start) return false;
  for (let i = 0; i < written.length; i++)
    if (written.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}

function foldedWord(written: string, hash: number, at: number): FoldedWord {
  // Only capitals distinguish the country from the pronoun.
  const key = written === "US" ? "u.s" : foldWord(written);
  return { written, hash, at, size: written.length, key, counts: mayCount(key), about: undefined };
}

/** A text that is being read. `marks`: the places of tokens that may be numbers, in order. */
interface Folding {
  readonly text: string;
  readonly tokens: Token[];
  readonly words: FoldedWords | undefined;
  readonly marks: number[];
}

/** The words, numbers and dates of a text in order. */
export const foldTokens = (text: string): readonly Token[] => foldTokensWith(undefined, text);

/** The same with the words that were read before. */
export function foldTokensWith(words: FoldedWords | undefined, text: string): readonly Token[] {
  const tokens: Token[] = [];
  const marks: number[] = [];
  const folding: Folding = { text, tokens, words, marks };
  const bytes = words?.ascii(text);
  for (let at = 0; at < text.length; ) {
    if (bytes !== undefined) {
      at = readPlain(folding, bytes, at);
      if (at === text.length) break;
    }
    const kind = kindAt(text, at);
    if (kind === BETWEEN) at++;
    else if (kind === LETTER) at = readWord(folding, at);
    else {
      const from = tokens.length;
      at = kind === UNSPACED ? segmentRun(text, at, tokens) : readNumber(text, at, tokens);
      for (let i = from; i < tokens.length; i++) marks.push(i);
    }
  }
  return marks.length === 0 ? tokens : joinDates(text, joinNumbers(text, tokens, marks));
}

/** What else a key says: a date names its year and its month, half of all is also a half. For looking things up in what was retrieved. */
export function impliedKeys(key: string): readonly string[] {
  if (key.charCodeAt(0) === 35 /* # */) return key.endsWith("%") ? [key.slice(0, -1)] : [];
  return key.charCodeAt(0) === 64 /* @ */ ? impliedByDate(key) : [];
}

const monthNames =
  "january february march april may june july august september october november december".split(" ");

function impliedByDate(key: string): readonly string[] {
  const [, year, month, day] = /^@(\d+|-)-(\d\d)(?:-(\d\d))?$/.exec(key) ?? [];
  if (month === undefined) return [];
  const keys = [monthNames[Number(month) - 1]!];
  if (year !== "-") keys.push(`#${Number(year)}`);
  if (day !== undefined) {
    keys.push(`#${Number(day)}`);
    if (year !== "-") keys.push(`@${year}-${month}`, `@--${month}-${day}`);
  }
  return keys;
}

const isApostrophe = (code: number): boolean => code === 0x27 || code === 0x2019 || code === 0x2bc;
const isLetterAt = (text: string, at: number): boolean => at < text.length && kindAt(text, at) === LETTER;

function readWord(folding: Folding, start: number): number {
  const { text } = folding;
  let end = start;
  let hash = 0;
  for (; end < text.length; end++) {
    const kind = kindAt(text, end);
    if (kind !== LETTER && kind !== DIGIT) break;
    hash = (Math.imul(hash, 31) + text.charCodeAt(end)) | 0;
  }
  const code = text.charCodeAt(end);
  if (code === 46 /* . */ && end === start + 1 && isLetterAt(text, end + 1)) {
    const stop = endOfInitials(text, start);
    if (stop > end + 1) return readInitials(folding, start, stop);
  }
  // "Anna 's", as some corpora write it.
  if (
    end === start + 1 &&
    start > 0 &&
    isApostrophe(text.charCodeAt(start - 1)) &&
    (text[start] === "s" || text[start] === "S")
  )
    return end;
  if (isApostrophe(code) && isLetterAt(text, end + 1)) return readApostrophe(folding, start, end);
  addWord(folding, start, end, hash);
  return end;
}

/** Words in ASCII with nothing about them, as most are. Ends where there is another thing. */
function readPlain({ text, words, tokens, marks }: Folding, bytes: Uint8Array, from: number): number {
  let start = from;
  for (;;) {
    while (start < text.length && asciiKinds[bytes[start]!] === BETWEEN) start++;
    if (start === text.length || asciiKinds[bytes[start]!] !== LETTER) return start;
    let end = start;
    let hash = 0;
    for (; end < text.length; end++) {
      const code = bytes[end]!;
      if (asciiKinds[code]! < LETTER) break;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    // "U.S.", "Anna's", "Anna 's".
    const code = end < text.length ? bytes[end]! : 0;
    if (code === APOSTROPHE || (end === start + 1 && (code === DOT || bytes[start - 1] === APOSTROPHE)))
      return start;
    const word = words!.findBytes(bytes, text, start, end, hash);
    if (word.counts) marks.push(tokens.length);
    tokens.push({ key: word.key, kind: "word", start, end, word });
    start = end;
  }
}
const APOSTROPHE = 0x27;
const DOT = 46;

function push(folding: Folding, start: number, end: number): void {
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + folding.text.charCodeAt(at)) | 0;
  addWord(folding, start, end, hash);
}

function addWord(folding: Folding, start: number, end: number, hash: number): void {
  const { text, tokens, words } = folding;
  const known = words?.find(text, start, end, hash);
  const word = known ?? foldedWord(text.slice(start, end), hash, -1);
  if (word.counts) folding.marks.push(tokens.length);
  // Nothing is left of a mark that stands without its letter.
  if (word.key === "") return;
  tokens.push(
    known === undefined
      ? { key: word.key, kind: "word", start, end }
      : { key: word.key, kind: "word", start, end, word: known },
  );
}

function add(folding: Folding, key: string, start: number, end: number): void {
  if (mayCount(key)) folding.marks.push(folding.tokens.length);
  if (key !== "") folding.tokens.push({ key, kind: "word", start, end });
}

/** Where "U.S." or "e.g." ends: letters with a dot between each two of them. */
function endOfInitials(text: string, start: number): number {
  let at = start;
  while (isLetterAt(text, at) && !isLetterAt(text, at + 1) && text.charCodeAt(at + 1) === 46) at += 2;
  // "U.S.A": the last dot may be missing, but "J.Smith" is not a row of initials.
  return isLetterAt(text, at) && !isLetterAt(text, at + 1) && kindAt2(text, at + 1) === BETWEEN ? at + 1 : at;
}
const kindAt2 = (text: string, at: number): number => (at < text.length ? kindAt(text, at) : BETWEEN);

function readInitials(folding: Folding, start: number, end: number): number {
  const key = foldWord(folding.text.slice(start, end).replaceAll(".", ""));
  add(folding, key === "us" ? "u.s" : key, start, end);
  return end;
}

const dropped = new Set(["s", "ll", "re", "ve", "d", "m"]);
const elided = new Set(["l", "d", "j", "m", "n", "s", "t", "c", "qu"]);
const irregular = new Map([
  ["ca", "can"],
  ["wo", "will"],
  ["sha", "shall"],
  ["ai", "is"],
]);

/** "don't" is "do not", "Anna's" is "Anna", "l'eau" is "eau", "O'Brien" is one word. */
function readApostrophe(folding: Folding, start: number, middle: number): number {
  const { text } = folding;
  let end = middle + 1;
  while (isLetterAt(text, end)) end++;
  const head = text.slice(start, middle);
  const tail = text.slice(middle + 1, end).toLowerCase();
  if (dropped.has(tail)) push(folding, start, middle);
  else if (tail === "t" && /n$/i.test(head)) {
    const base = head.slice(0, -1).toLowerCase();
    add(folding, irregular.get(base) ?? foldWord(base), start, middle - 1);
    add(folding, "not", middle - 1, end);
  } else if (elided.has(head.toLowerCase())) push(folding, middle + 1, end);
  else add(folding, foldWord(head + tail), start, end);
  return end;
}
