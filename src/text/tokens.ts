/** A text as a row of words, numbers and dates, each in one form. */

import { joinDates } from "./_dates.ts";
import { impliedByNumber } from "./_implied.ts";
import { joinNumbers, mayCount } from "./_number-words.ts";
import { readNumber } from "./_numbers.ts";
import { segmentRun } from "./_segment.ts";
import { BETWEEN, DIGIT, kindAt, LETTER, UNSPACED } from "./chars.ts";
import { foldWord } from "./fold.ts";

/**
 * `key` is what is compared: "cafe", "#14000000" (14 million), "#50%", "#21th" (21st), "#1960s", "#4$", "#5:00pm", "#v3.10" (a version), "@1960-04-21" (a date).
 * Places are those of the text. "one", "first" and "second" are words, though with the key of their number.
 */
export interface Token {
  readonly key: string;
  readonly kind: "word" | "number" | "date";
  readonly start: number;
  readonly end: number;
}

/** Where the words of a text go, in order. */
export interface TokenSink {
  /** A word as it is written. */
  written(text: string, start: number, end: number): void;
  /** One that was folded already. */
  folded(key: string, start: number, end: number): void;
  /** A number, or what a number may be next to. */
  number(token: Token): void;
}

/** `marks`: the places of tokens that may be numbers, in order. */
class TokenList implements TokenSink {
  readonly tokens: Token[] = [];
  readonly marks: number[] = [];

  written(text: string, start: number, end: number): void {
    const written = text.slice(start, end);
    // Only capitals distinguish the country from the pronoun.
    this.folded(written === "US" ? "u.s" : foldWord(written), start, end);
  }

  folded(key: string, start: number, end: number): void {
    if (mayCount(key)) this.marks.push(this.tokens.length);
    // Nothing is left of a mark that stands without its letter.
    if (key !== "") this.tokens.push({ key, kind: "word", start, end });
  }

  number(token: Token): void {
    this.marks.push(this.tokens.length);
    this.tokens.push(token);
  }
}

/** The words, numbers and dates of a text in order. */
export function foldTokens(text: string): readonly Token[] {
  const list = new TokenList();
  for (let at = 0; at < text.length; ) at = readToken(text, at, list);
  const { tokens, marks } = list;
  return marks.length === 0 ? tokens : joinTokens(text, tokens, marks);
}

/** Numbers and dates of several tokens become one each. */
export const joinTokens = (
  text: string,
  tokens: readonly Token[],
  marks: readonly number[],
): readonly Token[] => joinDates(text, joinNumbers(text, tokens, marks));

/** Reads what stands at a place, and says where it ends. */
export function readToken(text: string, at: number, sink: TokenSink): number {
  const kind = kindAt(text, at);
  if (kind === BETWEEN) return at + 1;
  if (kind === LETTER) return readWord(text, at, sink);
  const tokens: Token[] = [];
  const end = kind === UNSPACED ? segmentRun(text, at, tokens) : readNumber(text, at, tokens);
  for (const token of tokens) sink.number(token);
  return end;
}

/** What else a key says: a date names its year and its month, half of all is also a half. For looking things up in what was retrieved. */
export { soughtKey } from "./_implied.ts";
export function impliedKeys(key: string): readonly string[] {
  if (key.charCodeAt(0) === 35 /* # */) return impliedByNumber(key);
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

function readWord(text: string, start: number, sink: TokenSink): number {
  let end = start;
  for (; end < text.length; end++) {
    const kind = kindAt(text, end);
    if (kind !== LETTER && kind !== DIGIT) break;
  }
  const code = text.charCodeAt(end);
  if (code === 46 && isVersion(text, start, end)) {
    const tokens: Token[] = [];
    const stop = readNumber(text, start + 1, tokens);
    for (const token of tokens) sink.number({ ...token, key: token.key.replace(/^#(?=\d)/, "#v"), start });
    return stop;
  }
  if (code === 46 /* . */ && end === start + 1 && isLetterAt(text, end + 1)) {
    const stop = endOfInitials(text, start);
    if (stop > end + 1) return readInitials(text, start, stop, sink);
  }
  // "Anna 's", as some corpora write it.
  if (
    end === start + 1 &&
    start > 0 &&
    isApostrophe(text.charCodeAt(start - 1)) &&
    (text[start] === "s" || text[start] === "S")
  )
    return end;
  if (isApostrophe(code) && isLetterAt(text, end + 1)) return readApostrophe(text, start, end, sink);
  sink.written(text, start, end);
  return end;
}

/** "v2.4": a letter, digits up to the dot, and a digit behind it. */
function isVersion(text: string, start: number, dot: number): boolean {
  if ((text.charCodeAt(start) | 32) !== 118 || dot - start < 2 || dot - start > 4) return false;
  for (let at = start + 1; at < dot; at++) if (kindAt(text, at) !== DIGIT) return false;
  return dot + 1 < text.length && kindAt(text, dot + 1) === DIGIT;
}

/** Where "U.S." or "e.g." ends: letters with a dot between each two of them. */
function endOfInitials(text: string, start: number): number {
  let at = start;
  while (isLetterAt(text, at) && !isLetterAt(text, at + 1) && text.charCodeAt(at + 1) === 46) at += 2;
  // "U.S.A": the last dot may be missing, but "J.Smith" is not a row of initials.
  return isLetterAt(text, at) && !isLetterAt(text, at + 1) && kindAt2(text, at + 1) === BETWEEN ? at + 1 : at;
}
const kindAt2 = (text: string, at: number): number => (at < text.length ? kindAt(text, at) : BETWEEN);

function readInitials(text: string, start: number, end: number, sink: TokenSink): number {
  const key = foldWord(text.slice(start, end).replaceAll(".", ""));
  sink.folded(key === "us" ? "u.s" : key, start, end);
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
function readApostrophe(text: string, start: number, middle: number, sink: TokenSink): number {
  let end = middle + 1;
  while (isLetterAt(text, end)) end++;
  const head = text.slice(start, middle);
  const tail = text.slice(middle + 1, end).toLowerCase();
  if (dropped.has(tail)) sink.written(text, start, middle);
  else if (tail === "t" && /n$/i.test(head)) {
    const base = head.slice(0, -1).toLowerCase();
    sink.folded(irregular.get(base) ?? foldWord(base), start, middle - 1);
    sink.folded("not", middle - 1, end);
  } else if (elided.has(head.toLowerCase())) sink.written(text, middle + 1, end);
  else sink.folded(foldWord(head + tail), start, end);
  return end;
}
