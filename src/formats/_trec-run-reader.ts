/** Reads the rows of a TREC run: four bytes at a time where rows are plain, any other row byte by byte. */
import { HASH_FACTOR, hashBytes } from "../core/hash.ts";
import { notUtf8 } from "./_problems.ts";
import { fieldsIn, TrecRunOddities } from "./_trec-run-oddities.ts";
import { reportZeroBytes } from "./_zero-bytes.ts";
import { hasBareCr, isUtf8, isWhite, parseCount, parseNumber } from "./bytes/bytes.ts";
import { areDigits, blanksIn, firstOf, fourDigits, sameWords } from "./bytes/four-bytes.ts";
import { handOn } from "./bytes/hand-on.ts";
import type { ReadContext, Sink } from "./format.ts";

const TAB = 9;
const NEWLINE = 10;
const SPACE = 32;
const HASH = 35;

/** Powers of ten; a double holds those up to 10^22 exactly. */
const POWERS = Float64Array.from({ length: 32 }, (_, i) => Number(`1e${i}`));

/** Marks a missing rank, which contradicts nothing. */
const NO_RANK = -1;

/** A whole number of at most nine digits. */
function rankOf(b: Uint8Array, start: number, end: number): number {
  if (end - start > 9) return NO_RANK;
  const rank = parseCount(b, start, end);
  return rank < 0 ? NO_RANK : rank;
}

/** White space within a line. */
const isGap = (byte: number): boolean => isWhite(byte) && byte !== NEWLINE;

/** The size of what follows a score, newline included: blanks, a tag, perhaps more blanks; 0 where it is something else. */
function tailFrom(b: Uint8Array, from: number): number {
  let i = from;
  while (isGap(b[i]!)) i++;
  if (i === from || b[i] === NEWLINE) return 0;
  while (!isWhite(b[i]!)) i++;
  while (isGap(b[i]!)) i++;
  return b[i] === NEWLINE ? i + 1 - from : 0;
}

function high127(b: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (b[i]! > 127) return true;
  return false;
}
function same(a: Uint8Array, aStart: number, b: Uint8Array, bStart: number, n: number): boolean {
  for (let i = 0; i < n; i++) if (a[aStart + i] !== b[bStart + i]) return false;
  return true;
}
/** Rows of one query are handed on together, at most so many at once. */
const BATCH = 1024;

const hitBatch = () => ({
  count: 0,
  starts: new Uint32Array(BATCH),
  ends: new Uint32Array(BATCH),
  hashes: new Int32Array(BATCH),
  values: new Float64Array(BATCH),
  lines: new Uint32Array(BATCH),
  lent: true,
});

