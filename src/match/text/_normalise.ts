/**
 * A text as it would be if nobody had typeset it: one case, one kind of blank, quote and dash, no Markdown, no invisible characters.
 * What stands between two words never depends on the line it is in, so a text that was wrapped anew is still the same.
 */
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

// What a character is. A kind below DROP is written.
const LETTER = 0;
const DASH = 1;
const DROP = 2;
const SPACE = 3;
/** Markdown's emphasis: no part of the text, except between two letters, as in snake_case. */
const EMPHASIS = 4;
/** Needs more than a look at one unit. */
const RARE = 5;

/** By ASCII code. A bar parts the cells of a table. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const c = String.fromCharCode(code);
  if (code < 33 || code === 127 || c === "|") return SPACE;
  if (c === "`" || c === "\\") return DROP;
  if (c === "*" || c === "_" || c === "~") return EMPHASIS;
  return c === "-" ? DASH : LETTER;
});
/** A word of nothing but these is a bullet, a heading, a quotation, a rule or the line below a table's head. */
const MARKS = new Set([..."-+*#>=_~:"].map((c) => c.charCodeAt(0)));

/** Keeps its arrays and what it learnt of rare characters: make one for many texts. */
export class Normaliser {
  #units = new Uint16Array(1024);
  #starts = new Uint32Array(1024);
  #ends = new Uint32Array(1024);
  #length = 0;
  /** By character that stands alone: what it becomes; "" is nothing, " " a blank. */
  readonly #known = new Map<string, string>();

  normalise(text: string): Normalised {
    this.#length = 0;
    const links = linkMarks(text);
    let link = 0;
    // Where the word began that is being written, and whether it is made of marks so far.
    let word = 0;
    let marks = true;
    const put = (unit: number, start: number, end: number): void => {
      if (!MARKS.has(unit)) marks = false;
      else if (unit === 45 && this.#length > word && this.#units[this.#length - 1] === 45) {
        this.#ends[this.#length - 1] = end;
        return;
      }
      this.#put(unit, start, end);
    };
    const blank = (start: number, end: number): void => {
      if (marks) this.#length = word;
      if (this.#length > 0 && this.#units[this.#length - 1] !== 32) this.#put(32, start, end);
      word = this.#length;
      marks = true;
    };
    for (let i = 0; i < text.length; ) {
      if (link < links.length && i === links[link]) {
        i = links[link + 1]!;
        link += 2;
        continue;
      }
      const code = text.charCodeAt(i);
      const next = text.charCodeAt(i + 1);
      const known = code < 128 ? KINDS[code]! : isPlain(code) ? LETTER : RARE;
      const kind = next >= 0x300 && joins(text, i + 1) ? RARE : known;
      if (kind <= DASH) {
        put(code >= 65 && code <= 90 ? code + 32 : code, i, i + 1);
        i++;
      } else if (kind === SPACE) {
        blank(i, i + 1);
        i++;
      } else if (kind === EMPHASIS) {
        let end = i + 1;
        while (text.charCodeAt(end) === code) end++;
        if (end === i + 1 && isWord(text, i - 1) && isWord(text, end)) put(code, i, end);
        i = end;
      } else if (kind === DROP) i++;
      else {
        const end = clusterEnd(text, i);
        const becomes = this.#becomes(text.slice(i, end));
        for (let j = 0; j < becomes.length; j++) {
          const unit = becomes.charCodeAt(j);
          if (unit === 32) blank(i, end);
          else put(unit, i, end);
        }
        i = end;
      }
    }
    blank(text.length, text.length);
    return this.#read();
  }

  #put(unit: number, start: number, end: number): void {
    const at = this.#length++;
    if (at === this.#units.length) this.#grow();
    this.#units[at] = unit;
    this.#starts[at] = start;
    this.#ends[at] = end;
  }

  #grow(): void {
    const size = this.#units.length * 2;
    const [units, starts, ends] = [this.#units, this.#starts, this.#ends];
    this.#units = new Uint16Array(size);
    this.#starts = new Uint32Array(size);
    this.#ends = new Uint32Array(size);
    this.#units.set(units);
    this.#starts.set(starts);
    this.#ends.set(ends);
  }

  /** What a rare character and the marks that go with it become. */
  #becomes(cluster: string): string {
    const known = this.#known.get(cluster);
    if (known !== undefined) return known;
    const becomes = plain(cluster);
    // A text may hold more kinds of clusters than anybody wants to remember.
    if (this.#known.size < 4096) this.#known.set(cluster, becomes);
    return becomes;
  }

  #read(): Normalised {
    const n = this.#length > 0 && this.#units[this.#length - 1] === 32 ? this.#length - 1 : this.#length;
    let text = "";
    // As many as a call takes arguments.
    for (let i = 0; i < n; i += 8192)
      text += String.fromCharCode(...this.#units.subarray(i, Math.min(n, i + 8192)));
    return { text, starts: this.#starts.slice(0, n), ends: this.#ends.slice(0, n) };
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

/** Start and end of each piece of a link that is no part of the text: "[" or "![", and "](address)". */
function linkMarks(text: string): number[] {
  if (!text.includes("](")) return [];
  const marks: number[] = [];
  for (const match of text.matchAll(LINK)) {
    const open = match.index + (match[0].startsWith("!") ? 2 : 1);
    marks.push(match.index, open, open + match[1]!.length, match.index + match[0].length);
  }
  return marks;
}
