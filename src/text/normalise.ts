/**
 * A text without typography: one case, one kind of space, quote and dash, no Markdown, no invisible characters.
 * Independent of line breaks, so rewrapped text stays the same.
 * Accents stay, unlike in fold.ts: there words are looked up, here a text is found as it was written.
 */
import { textOf } from "./units.ts";

export interface Normalised {
  readonly text: string;
  /** By character of `text`: where what it stands for begins and ends in the original. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Where a link's brackets and its address stand: [text](address), ![text](address). */
const LINK = /!?\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)/g;
/** Goes with the character before it: marks, and letters that NFKC joins with what they follow (Hangul, half-width kana). */
const JOINS = /[\p{M}\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7ff\uff9e-\uffdc]/u;
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/u;
const BLANK = /[\p{White_Space}\p{Cc}]/u;
const WORD = /[\p{L}\p{N}]/u;

const SINGLE = "\u2018\u2019\u201a\u201b\u2032\u2035\u00b4\u02b9\u02bb\u02bc\u2039\u203a";
const DOUBLE = "\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\u301f";
const DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d";

// What a character is. The first three are written as they are.
const LETTER = 0;
/** A word of nothing but these is a bullet, a heading, a quotation, a rule or the line below a table's head. */
const MARK = 1;
/** Several in a row are one. */
const DASH = 2;
const DROP = 3;
const SPACE = 4;
/** Markdown's emphasis: no part of the text, except between two letters, as in snake_case. */
const EMPHASIS = 5;
/** Needs more than a look at one unit. */
const RARE = 6;

/** By ASCII code. A bar parts the cells of a table. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const c = String.fromCharCode(code);
  if (code < 33 || code === 127 || c === "|") return SPACE;
  if (c === "`" || c === "\\") return DROP;
  if (c === "*" || c === "_" || c === "~") return EMPHASIS;
  if (c === "-") return DASH;
  return "+#>=:".includes(c) ? MARK : LETTER;
});
/** By ASCII code: the letter as it is written, or 0 where there is more to look at. */
const LETTERS = KINDS.map((kind, code) =>
  kind !== LETTER ? 0 : code >= 65 && code <= 90 ? code + 32 : code,
);

/** Keeps its arrays and what it learnt of rare characters: make one for many texts. */
export class Normaliser {
  /** The text that was read last, up to what `read` returned; each with its place in the original. */
  units: Uint16Array = new Uint16Array(0);
  starts: Uint32Array = new Uint32Array(0);
  ends: Uint32Array = new Uint32Array(0);
  /** By rare character and what goes with it: what it becomes. */
  readonly #known = new Map<string, string>();

  normalise(text: string): Normalised {
    const n = this.read(text);
    return { text: this.text(0, n), starts: this.starts.slice(0, n), ends: this.ends.slice(0, n) };
  }

  /** Some units of what was read, as a string. */
  text(from: number, to: number): string {
    return textOf(this.units, from, to);
  }