/** Rows of a run, block by block. */
export class TrecRunReader {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #odd: TrecRunOddities;
  #line = 0;
  #rows = 0;
  #tag: string | undefined;
  /** In the block at hand: the query of the batch, where what follows its Q0 begins, and where the last row begins. */
  #queryStart = 0;
  #queryEnd = 0;
  #prefixEnd = 0;
  /** Whether a document follows: what a line of two columns begins with says nothing about other lines. */
  #whole = false;
  #lastRow = -1;
  /** Does a row of another query come next? */
  #another = false;
  /** What follows a score, up to the end of the line: where it last stood, and its size. */
  #tail = 0;
  #tailSize = 0;
  /** The last row of the batch before: its query, rank and score. */
  #query: Uint8Array = new Uint8Array(0);
  #rank = 0;
  #score = 0;
  #batch = hitBatch();
  /** The one before, which the sink may still read. */
  #before = hitBatch();
  readonly #ranks = new Int32Array(BATCH);

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
    this.#odd = new TrecRunOddities(context);
  }

  block(b: Uint8Array, end: number): void {
    this.#queryStart = 0;
    this.#queryEnd = 0;
    this.#prefixEnd = 0;
    this.#tailSize = 0;
    this.#lastRow = -1;
    reportZeroBytes(b, end, this.#line + 1, this.#context.problem);
    // Words of four bytes are read at every place of a line: of the last lines they would reach beyond the block.
    const words = new DataView(b.buffer, b.byteOffset, end);
    const plainEnd = end < 4 ? 0 : b.lastIndexOf(NEWLINE, end - 4) + 1;
    for (let i = 0; i < end; ) {
      this.#another = false;
      while (i < end && !this.#another && this.#batch.count < BATCH) {
        i = this.#plainRows(b, words, i, plainEnd);
        if (i < end && this.#batch.count < BATCH) i = this.#anyRow(b, i);
      }
      this.#flush(b);
      if (this.#another) this.#startQuery(b, i);
    }
    if (this.#lastRow >= 0) this.#readTag(b);
    this.#sink.blockEnd?.();
  }

  /** A row of another query begins here: its query, and where what follows Q0 begins. */
  #startQuery(b: Uint8Array, start: number): void {
    let i = start;
    while (!isWhite(b[i]!)) i++;
    this.#queryStart = start;
    this.#queryEnd = i;
    while (isGap(b[i]!)) i++;
    while (!isWhite(b[i]!)) i++;
    while (isGap(b[i]!)) i++;
    this.#prefixEnd = i;
    this.#whole = b[i] !== NEWLINE;
  }

  /**
   * Rows of the query at hand as most files have them: no blanks before the query, and the same beginning and end as
   * the row before. Reads four bytes at once; stops at any other row (also at one with control characters) and where
   * the batch is full. One long function: a call per row or field would cost more than all the rest.
   */
  #plainRows(b: Uint8Array, words: DataView, from: number, end: number): number {
    const { starts, ends, hashes, values, lines } = this.#batch;
    const ranks = this.#ranks;
    const queryStart = this.#queryStart;
    const prefix = this.#prefixEnd - queryStart;
    const tail = this.#tail;
    const tailSize = this.#tailSize;
    let n = this.#batch.count;
    let line = this.#line;
    let start = from;
    if (prefix === 0 || !this.#whole) return from;
    while (start < end && n < BATCH) {
      let i = start;
      if (!sameWords(words, i, queryStart, prefix)) break;
      i += prefix;
      if (b[i]! <= SPACE) break;
      starts[n] = i;
      let hash = 0;
      let high = 0;
      let word = words.getInt32(i, true);
      let blank = blanksIn(word);
      while (blank === 0) {
        hash = (Math.imul(hash, HASH_FACTOR) + word) | 0;
        high |= word;
        i += 4;
        word = words.getInt32(i, true);
        blank = blanksIn(word);
      }
      const over = firstOf(blank);
      if (over > 0) {
        word &= (1 << (8 * over)) - 1;
        hash = (Math.imul(hash, HASH_FACTOR) + word) | 0;
        high |= word;
        i += over;
      }
      ends[n] = i;
      hashes[n] = hash;
      lines[n] = line + 1;
      let c = b[i]!;
      while (c === SPACE || c === TAB) c = b[++i]!;
      if (c <= SPACE) break;
      word = words.getInt32(i, true);
      blank = blanksIn(word);
      if (blank !== 0) {
        const size = firstOf(blank);
        // Moved to the end of the four, with zeros before them.
        word = (word << (32 - 8 * size)) | (0x30303030 >>> (8 * size));
        ranks[n] = areDigits(word) ? fourDigits(word) : NO_RANK;
        i += size;
      } else {
        const from = i;
        while (b[i]! > SPACE) i++;
        ranks[n] = rankOf(b, from, i);
      }
      c = b[i]!;
      while (c === SPACE || c === TAB) c = b[++i]!;
      if (c <= SPACE) break;
      const scoreStart = i;
      const negative = c === 45;
      if (negative) c = b[++i]!;
      let mantissa = 0;
      const digitsStart = i;
      while (c >= 48 && c <= 57) {
        mantissa = (Math.imul(mantissa, 10) + (c - 48)) | 0;
        c = b[++i]!;
      }
      let digits = i - digitsStart;
      let fraction = 0;
      if (c === 46) {
        const fractionStart = ++i;
        word = words.getInt32(i, true);
        if (areDigits(word)) {
          mantissa = (Math.imul(mantissa, 10_000) + fourDigits(word)) | 0;
          i += 4;
        }
        c = b[i]!;
        while (c >= 48 && c <= 57) {
          mantissa = (Math.imul(mantissa, 10) + (c - 48)) | 0;
          c = b[++i]!;
        }
        fraction = i - fractionStart;
        digits += fraction;
      }
      let score = mantissa / POWERS[fraction & 31]!;
      if (negative) score = -score;
      if (c > SPACE || digits === 0 || digits > 9) {
        while (c > SPACE) c = b[++i]!;
        score = parseNumber(b, scoreStart, i);
        if (score - score !== 0) break;
      }
      values[n] = score;
      if (tailSize === 0 || !sameWords(words, i, tail, tailSize)) break;
      i += tailSize;
      line++;
      if ((high & 0x80808080) !== 0 && !isUtf8(b, starts[n]!, ends[n]!)) this.#context.problem(notUtf8(line));
      this.#lastRow = start;
      n++;
      start = i;
    }
    this.#line = line;
    this.#batch.count = n;
    return start;
  }

  /** Reads one line of any form and returns the start of the next. A row of another query is left unread. */
  #anyRow(b: Uint8Array, from: number): number {
    const line = this.#line + 1;
    let i = from;
    while (isGap(b[i]!)) i++;
    const start = i;
    if (b[i] === NEWLINE || b[i] === HASH) {
      i = b.indexOf(NEWLINE, i);
      if (i > start && hasBareCr(b, start, i)) this.#odd.bareCr(line);
      else if (i > start) this.#odd.comment(b, start, i, line);
      this.#line = line;
      return i + 1;
    }
    const prefix = this.#prefixEnd - this.#queryStart;
    const fits = prefix > 0 && same(b, start, b, this.#queryStart, prefix);
    const first = start === this.#queryStart;
    i = start + prefix;
    if (!fits || (!first && (isWhite(b[i]!) || !this.#whole))) {
      this.#another = true;
      return start;
    }
    this.#line = line;
    const n = this.#batch.count;
    const field = (): number => {
      while (!isWhite(b[i]!)) i++;
      return i;
    };
    const blanks = (): void => {
      while (isGap(b[i]!)) i++;
    };
    const docStart = i;
    const docEnd = field();
    blanks();
    const rankStart = i;
    const rank = rankOf(b, rankStart, field());
    blanks();
    const scoreStart = i;
    const scoreEnd = field();
    const score = parseNumber(b, scoreStart, scoreEnd);
    blanks();
    const columns = b[i] !== NEWLINE;
    const tagStart = i;
    const tagEnd = field();
    blanks();
    if (b[i] !== NEWLINE) {
      i = b.indexOf(NEWLINE, i);
      if (hasBareCr(b, start, i)) {
        this.#odd.bareCr(line);
        return i + 1;
      }
      this.#odd.wide(line);
    }
    // Infinity cannot be ranked either.
    if (!columns || score - score !== 0) {
      this.#odd.refuse(b, start, i, line, columns);
      return i + 1;
    }
    const { starts, ends, hashes, values, lines } = this.#batch;
    starts[n] = docStart;
    ends[n] = docEnd;
    hashes[n] = hashBytes(b, docStart, docEnd);
    values[n] = score;
    lines[n] = line;
    this.#ranks[n] = rank;
    if (high127(b, docStart, docEnd) && !isUtf8(b, docStart, docEnd)) this.#context.problem(notUtf8(line));
    // Found here, not in the loop over plain rows: V8 throws that loop's code away when it first comes to a call it never made.
    this.#tail = scoreEnd;
    this.#tailSize = tailFrom(b, scoreEnd);
    // Rows with another tag have another tail, so all of them come here.
    this.#odd.tag(b, tagStart, tagEnd, line);
    this.#lastRow = start;
    this.#batch.count = n + 1;
    return i + 1;
  }

  /** Hands on the rows of one query. */
  #flush(b: Uint8Array): void {
    const batch = this.#batch;
    const { count } = batch;
    if (count === 0) return;
    this.#rows += count;
    const [queryStart, queryEnd] = [this.#queryStart, this.#queryEnd];
    this.#lookAtRanks(b, queryStart, queryEnd, count);
    handOn(this.#sink, b, queryStart, queryEnd, batch);
    [this.#batch, this.#before] = [this.#before, batch];
    this.#batch.count = 0;
  }

  /** The rank column is ignored, but a contradiction with the scores is reported. */
  #lookAtRanks(b: Uint8Array, queryStart: number, queryEnd: number, count: number): void {
    const { values, lines } = this.#batch;
    const ranks = this.#ranks;
    const size = queryEnd - queryStart;
    let rank = this.#rank;
    let score = this.#score;
    let i = 0;
    if (size !== this.#query.length || !same(b, queryStart, this.#query, 0, size)) {
      if (high127(b, queryStart, queryEnd) && !isUtf8(b, queryStart, queryEnd))
        this.#context.problem(notUtf8(lines[0]!));
      this.#query = b.slice(queryStart, queryEnd);
      // The first row of a query has none before it.
      rank = ranks[0]!;
      score = values[0]!;
      i = 1;
    }
    for (; i < count; i++) {
      const next = ranks[i]!;
      const value = values[i]!;
      // Scores fall while ranks rise. One branch, which is hardly ever taken.
      if ((value - score) * (next - rank) > 0 && rank >= 0 && next >= 0) this.#odd.against(lines[i]!);
      rank = next;
      score = value;
    }
    this.#rank = rank;
    this.#score = score;
  }

  /** The tag of a block's last row. */
  #readTag(b: Uint8Array): void {
    const start = this.#lastRow;
    let end = start;
    while (b[end] !== NEWLINE) end++;
    this.#tag = fieldsIn(b, start, end).fields[5]!;
  }

  end(): void {
    if (this.#tag !== undefined) this.#sink.tag?.(this.#tag);
    this.#odd.tell(this.#rows);
  }
}
