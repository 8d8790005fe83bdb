/**
 * Rows of a run as JSON, read from bytes without creating strings or objects per hit.
 * Handles only the plain shapes; `false` means that the row needs the full parser.
 */
import { hashBytes } from "../../core/hash.ts";
import { isUtf8, textOf } from "../bytes/bytes.ts";
import { BytePattern } from "../bytes/pattern.ts";
import type { HitBatch } from "../format.ts";
import { plainName, RANK, RUN, SCORE as SCORES } from "../rows/field-names.ts";
import { JsonCursor } from "./_cursor.ts";
import { DOC, DOC_ID, HITS, ID, keyOf, OTHER, QUERY, QUERY_ID, SCORE, SPECIAL } from "./_keys.ts";
import { UnreadKeys } from "./_unread.ts";

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Bytes of a text that need no decoding: no quote, no backslash, no control character. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, c) =>
  c >= 0x20 && c !== QUOTE && c !== BACKSLASH ? 1 : 0,
);

/** Names of a row's score and rank, in any spelling. */
const ORDERING: ReadonlySet<string> = new Set([...SCORES, ...RANK]);

const RUNS: ReadonlySet<string> = new Set(RUN);

/** list: best first; mapping: id → score; row: one hit of a table. */
export type RowForm = "list" | "mapping" | "row";

/** One row at a time: the fields hold the result of `scan` until the next call. */
export class HitScanner extends JsonCursor implements HitBatch {
  form: RowForm = "list";
  /** Bytes of the query's id; for `scanHits` they are left alone. */
  queryStart = 0;
  queryEnd = 0;
  /** Bytes of the query's words, where the row has an id beside them; -1 where not. */
  wordsStart = -1;
  wordsEnd = -1;
  /** Bytes of a text under a key for the name of a system, and the key; -1 where there is none, or where the row is written like the one before. */
  runStart = -1;
  runEnd = -1;
  runKey = "";
  count = 0;
  starts = new Uint32Array(1024);
  ends = new Uint32Array(1024);
  hashes = new Int32Array(1024);
  /** NaN where a hit has no score. */
  values = new Float64Array(1024);
  /** Set by the caller, who knows the line. */
  lines = new Uint32Array(1024);
  readonly unread = new UnreadKeys();
  /** The entry that was read last, part by part. */
  #open = 0;
  #idStart = 0;
  #idEnd = 0;
  #scoreStart = -1;
  #scoreEnd = -1;
  readonly #before = new BytePattern();
  readonly #between = new BytePattern();
  readonly #after = new BytePattern();
  #viewed: DataView = new DataView(new ArrayBuffer(0));

  /** How the last row of one hit was written: around its query, its document and its score. */
  readonly #row = [new BytePattern(), new BytePattern(), new BytePattern(), new BytePattern()] as const;
  #rowKnown = false;

