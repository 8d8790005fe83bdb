/** A chunk taken apart into statements: sentences, and the headings, items and rows of Markdown. The same text always gives the same ones. */

import { SentenceMarks, sentenceEnd } from "../../text/sentence-end.ts";
import { splitBlocks } from "./_blocks.ts";
import { cutLong } from "./_cut.ts";
import { withoutCitations } from "./citations.ts";

export interface SplitStatement {
  /** `text.slice(start, end)` of the chunk. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Every character that is not white space is in exactly one statement; a text with none has no statements. */
export function splitStatements(text: string): readonly SplitStatement[] {
  const ends: number[] = [];
  const plain = withoutCitations(text);
  const marks = new SentenceMarks(plain);
  for (const block of splitBlocks(plain)) {
    let start = block.start;
    while (start < block.end) {
      const end = overCitations(text, plain, sentenceEnd(plain, start, block.end, block, marks), block.end);
      cutLong(plain, start, end, ends);
      start = end;
    }
  }
  return toStatements(text, plain, ends);
}

/** "It burnt down.[1] Then": a marker belongs to the text before it on the line. */
function overCitations(text: string, plain: string, end: number, limit: number): number {
  if (plain === text) return end;
  let last = end;
  for (let at = end; at < limit && isSpace(plain.charCodeAt(at)) && text[at] !== "\n"; at++)
    if (!isSpace(text.charCodeAt(at))) last = at + 1;
  return last;
}

const word = /[\p{L}\p{N}]/u;

/** What has no letter and no digit (a rule, a row of dashes, a closing bracket) stays with the statement before it, or with the first. */
function toStatements(text: string, plain: string, ends: readonly number[]): SplitStatement[] {
  const statements: { text: string; start: number; end: number }[] = [];
  let pending = -1;
  let from = 0;
  for (const to of ends) {
    const start = skipSpace(text, from, to);
    const end = trimSpace(text, start, to);
    from = to;
    if (start === end) continue;
    const last = statements.at(-1);
    if (word.test(plain.slice(start, end))) {
      const first = pending === -1 ? start : pending;
      pending = -1;
      statements.push({ text: text.slice(first, end), start: first, end });
    } else if (last === undefined) {
      if (pending === -1) pending = start;
    } else {
      last.end = end;
    }
  }
  if (pending !== -1) {
    const end = trimSpace(text, pending, text.length);
    statements.push({ text: text.slice(pending, end), start: pending, end });
  }
  // Sliced once: a million lines of dashes after a sentence would make as many strings.
  for (const one of statements)
    if (one.text.length !== one.end - one.start) one.text = text.slice(one.start, one.end);
  return statements;
}

const isSpace = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0xa0 ||
  code === 0xfeff ||
  (code >= 0x1680 && space.test(String.fromCharCode(code)));
const space = /\s/;

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(text.charCodeAt(at))) at++;
  return at;
}
function trimSpace(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}
