/** Words as names are read from them: with their capitals, their dots, and the word before them. */

import { DIGIT, kindAt, LETTER } from "../../text/chars.ts";
import { foldWord } from "../../text/fold.ts";
import { abbreviated } from "./_name-words.ts";

export interface NameWord {
  readonly text: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly capital: boolean;
  /** Nothing but capitals: "NATO". */
  readonly shouted: boolean;
  readonly number: boolean;
  readonly ordinal: boolean;
  /** Nothing but a space between it and the word before. */
  readonly joined: boolean;
  /** A sentence or a quotation may begin here, so that a capital says little. */
  readonly first: boolean;
}

/** "iPhone", "eBay", "gpt-4o": a capital inside, or letters and digits that make one word. */
const isProduct = (word: string): boolean =>
  /^\p{Ll}{1,2}\p{Lu}/u.test(word) || (/^\p{Ll}{2,8}-?\d{1,4}\p{Ll}{0,2}$/u.test(word) && !unit.test(word));
const unit = /^(?:km|cm|mm|m)\d$/;

const SMALL = /^[a-z]+$/;

export function readNameWords(text: string): NameWord[] {
  const words: NameWord[] = [];
  const shouting = !/\p{Ll}/u.test(text);
  let last = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (kind !== LETTER && kind !== DIGIT) {
      at++;
      continue;
    }
    const end = endOfWord(text, at);
    const part = text.slice(at, end);
    const gap = text.slice(last, at);
    const joined = words.length > 0 && (gap === " " || gap === " & ");
    const first = words.length === 0 || (gap !== " " && /[.!?:;"“”()\n•]/.test(gap));
    // As most words are: no pattern is asked.
    const small = SMALL.test(part);
    words.push({
      text: part,
      start: at,
      end,
      key: small ? part : foldWord(part.replace(/\.$/, "")),
      capital: !small && (/^\p{Lu}/u.test(part) || /^\d+\p{Lu}{2}/u.test(part) || isProduct(part)),
      shouted: !small && part.length > 1 && !shouting && /^[\p{Lu}.]{2,}$/u.test(part),
      number: !small && /^\d+$/.test(part) && !/^(?:1[5-9]|20)\d\d$/.test(part),
      ordinal: !small && /^\d+(?:st|nd|rd|th)$/.test(part),
      joined,
      first,
    });
    last = end;
    at = end;
  }
  return words;
}

/** Letters, digits, and marks inside a word: "Bose-Einstein", "O'Brien", "U.S.", "AC/DC". */
function endOfWord(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end++) {
    const kind = kindAt(text, end);
    if (kind === LETTER || kind === DIGIT) continue;
    if (!"-'’./&".includes(text[end]!) || end + 1 >= text.length) break;
    const next = kindAt(text, end + 1);
    if (next !== LETTER && next !== DIGIT) break;
    if (/^['’]s\b/.test(text.slice(end, end + 3))) break;
  }
  // The dot of an initial is part of it.
  if (text[end] !== ".") return end;
  const word = text.slice(start, end);
  return /(?:^|\.)\p{L}$/u.test(word) || abbreviated.has(word) ? end + 1 : end;
}