  /** A whole row in `b[start … end - 1]`; `b[end]` must be a byte below 32, such as the end of the line. */
  scan(b: Uint8Array, start: number, end: number): boolean {
    this.#begin(start);
    if (this.#rowKnown && this.#sameRow(b, start, end)) return true;
    this.#begin(start);
    let [idStart, idEnd, wordsStart, wordsEnd] = [-1, -1, -1, -1];
    let [docStart, docEnd, scoreStart, scoreEnd] = [-1, -1, -1, -1];
    let score = Number.NaN;
    let [scored, listed, own] = [false, false, false];
    if (this.blanks(b) !== OPEN) return false;
    this.at++;
    do {
      const key = this.#key(b);
      if (key === ID || key === QUERY || key === QUERY_ID) {
        if (!this.id(b)) return false;
        if (key === QUERY ? wordsStart >= 0 : idStart >= 0) return false;
        if (key === QUERY) [wordsStart, wordsEnd] = [this.from, this.to];
        else [idStart, idEnd] = [this.from, this.to];
        own ||= key === ID;
      } else if (key === DOC || key === DOC_ID) {
        if (docStart >= 0 || !this.id(b)) return false;
        [docStart, docEnd] = [this.from, this.to];
      } else if (key === SCORE) {
        if (scored) return false;
        scoreStart = this.at;
        score = this.number(b);
        scoreEnd = this.at;
        scored = true;
        if (Number.isNaN(score)) return false;
      } else if (key === HITS) {
        if (listed || !this.#hits(b)) return false;
        listed = true;
      } else {
        if (key !== OTHER || this.#orders(b)) return false;
        const [from, keyStart, keyEnd] = [this.at, this.from, this.to];
        if (!this.skip(b)) return false;
        if (this.runStart < 0 && b[from] === QUOTE) this.#nameRun(b, keyStart, keyEnd, from + 1);
      }
    } while (this.comma(b));
    if (b[this.at] !== CLOSE) return false;
    this.at++;
    if (!this.atEnd(b, end) || listed === docStart >= 0) return false;
    if (idStart < 0 && wordsStart < 0) return false;
    this.queryStart = idStart < 0 ? wordsStart : idStart;
    this.queryEnd = idStart < 0 ? wordsEnd : idEnd;
    this.wordsStart = idStart < 0 ? -1 : wordsStart;
    this.wordsEnd = wordsEnd;
    if (this.queryStart === this.queryEnd) return false;
    // A number is not query text.
    if (this.wordsStart >= 0 && b[this.wordsStart - 1] !== QUOTE) return false;
    if (docStart >= 0) {
      // In a row with one hit, "id" would be the id of the row.
      if (own) return false;
      this.form = "row";
      this.#add(b, docStart, docEnd, score);
      this.#learnRow(b, start, docStart, docEnd, scoreStart, scoreEnd, end);
    } else if (scored) return false;
    if (this.high < 0x80 || isUtf8(b, start, end)) return true;
    this.#rowKnown = false;
    return false;
  }

  /** The value of a key that may name a system, which was just read. */
  #nameRun(b: Uint8Array, keyStart: number, keyEnd: number, start: number): void {
    if (keyEnd - keyStart < 3 || keyEnd - keyStart > 13) return;
    const name = textOf(b, keyStart, keyEnd);
    if (!RUNS.has(plainName(name))) return;
    [this.runStart, this.runEnd] = [start, this.at - 1];
    this.runKey = name;
  }

  #learnRow(
    b: Uint8Array,
    start: number,
    docStart: number,
    docEnd: number,
    scoreStart: number,
    scoreEnd: number,
    end: number,
  ): void {
    const { queryStart, queryEnd } = this;
    this.#rowKnown =
      this.wordsStart < 0 &&
      this.numbers === 0 &&
      queryEnd < docStart &&
      docEnd < scoreStart &&
      end + 4 <= b.length;
    if (!this.#rowKnown) return;
    const view = this.#view(b);
    const [before, between, beforeScore, after] = this.#row;
    before.learn(view, start, queryStart);
    between.learn(view, queryEnd, docStart);
    beforeScore.learn(view, docEnd, scoreStart);
    after.learn(view, scoreEnd, end);
  }

  /** A row that is written like the one before but for its query, document and score: see `#same`. */
  #sameRow(b: Uint8Array, start: number, end: number): boolean {
    const [before, between, beforeScore, after] = this.#row;
    const last = end - after.length;
    if (last - start < before.length + between.length + beforeScore.length || end + 4 > b.length)
      return false;
    const view = this.#view(b);
    if (!before.is(view, start)) return false;
    const queryStart = start + before.length;
    let at = queryStart;
    let c = b[at]!;
    let high = 0;
    while (PLAIN[c] === 1) {
      high |= c;
      c = b[++at]!;
    }
    const queryEnd = at;
    if (at === queryStart || at + between.length > last || !between.is(view, at)) return false;
    const docStart = at + between.length;
    at = docStart;
    c = b[at]!;
    while (PLAIN[c] === 1) {
      high |= c;
      c = b[++at]!;
    }
    const docEnd = at;
    if (at + beforeScore.length > last || !beforeScore.is(view, at)) return false;
    this.at = at + beforeScore.length;
    const score = this.number(b);
    if (Number.isNaN(score) || this.at !== last || !after.is(view, last)) return false;
    if (high > 0x7f && !isUtf8(b, start, end)) return false;
    this.form = "row";
    this.queryStart = queryStart;
    this.queryEnd = queryEnd;
    this.starts[0] = docStart;
    this.ends[0] = docEnd;
    this.hashes[0] = hashBytes(b, docStart, docEnd);
    this.values[0] = score;
    this.count = 1;
    return true;
  }

  /** The hits alone: a list or a mapping in `b[start … end - 1]`, where the query is known. */
  scanHits(b: Uint8Array, start: number, end: number): boolean {
    this.#begin(start);
    this.blanks(b);
    if (!this.#hits(b)) return false;
    return this.atEnd(b, end) && (this.high < 0x80 || isUtf8(b, start, end));
  }

  #begin(start: number): void {
    this.at = start;
    this.high = 0;
    this.count = 0;
    this.numbers = 0;
    this.wordsStart = -1;
    this.runStart = -1;
    this.unread.begin();
  }

  #hits(b: Uint8Array): boolean {
    if (b[this.at] === OPEN) return this.#mapping(b);
    if (b[this.at] !== OPEN_LIST) return false;
    this.form = "list";
    this.at++;
    if (this.blanks(b) === CLOSE_LIST) {
      this.at++;
      return true;
    }
    do {
      if (this.blanks(b) === OPEN) {
        if (!this.#hit(b)) return false;
      } else {
        if (!this.id(b)) return false;
        this.#learn(this.from - 1, this.from, this.to, -1, -1);
        this.#add(b, this.from, this.to, Number.NaN);
      }
    } while (this.#next(b));
    if (b[this.at] !== CLOSE_LIST) return false;
    this.at++;
    return true;
  }

  #hit(b: Uint8Array): boolean {
    const open = this.at;
    let [start, end, scoreStart, scoreEnd] = [-1, -1, -1, -1];
    let score = Number.NaN;
    this.at++;
    do {
      const key = this.#key(b);
      if (key === ID) {
        if (start >= 0 || !this.id(b)) return false;
        start = this.from;
        end = this.to;
      } else if (key === SCORE) {
        if (scoreStart >= 0) return false;
        scoreStart = this.at;
        score = this.number(b);
        scoreEnd = this.at;
        if (Number.isNaN(score)) return false;
      } else if (key === DOC || key === SPECIAL || !this.skip(b)) return false;
    } while (this.comma(b));
    if (start < 0 || b[this.at] !== CLOSE) return false;
    this.at++;
    this.#learn(open, start, end, scoreStart, scoreEnd);
    this.#add(b, start, end, score);
    return true;
  }

  #mapping(b: Uint8Array): boolean {
    this.form = "mapping";
    this.at++;
    if (this.blanks(b) === CLOSE) {
      this.at++;
      return true;
    }
    do {
      if (this.blanks(b) !== QUOTE || !this.text(b)) return false;
      const [start, end] = [this.from, this.to];
      if (!this.colon(b)) return false;
      const scoreStart = this.at;
      const score = this.number(b);
      if (Number.isNaN(score)) return false;
      this.#learn(start - 1, start, end, scoreStart, this.at);
      this.#add(b, start, end, score);
    } while (this.#next(b));
    if (b[this.at] !== CLOSE) return false;
    this.at++;
    return true;
  }

  #add(b: Uint8Array, start: number, end: number, value: number): void {
    if (this.count === this.starts.length) this.#grow();
    const n = this.count++;
    this.starts[n] = start;
    this.ends[n] = end;
    this.hashes[n] = hashBytes(b, start, end);
    this.values[n] = value;
  }

