/** The words, numbers and dates of many texts as columns of numbers: the same as `foldTokens` gives, without an object for each. */
import { asciiKinds, BETWEEN, LETTER } from "./chars.ts";
import { BESIDE, COUNTS, type FoldedWords, lower, POWER, SHORT } from "./folded-words.ts";
import { joinTokens, readToken, type Token, type TokenSink } from "./tokens.ts";

export const WORD = 0;
export const NUMBER = 1;
const DATE = 2;
const kindNames = ["word", "number", "date"] as const;

/** Places of one text: from, and up to but not with. */
export interface TokenPlaces {
  readonly from: number;
  readonly to: number;
  /** Every character of the text is. */
  readonly ascii: boolean;
}

/** By ASCII code: what the character is; 0 of one that is not allowed. */
export type AllowedKinds = Uint8Array;
export const allowedKinds = (isAllowed: (char: string) => boolean): AllowedKinds =>
  asciiKinds.map((kind, code) => (isAllowed(String.fromCharCode(code)) ? kind : 0));

function areAllowed(bytes: Uint8Array, from: number, to: number, allowed: AllowedKinds): boolean {
  for (let at = from; at < to; at++) if (allowed[bytes[at]!] === 0) return false;
  return true;
}

/** By token: the number of its key among the words, what it is, and where it stands in its text. */
export class TokenColumns implements TokenSink {
  readonly words: FoldedWords;
  ids: Int32Array;
  kinds: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  length = 0;
  /** Of the text that is being read: the places of tokens that may be numbers, in order. */
  #marks: number[] = [];

  /** `room`: for so many tokens, or a few more. */
  constructor(words: FoldedWords, room: number) {
    this.words = words;
    const size = room + 16;
    this.ids = new Int32Array(size);
    this.kinds = new Uint8Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
  }

  /** Forgets all texts; a large room is given back. */
  clear(): void {
    this.length = 0;
    if (this.ids.length <= LARGE) return;
    const { ids, kinds, starts, ends } = new TokenColumns(this.words, SMALL);
    this.ids = ids;
    this.kinds = kinds;
    this.starts = starts;
    this.ends = ends;
  }