  /** Fills the arrays, and says how far. One loop without calls for what most texts are made of. */
  read(text: string): number {
    this.#reserve(text.length + 1, 0);
    let [units, starts, ends] = [this.units, this.starts, this.ends];
    const { length } = text;
    const links = linkMarks(text);
    let link = 0;
    let nextLink = links.length > 0 ? links[0]! : -1;
    // Where the word began that is being written, and whether it is made of marks so far.
    let word = 0;
    let marks = true;
    // What a rare character became and is still to be written.
    let becomes = "";
    let pending = 0;
    let n = 0;
    let start = 0;
    let i = 0;
    for (;;) {
      let unit: number;
      let kind: number;
      if (pending < becomes.length) {
        unit = becomes.charCodeAt(pending++);
        kind = unit === 32 ? SPACE : unit < 128 && KINDS[unit]! <= DASH ? KINDS[unit]! : LETTER;
      } else {
        if (i === length) break;
        if (i === nextLink) {
          i = links[link + 1]!;
          link += 2;
          nextLink = link < links.length ? links[link]! : -1;
          continue;
        }
        // Most of most texts: letters, one after another.
        const from = i;
        const limit = nextLink < 0 ? length : nextLink;
        unit = text.charCodeAt(i);
        while (unit < 128 && LETTERS[unit] !== 0) {
          units[n] = LETTERS[unit]!;
          starts[n] = i;
          ends[n++] = ++i;
          if (i === limit) break;
          unit = text.charCodeAt(i);
        }
        if (i > from) {
          marks = false;
          if (i === limit && limit !== length) continue;
          // What follows may belong to the last letter.
          if (i === length || unit < 0x300 || !joins(text, i)) continue;
          n--;
          i--;
        }
        start = i;
        unit = text.charCodeAt(i++);
        kind = unit < 128 ? KINDS[unit]! : isPlain(unit) ? LETTER : RARE;
        if (i < length && text.charCodeAt(i) >= 0x300 && joins(text, i)) kind = RARE;
        if (kind === RARE) {
          i = clusterEnd(text, start);
          becomes = this.#becomes(text.slice(start, i));
          pending = 0;
          if (this.#reserve(n + becomes.length + length - i + 1, n))
            [units, starts, ends] = [this.units, this.starts, this.ends];
          continue;
        }
        if (kind === EMPHASIS) {
          while (i < length && text.charCodeAt(i) === unit) i++;
          if (i > start + 1 || !isWord(text, start - 1) || !isWord(text, i)) continue;
          kind = MARK;
        }
      }
      if (kind === LETTER) marks = false;
      else if (kind === SPACE) {
        if (marks) n = word;
        marks = true;
        if (n === 0 || units[n - 1] === 32) continue;
        word = n + 1;
        unit = 32;
      } else if (kind === DROP) continue;
      else if (kind === DASH && n > word && units[n - 1] === 45) {
        ends[n - 1] = i;
        continue;
      }
      units[n] = unit;
      starts[n] = start;
      ends[n++] = i;
    }
    if (marks) n = word;
    return n > 0 && units[n - 1] === 32 ? n - 1 : n;
  }

  /** Makes the arrays long enough; the first `kept` entries stay. Were they made anew? */
  #reserve(size: number, kept: number): boolean {
    if (size <= this.units.length) return false;
    const [units, starts, ends] = [this.units, this.starts, this.ends];
    const room = Math.max(size, 2 * units.length);
    this.units = new Uint16Array(room);
    this.starts = new Uint32Array(room);
    this.ends = new Uint32Array(room);
    this.units.set(units.subarray(0, kept));
    this.starts.set(starts.subarray(0, kept));
    this.ends.set(ends.subarray(0, kept));
    return true;
  }

  /** What a rare character and the marks that go with it become. */
  #becomes(cluster: string): string {
    const known = this.#known.get(cluster);
    if (known !== undefined) return known;
    const becomes = plain(cluster);
    // Bound the cache: a text may have very many distinct clusters.
    if (this.#known.size < 4096) this.#known.set(cluster, becomes);
    return becomes;
  }
}

/** Without a difference of case: upper, then lower, so that ß is ss and ς is σ. */
function plain(cluster: string): string {
  const normal = unified(cluster).normalize("NFKC").toUpperCase().toLowerCase();
  return [...normal].map((one) => (BLANK.test(one) ? " " : INVISIBLE.test(one) ? "" : unified(one))).join("");
}

const unified = (c: string): string =>
  SINGLE.includes(c) ? "'" : DOUBLE.includes(c) ? '"' : DASHES.includes(c) ? "-" : c;

/** Kana, Chinese characters and Hangul syllables: many, and none of them changes. */
const isPlain = (code: number): boolean =>
  code >= 0x3041 &&
  (code <= 0x3096 ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3));

function joins(text: string, at: number): boolean {
  const code = text.codePointAt(at)!;
  return code >= 0x300 && !isPlain(code) && JOINS.test(String.fromCodePoint(code));
}

/** A character and what goes with it. */
function clusterEnd(text: string, at: number): number {
  let end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
  // Beyond any writing: a text of marks alone must not become one endless character.
  for (let n = 0; n < 32 && end < text.length && joins(text, end); n++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return end;
}

/** Is the character at, or ending at, this unit part of a word? */
function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128)
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  const low = code >= 0xdc00 && code < 0xe000;
  return at >= 0 && at < text.length && WORD.test(String.fromCodePoint(text.codePointAt(low ? at - 1 : at)!));
}

/** Start and end of each piece of a link that is not part of the text: "[" or "![", and "](address)". */
function linkMarks(text: string): number[] {
  if (!text.includes("](")) return [];
  const marks: number[] = [];
  for (const match of text.matchAll(LINK)) {
    const open = match.index + (match[0].startsWith("!") ? 2 : 1);
    marks.push(match.index, open, open + match[1]!.length, match.index + match[0].length);
  }
  return marks;
}