  #grow(): void {
    const size = 2 * this.starts.length;
    const { starts, ends, hashes, values } = this;
    this.starts = new Uint32Array(size);
    this.starts.set(starts);
    this.ends = new Uint32Array(size);
    this.ends.set(ends);
    this.hashes = new Int32Array(size);
    this.hashes.set(hashes);
    this.values = new Float64Array(size);
    this.values.set(values);
    this.lines = new Uint32Array(size);
  }

  /** Remembers where the parts of the last entry are: it is the pattern for the next ones. */
  #learn(open: number, start: number, end: number, scoreStart: number, scoreEnd: number): void {
    this.#open = open;
    this.#idStart = start;
    this.#idEnd = end;
    this.#scoreStart = scoreStart;
    this.#scoreEnd = scoreEnd;
  }

  /** Moves past the comma and past all entries written exactly like the last one, apart from id and score. */
  #next(b: Uint8Array): boolean {
    const last = this.#scoreStart < 0 ? this.#idEnd : this.#scoreEnd;
    const numberId = b[this.#idStart - 1] !== QUOTE;
    const scoreFirst = this.#scoreStart >= 0 && this.#scoreStart < this.#idStart;
    if (!this.comma(b)) return false;
    const c = this.blanks(b);
    if (numberId || scoreFirst || c !== b[this.#open]) return true;
    this.#same(b, last, this.at);
    return true;
  }

  /**
   * The bytes of a pattern are known to be valid and only need to be compared: before the id, between id and score, and
   * between entries. Most of the time is spent in this loop; it stops before the first entry that differs.
   */
  #same(b: Uint8Array, last: number, first: number): void {
    if (first + 40 > b.length) return;
    const view = this.#view(b);
    const before = this.#before.learn(view, this.#open, this.#idStart);
    const scored = this.#scoreStart >= 0;
    const between = this.#between.learn(view, this.#idEnd, scored ? this.#scoreStart : this.#idEnd);
    const after = this.#after.learn(view, last, first);
    // The patterns are read four bytes at a time: none may reach beyond the end.
    const limit = b.length - before.length - between.length - after.length - 40;
    let { starts, ends, hashes, values, count } = this;
    let high = 0;
    let entry = first;
    while (entry < limit) {
      if (!before.is(view, entry)) break;
      const start = entry + before.length;
      let at = start;
      let c = b[at]!;
      let texts = 0;
      while (PLAIN[c] === 1) {
        texts |= c;
        c = b[++at]!;
      }
      const end = at;
      let value = Number.NaN;
      if (at > limit) break;
      if (scored) {
        if (!between.is(view, at)) break;
        this.at = at + between.length;
        value = this.number(b);
        if (Number.isNaN(value)) break;
        at = this.at;
      }
      if (at > limit || !after.is(view, at)) break;
      if (count === starts.length) {
        this.count = count;
        this.#grow();
        ({ starts, ends, hashes, values } = this);
      }
      starts[count] = start;
      ends[count] = end;
      hashes[count] = hashBytes(b, start, end);
      values[count] = value;
      count++;
      high |= texts;
      entry = at + after.length;
    }
    this.count = count;
    this.high |= high;
    this.at = entry;
  }

  #view(b: Uint8Array): DataView {
    if (this.#viewed.buffer !== b.buffer || this.#viewed.byteOffset !== b.byteOffset)
      this.#viewed = new DataView(b.buffer, b.byteOffset, b.byteLength);
    return this.#viewed;
  }

  /** Is the key that was just read another name of what orders the hits? */
  #orders(b: Uint8Array): boolean {
    const length = this.to - this.from;
    return length > 2 && length < 14 && ORDERING.has(plainName(textOf(b, this.from, this.to)));
  }

  /** A key and its colon. */
  #key(b: Uint8Array): number {
    if (this.blanks(b) !== QUOTE || !this.text(b)) return SPECIAL;
    const key = keyOf(b, this.from, this.to - this.from);
    if (key === OTHER) this.unread.bytes(b, this.from, this.to);
    return this.colon(b) ? key : SPECIAL;
  }
}