  /** Reads a text behind the others. */
  read(text: string): TokenPlaces {
    const from = this.length;
    const bytes = this.words.ascii(text);
    for (let at = 0; at < text.length; ) {
      if (bytes !== undefined) at = this.#readPlain(text, bytes, at, asciiKinds);
      if (at < text.length) at = readToken(text, at, this);
    }
    if (this.#marks.length > 0) this.#join(text, from);
    return { from, to: this.length, ascii: bytes !== undefined };
  }

  /** The same of a text of nothing but characters that are allowed, which must be in ASCII; undefined, and nothing read, of any other. */
  readOnly(text: string, allowed: AllowedKinds): TokenPlaces | undefined {
    const from = this.length;
    const bytes = this.words.ascii(text);
    if (bytes === undefined) return undefined;
    for (let at = 0; at < text.length; ) {
      at = this.#readPlain(text, bytes, at, allowed);
      if (at === text.length) break;
      const first = at;
      if (allowed[bytes[at]!] !== 0) at = readToken(text, at, this);
      if (at > first && areAllowed(bytes, first, at, allowed)) continue;
      this.length = from;
      this.#marks = [];
      return undefined;
    }
    if (this.#marks.length > 0) this.#join(text, from);
    return { from, to: this.length, ascii: true };
  }

  /** Words in ASCII with nothing about them, as most are. Says where there is another thing. */
  #readPlain(text: string, bytes: Uint8Array, from: number, allowed: AllowedKinds): number {
    const { words } = this;
    const { view } = words;
    const { length } = text;
    // Each word and what stands behind it are two characters at least.
    this.#reserve((length - from + 1) >> 1);
    const { ids, kinds, starts, ends } = this;
    let start = from;
    for (;;) {
      while (start < length && allowed[bytes[start]!] === BETWEEN) start++;
      if (start === length) return start;
      const kind = allowed[bytes[start]!];
      if (kind !== LETTER) {
        const end = kind === 0 ? start : this.#readDigits(bytes, start, length);
        if (end === start) return start;
        start = end;
        continue;
      }
      // Four letters in a number; the 0 behind the text ends its last word.
      let end = start;
      let a = 0;
      let b = 0;
      let c = 0;
      let four = view.getInt32(end, true) | SMALL_LETTERS;
      let size = lettersIn(four);
      a = size === 4 ? four : four & ((1 << (size << 3)) - 1);
      end += size;
      if (size === 4) {
        four = view.getInt32(end, true) | SMALL_LETTERS;
        size = lettersIn(four);
        b = size === 4 ? four : four & ((1 << (size << 3)) - 1);
        end += size;
        if (size === 4) {
          four = view.getInt32(end, true) | SMALL_LETTERS;
          size = lettersIn(four);
          c = size === 4 ? four : four & ((1 << (size << 3)) - 1);
          end += size;
        }
      }
      let code = lower[bytes[end]!]!;
      if (code !== 0) {
        // Digits in it, or more letters.
        [a, b, c] = [0, 0, 0];
        end = start;
        code = lower[bytes[end]!]!;
        for (let shift = 0; code !== 0 && shift < 32; shift += 8, code = lower[bytes[++end]!]!)
          a |= code << shift;
        for (let shift = 0; code !== 0 && shift < 32; shift += 8, code = lower[bytes[++end]!]!)
          b |= code << shift;
        for (let shift = 0; code !== 0 && shift < 32; shift += 8, code = lower[bytes[++end]!]!)
          c |= code << shift;
        while (code !== 0) code = lower[bytes[++end]!]!;
      }
      const next = bytes[end]!;
      // "U.S.", "Anna's", "Anna 's", "v2.4".
      if (
        next === APOSTROPHE ||
        (end === start + 1 && (next === DOT || bytes[start - 1] === APOSTROPHE)) ||
        (next === DOT && (a & 255) === V)
      )
        return start;
      const long =
        end - start > SHORT || (a === US && bytes[start] === CAPITAL_U && bytes[start + 1] === CAPITAL_S);
      const id = long ? words.find(text, start, end) : words.findShort(a, b, c);
      if ((words.counts[id]! & COUNTS) !== 0) this.#marks.push(this.length);
      const at = this.length++;
      ids[at] = id;
      kinds[at] = WORD;
      starts[at] = start;
      ends[at] = end;
      start = end;
    }
  }

  /** A whole number in nothing but digits, and where it ends; `start` itself of any other. */
  #readDigits(bytes: Uint8Array, start: number, length: number): number {
    let end = start;
    let a = HASH;
    let b = 0;
    let code = bytes[end]!;
    for (; end < length && code >= 48 && code <= 57; code = end < length ? bytes[end]! : 0) {
      const at = ++end - start;
      if (at < 4) a |= code << (at << 3);
      else if (at < 8) b |= code << ((at - 4) << 3);
      else return start;
    }
    // "1,500", "2.5", "5km", "-5".
    if (code === COMMA || code === DOT || lower[code] !== 0 || (start > 0 && bytes[start - 1] === MINUS))
      return start;
    const id = this.words.findShort(a, b, 0);
    this.#marks.push(this.length);
    this.#word(id, start, end);
    this.kinds[this.length - 1] = NUMBER;
    return end;
  }

  written(text: string, start: number, end: number): void {
    const id = this.words.find(text, start, end);
    // Nothing is left of a mark that stands without its letter.
    if (id !== 0) this.#word(id, start, end);
  }

  folded(key: string, start: number, end: number): void {
    if (key !== "") this.#word(this.words.idOf(key), start, end);
  }

  number(token: Token): void {
    this.#marks.push(this.length);
    this.push(token);
  }

