/** Cuts a text into words as they are looked up: lower case, split at everything that is not a letter or a digit. */
import { kindAt, LETTER, UNSPACED } from "./chars.ts";

/** Longer words are cut into pieces of this size: no term can fill the memory. */
export const LONGEST_WORD = 255;

/** Receives the words of a text. */
export interface WordSink {
  /** A word of ASCII characters as a stretch of a text, with a hash of them. Without it, `word` gets such words too. */
  stretch?(text: string, start: number, end: number, hash: number): void;
  /** `ascii`: has no other characters. */
  word(word: string, ascii: boolean): void;
  /** A single character of a script without spaces that is also part of a pair. Without it, only pairs are reported. */
  part?(char: string): void;
}

// FNV-1a.
const HASH_START = 0x811c9dc5 | 0;
const HASH_STEP = 0x01000193;
const SPACE = 32;
const QUOTE = 39;

const SEPARATOR = 0;
const WORD = 1;
const APOSTROPHE = 2;
const PAIRED = 3;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 39) return APOSTROPHE;
  return (code >= 48 && code < 58) || (code >= 97 && code < 123) ? WORD : SEPARATOR;
});

/** Half-width kana, whose accents are characters of their own, and loose parts of Hangul syllables. */
const isLoose = (code: number): boolean =>
  (code >= 0xff61 && code <= 0xff9f) || (code >= 0x1100 && code <= 0x11ff);
const isHangul = (code: number): boolean =>
  (code >= 0xac00 && code <= 0xd7a3) || (code >= 0x3130 && code <= 0x318f);

/**
 * Calls the sink for each word. Runs of scripts without spaces (Han, kana, Thai …) become overlapping pairs of characters;
 * with `hangul`, Korean does too. A final 's is dropped; other apostrophes split.
 */
export function eachWord(text: string, sink: WordSink, hangul = false): void {
  // No closures over these variables: they would make the loop half as fast.
  let s = text.toLowerCase();
  let composed = false;
  let i = 0;
  while (i < s.length) {
    const start = i;
    let code = s.charCodeAt(i);
    // Most of most texts: words of ASCII letters.
    if (code < 128) {
      let hash = HASH_START;
      while (code < 128 && ASCII[code] === WORD) {
        hash = Math.imul(hash ^ code, HASH_STEP);
        code = ++i < s.length ? s.charCodeAt(i) : SPACE;
      }
      if (code < 128 && code !== QUOTE) {
        if (i > start) emitAscii(s, start, i, hash, sink);
        i++;
        continue;
      }
    }
    let ascii = true;
    let kind = SEPARATOR;
    for (; i < s.length; i++) {
      code = s.charCodeAt(i);
      if (!composed && isLoose(code)) {
        s = s.slice(0, i) + s.slice(i).normalize("NFKC").toLowerCase();
        composed = true;
      }
      kind = kindOf(s, i, hangul);
      if (kind !== WORD) break;
      if (code > 127) ascii = false;
    }
    if (i > start) emitWord(s, start, i, ascii, sink);
    if (i === s.length) break;
    if (kind === PAIRED) i = emitPairs(s, i, sink, hangul);
    else i += kind === APOSTROPHE && i > start && isFinalS(s, i + 1, hangul) ? 2 : 1;
  }
}

function emitAscii(s: string, start: number, end: number, hash: number, sink: WordSink): void {
  if (sink.stretch === undefined || end - start > LONGEST_WORD) emitWord(s, start, end, true, sink);
  else sink.stretch(s, start, end, hash);
}

function kindBeyondAscii(s: string, at: number, code: number, hangul: boolean): number {
  if (code === 0x2019 || code === 0x2bc) return APOSTROPHE;
  if (hangul && isHangul(code)) return PAIRED;
  const kind = kindAt(s, at);
  if (kind === UNSPACED) return PAIRED;
  return kind >= LETTER ? WORD : SEPARATOR;
}

function kindOf(s: string, at: number, hangul: boolean): number {
  if (at >= s.length) return SEPARATOR;
  const code = s.charCodeAt(at);
  return code < 128 ? ASCII[code]! : kindBeyondAscii(s, at, code, hangul);
}

const isFinalS = (s: string, at: number, hangul: boolean): boolean =>
  s.charCodeAt(at) === 115 && kindOf(s, at + 1, hangul) !== WORD;

function emitWord(s: string, start: number, end: number, ascii: boolean, sink: WordSink): void {
  let from = start;
  while (end - from > LONGEST_WORD) {
    let to = from + LONGEST_WORD;
    if (!ascii && isHigh(s.charCodeAt(to - 1))) to--;
    sink.word(s.slice(from, to), ascii);
    from = to;
  }
  sink.word(s.slice(from, end), ascii);
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** The run that starts here as pairs, or as one character if it is alone; returns where the run ends. */
function emitPairs(s: string, from: number, sink: WordSink, hangul: boolean): number {
  let before = -1;
  let at = from;
  while (at < s.length && kindOf(s, at, hangul) === PAIRED) {
    const next = at + (isHigh(s.charCodeAt(at)) ? 2 : 1);
    if (before >= 0) {
      sink.word(s.slice(before, next), false);
      sink.part?.(s.slice(before, at));
    }
    before = at;
    at = next;
  }
  const last = s.slice(before, at);
  if (before === from) sink.word(last, false);
  else sink.part?.(last);
  return at;
}