  #word(id: number, start: number, end: number): void {
    if ((this.words.counts[id]! & COUNTS) !== 0) this.#marks.push(this.length);
    const at = this.length++;
    if (at === this.ids.length) this.#grow();
    this.ids[at] = id;
    this.kinds[at] = WORD;
    this.starts[at] = start;
    this.ends[at] = end;
  }

  push(token: Token): void {
    if (this.length === this.ids.length) this.#grow();
    this.put(this.length++, token);
  }

  put(at: number, { key, kind, start, end }: Token): void {
    this.ids[at] = this.words.idOf(key);
    this.kinds[at] = kind === "word" ? WORD : kind === "number" ? NUMBER : DATE;
    this.starts[at] = start;
    this.ends[at] = end;
  }

  tokens(from: number, to: number): Token[] {
    const tokens: Token[] = [];
    for (let at = from; at < to; at++)
      tokens.push({
        key: this.words.keyOf(this.ids[at]!),
        kind: kindNames[this.kinds[at]!]!,
        start: this.starts[at]!,
        end: this.ends[at]!,
      });
    return tokens;
  }

  /** Numbers and dates of the last text: only what stands around a mark is looked at. */
  #join(text: string, from: number): void {
    const marks = this.#marks.filter((at) => !this.#isAlone(text, from, at));
    this.#marks = [];
    if (marks.length === 0) return;
    let write = from;
    let read = from;
    for (let mark = 0; mark < marks.length; ) {
      const start = Math.max(read, marks[mark]! - BEFORE);
      const first = mark;
      let last = marks[mark]!;
      for (let at = last; at < this.length && at - last <= BEHIND + BEFORE; at++) {
        if (marks[mark] === at) {
          mark++;
          last = at;
        } else if ((this.words.counts[this.ids[at]!]! & POWER) !== 0) last = at;
      }
      const end = Math.min(this.length, last + BEHIND);
      const tokens = this.tokens(start, end);
      const joined = joinTokens(
        text,
        tokens,
        marks.slice(first, mark).map((at) => at - start),
      );
      this.#move(read, start, write);
      write += start - read;
      let at = 0;
      for (const token of joined) {
        if (token === tokens[at]) this.#move(start + at, start + ++at, write++);
        else {
          this.put(write++, token);
          while (at < tokens.length && tokens[at]!.start < token.end) at++;
        }
      }
      read = end;
    }
    this.#move(read, this.length, write);
    this.length = write + this.length - read;
  }

  /** A number in digits that nothing beside it makes more of: it is as it was read. */
  #isAlone(text: string, from: number, at: number): boolean {
    if (this.kinds[at] !== NUMBER) return false;
    const { ids } = this;
    const { counts } = this.words;
    if (at > from && (counts[ids[at - 1]!]! & BESIDE) !== 0) return false;
    if (at + 1 < this.length && (counts[ids[at + 1]!]! & BESIDE) !== 0) return false;
    const end = this.ends[at]!;
    const code = text.charCodeAt(end);
    if (marked.has(code === SPACE ? text.charCodeAt(end + 1) : code) || (code !== SPACE && dated.has(code)))
      return false;
    const start = this.starts[at]!;
    const ahead = text.charCodeAt(start - 1);
    return !marked.has(ahead) && (ahead !== SPACE || !marked.has(text.charCodeAt(start - 2)));
  }

  #move(from: number, to: number, at: number): void {
    const { ids, kinds, starts, ends } = this;
    if (from === at) return;
    for (let i = from, target = at; i < to; i++, target++) {
      ids[target] = ids[i]!;
      kinds[target] = kinds[i]!;
      starts[target] = starts[i]!;
      ends[target] = ends[i]!;
    }
  }

  /** Room for so many more. */
  #reserve(more: number): void {
    if (this.length + more > this.ids.length) this.#grow(this.length + more);
  }

  #grow(least = 0): void {
    const size = Math.max(least, 2 * this.ids.length);
    const { ids, kinds, starts, ends } = this;
    this.ids = new Int32Array(size);
    this.kinds = new Uint8Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.ids.set(ids);
    this.kinds.set(kinds);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

/** Makes letters small, of four characters in a number. */
const SMALL_LETTERS = 0x20202020;
/** How many of four characters in ASCII, made small, are letters up to the first that is none: by the highest bit of each, with few branches. */
function lettersIn(four: number): number {
  const others = ~((four + 0x1f1f1f1f) & ~(four + 0x05050505)) & 0x80808080;
  return others === 0 ? 4 : (31 - Math.clz32(others & -others)) >> 3;
}

const SMALL = 4096;
const LARGE = 65_536;
const SPACE = 32;
/** Signs at a number: of per cent, a currency, degrees. */
const marked: ReadonlySet<number> = new Set([..."%$€£¥°º"].map((char) => char.charCodeAt(0)));
/** What stands between the numbers of a date or a time, and spaces that do not break. */
const dated: ReadonlySet<number> = new Set([..."-/年:\u00a0\u202f"].map((char) => char.charCodeAt(0)));
const V = 118;
const HASH = 35;
const COMMA = 44;
const MINUS = 45;
const CAPITAL_U = 85;
const CAPITAL_S = 83;
/** "us" as four letters in a number. */
const US = 117 | (115 << 8);
const APOSTROPHE = 0x27;
const DOT = 46;
/** What a number or a date may have before its first mark ("a dozen", "May 5"), and behind its last mark or power ("per cent", "5 of May 1960"). */
const BEFORE = 2;
const BEHIND = 10;
