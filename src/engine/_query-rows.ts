/** The rows of one query of a run: which of them the gold names, which are there twice. Columns that are used again for the next query. */
import { hashBytes } from "../core/hash.ts";
import type { DocId } from "../core/ids.ts";
import type { RankingColumns } from "../evaluate/input/read-run.ts";
import type { TableRows } from "../evaluate/input/table-ranking.ts";
import type { HitBatch, RowOrder } from "../formats/index.ts";
import type { HeldParts } from "../match/ids/other-rule.ts";
import {
  compareBytes,
  copyInto,
  larger,
  mix,
  type NamePlaces,
  sameBytes,
  textsLater,
  textsOf,
} from "./_bytes-table.ts";
import type { GoldTable } from "./_gold-table.ts";
import { looksIn, someMayBeChunk, someMayHold } from "./_id-looks.ts";
import type { KeptRun } from "./_kept-run.ts";
import { rankingOfRows } from "./_ranking-of-rows.ts";

const encoder = new TextEncoder();

/** Room for 1,000 hits, enough for most lists. */
const ROWS = 1024;
/** A word is chosen by the upper 22 bits of a hash: more words than those would stay unused. */
const WIDEST = 2 ** 22;

export class QueryRows implements TableRows, NamePlaces {
  length = 0;
  found = 0;
  values: Float64Array = new Float64Array(ROWS);
  foundAt: Uint32Array = new Uint32Array(64);
  foundId: Uint32Array = new Uint32Array(64);
  goldIds: readonly DocId[] | undefined;
  odd = false;
  falling = true;
  strict = true;
  scored = true;
  mapping = true;
  readonly file: string;

  /** The id of row i is starts[i] … ends[i], of `copied` for the first `settled` rows, of the reader's block for the others. */
  #copied: Uint8Array = new Uint8Array(1 << 15);
  #copiedEnd = 0;
  #settled = 0;
  #block: Uint8Array | undefined;
  #starts: Uint32Array = new Uint32Array(ROWS);
  #ends: Uint32Array = new Uint32Array(ROWS);
  #hashes: Int32Array = new Int32Array(ROWS);
  #lines: Uint32Array = new Uint32Array(ROWS);
  /** The columns are a reader's, lent until it gives the next ones; our own are kept. */
  #own: HitColumns | undefined;
  /** By hash: gold id + 1, or 0. Far larger than the gold, so that most rows meet an empty slot. */
  #slots: Uint32Array = new Uint32Array(128);
  #mask = 127;
  /** Bloom filter with two bits per hash: rows that hit both are checked for duplicates at the end. */
  #seen: Int32Array = new Int32Array(4 * ROWS);
  /** Words in use. */
  #words = 0;
  #suspects: number[] = [];
  #last = Number.POSITIVE_INFINITY;
  #order: RowOrder = "given";
  /** Rows without a value. */
  #without = 0;
  #rising = true;
  /** What the ids look like; computed on demand. */
  #looks: number | undefined;

  // The gold ids of the query: from the table, or encoded here.
  #goldBytes: Uint8Array = new Uint8Array(0);
  #goldStart: Uint32Array = new Uint32Array(0);
  #goldFrom = 0;
  #goldHashes: Int32Array = new Int32Array(0);
  #goldCount = 0;

  constructor(file: string) {
    this.file = file;
  }

  setOrder(order: RowOrder): void {
    this.#order = order;
    this.mapping = order === "score";
  }

  /** All rows are there: what they have in common is settled. */
  end(): void {
    const n = this.length;
    const without = this.#without;
    this.scored = this.#order !== "rank" && without === 0;
    // Some hits without a score, or ranks out of order: the slow way looks at it.
    if (this.#repeats()) this.odd = true;
    if ((without > 0 && without < n) || (this.#order === "rank" && !this.#rising)) this.odd = true;
  }

  /** The reader's block goes: ids that lie in it are copied. */
  endBlock(): void {
    const block = this.#block;
    if (block === undefined) return;
    for (let row = this.#settled; row < this.length; row++) this.#copy(row, block);
    this.#block = undefined;
  }

  #copy(row: number, bytes: Uint8Array): void {
    const start = this.#starts[row]!;
    const size = this.#ends[row]! - start;
    const to = this.#copiedEnd;
    if (to + size > this.#copied.length) this.#copied = larger(this.#copied, to + size);
    for (let i = 0; i < size; i++) this.#copied[to + i] = bytes[start + i]!;
    this.#starts[row] = to;
    this.#ends[row] = to + size;
    this.#copiedEnd = to + size;
    this.#settled = row + 1;
  }

  /** For the next query, with the gold of the table's query q. */
  startTable({ parts }: GoldTable, q: number): void {
    this.#reset();
    this.goldIds = undefined;
    this.#goldBytes = parts.ids;
    this.#goldStart = parts.idStart;
    this.#goldHashes = parts.hashes;
    this.#goldFrom = parts.start[q]!;
    this.#goldCount = parts.counts[q]!;
    this.#placeGold();
  }

  /** For the next query, with gold that is strings. */
  startIds(ids: readonly DocId[]): void {
    this.#reset();
    this.goldIds = ids;
    this.#goldFrom = 0;
    this.#goldCount = ids.length;
    this.#goldStart = new Uint32Array(ids.length + 1);
    this.#goldHashes = new Int32Array(ids.length);
    const encoded = ids.map((id) => encoder.encode(id));
    this.#goldBytes = new Uint8Array(encoded.reduce((n, one) => n + one.length, 0));
    encoded.forEach((one, i) => {
      this.#goldBytes.set(one, this.#goldStart[i]!);
      this.#goldStart[i + 1] = this.#goldStart[i]! + one.length;
      this.#goldHashes[i] = mix(hashBytes(one, 0, one.length));
    });
    this.#placeGold();
  }

  #reset(): void {
    this.length = 0;
    this.found = 0;
    this.odd = false;
    this.falling = true;
    this.strict = true;
    this.#settled = 0;
    this.#copiedEnd = 0;
    this.#last = Number.POSITIVE_INFINITY;
    this.#without = 0;
    this.#rising = true;
    this.#suspects.length = 0;
    this.#words = 0;
    this.#looks = undefined;
    if (this.#own !== undefined) this.#use(this.#own);
    this.#own = undefined;
  }

  #placeGold(): void {
    const size = powerOfTwo(Math.max(64, 16 * this.#goldCount));
    // One huge query must not make every later one clear a huge table.
    if (size > this.#slots.length) this.#slots = new Uint32Array(size);
    else this.#slots.fill(0, 0, size);
    this.#mask = size - 1;
    for (let g = 0; g < this.#goldCount; g++) {
      let slot = this.#goldHashes[this.#goldFrom + g]! & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = g + 1;
    }
  }

  /** One more row, whose bytes are valid only now. */
  add(d: Uint8Array, start: number, end: number, value: number, line: number): void {
    const row = this.length;
    if (row === this.values.length) this.#grow(row + 1);
    this.#starts[row] = start;
    this.#ends[row] = end;
    this.#hashes[row] = hashBytes(d, start, end);
    this.#lines[row] = line;
    this.values[row] = value;
    this.length = row + 1;
    this.#copy(row, d);
    this.#place(row, row + 1);
  }

  /** Several rows, whose bytes stay until the block ends. */
  addBatch(bytes: Uint8Array, batch: HitBatch): void {
    const row = this.length;
    const end = row + batch.count;
    // Most lists come in one piece, which needs no copy if it stays valid.
    if (row === 0 && batch.lent === true) {
      this.#own = this.#columns();
      this.#use(batch);
    } else {
      this.#takeBack(row);
      if (end > this.values.length) this.#grow(end);
      append(this.#columns(), row, batch, batch.count);
    }
    this.#block = bytes;
    this.length = end;
    this.#place(row, end);
  }

  #columns(): HitColumns {
    return {
      starts: this.#starts,
      ends: this.#ends,
      hashes: this.#hashes,
      lines: this.#lines,
      values: this.values,
    };
  }

  #use({ starts, ends, hashes, lines, values }: HitColumns): void {
    this.#starts = starts;
    this.#ends = ends;
    this.#hashes = hashes;
    this.#lines = lines;
    this.values = values;
  }

  /** Rows that lie in a reader's columns come into our own, before others follow them. */
  #takeBack(rows: number): void {
    const own = this.#own;
    if (own === undefined) return;
    const lent = this.#columns();
    this.#own = undefined;
    this.#use(own);
    if (rows > this.values.length) this.#grow(rows);
    append(this.#columns(), 0, lent, rows);
  }

  /** Rows from `from` to `to` are looked up: is it in the gold, may it have been there before? */
  #place(from: number, to: number): void {
    if (2 * to > this.#words && this.#words < WIDEST) this.#widen(from, to);
    this.#lookAtOrder(from, to);
    const hashes = this.#hashes;
    const slots = this.#slots;
    const mask = this.#mask;
    const seen = this.#seen;
    const seenMask = this.#words - 1;
    for (let row = from; row < to; row++) {
      const h = mix(hashes[row]!);
      const at = (h >>> 10) & seenMask;
      const flag = (1 << (h & 31)) | (1 << ((h >>> 5) & 31));
      const word = seen[at]!;
      if ((word & flag) === flag) this.#suspects.push(row);
      seen[at] = word | flag;
      if (slots[h & mask] !== 0) this.#lookUp(h, row);
      // The hash of nothing.
      if (h === 0 && this.#starts[row] === this.#ends[row]) this.odd = true;
    }
  }

  /** Fast path for descending scores: one branch per row; stops at the first rise. */
  #lookAtOrder(from: number, to: number): void {
    const { values } = this;
    let row = from;
    let last = this.#last;
    const byRank = this.#order === "rank";
    if (this.falling && !byRank) {
      let { strict } = this;
      for (; row < to; row++) {
        const value = values[row]!;
        if (!(value < last)) {
          if (value !== last) break;
          strict = false;
        }
        last = value;
      }
      this.strict = strict;
    }
    for (; row < to && (this.falling || byRank); row++) {
      const value = values[row]!;
      // No value at all is counted, and nothing is below or above it.
      if (value === last) this.strict = false;
      else if (value > last) this.falling = false;
      else if (value < last) this.#rising &&= row === 0;
      else if (Number.isNaN(value)) this.#without++;
      last = value;
    }
    for (; row < to; row++) if (Number.isNaN(values[row]!)) this.#without++;
    this.#last = last;
  }

  #lookUp(h: number, row: number): void {
    const mask = this.#mask;
    for (let slot = h & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const g = this.#slots[slot]! - 1;
      if (this.#goldHashes[this.#goldFrom + g] === h && this.#isGold(this.#goldFrom + g, row)) {
        this.#markFound(row, g);
        return;
      }
    }
  }

  /** More words for more rows, or most of them would be suspects. */
  #widen(rows: number, to: number): void {
    const words = Math.min(WIDEST, powerOfTwo(4 * to));
    if (words > this.#seen.length) this.#seen = new Int32Array(words);
    else this.#seen.fill(0, 0, words);
    this.#words = words;
    for (let row = 0; row < rows; row++) {
      const h = mix(this.#hashes[row]!);
      this.#seen[(h >>> 10) & (words - 1)]! |= (1 << (h & 31)) | (1 << ((h >>> 5) & 31));
    }
  }

  /** Is some id there twice? */
  #repeats(): boolean {
    const n = this.length;
    const hashes = this.#hashes;
    if (this.#suspects.length * n > 1e6) return this.#repeatsByTable();
    return this.#suspects.some((row) => {
      const h = hashes[row]!;
      for (let other = 0; other < row; other++)
        if (hashes[other] === h && this.compare(other, row) === 0) return true;
      return false;
    });
  }

  #repeatsByTable(): boolean {
    const hashes = this.#hashes;
    const mask = 2 ** Math.ceil(Math.log2(2 * this.length)) - 1;
    /** By hash: row + 1, or 0. */
    const slots = new Uint32Array(mask + 1);
    for (let row = 0; row < this.length; row++) {
      const h = hashes[row]!;
      let slot = mix(h) & mask;
      for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const other = slots[slot]! - 1;
        if (hashes[other] === h && this.compare(other, row) === 0) return true;
      }
      slots[slot] = row + 1;
    }
    return false;
  }

  #isGold(g: number, row: number): boolean {
    const start = this.#goldStart[g]!;
    const size = this.#goldStart[g + 1]! - start;
    const from = this.#starts[row]!;
    return (
      this.#ends[row]! - from === size && sameBytes(this.#goldBytes, start, this.bytesOf(row), from, size)
    );
  }

  #markFound(row: number, id: number): void {
    if (this.found === this.foundAt.length) {
      this.foundAt = larger(this.foundAt, this.found + 1);
      this.foundId = larger(this.foundId, this.found + 1);
    }
    this.foundAt[this.found] = row;
    this.foundId[this.found] = id;
    this.found++;
  }

  #grow(least: number): void {
    this.values = larger(this.values, least);
    this.#hashes = larger(this.#hashes, this.values.length);
    this.#lines = larger(this.#lines, this.values.length);
    this.#starts = larger(this.#starts, this.values.length);
    this.#ends = larger(this.#ends, this.values.length);
  }

  compare(a: number, b: number): number {
    return compareBytes(
      this.bytesOf(a),
      this.#starts[a]!,
      this.#ends[a]!,
      this.bytesOf(b),
      this.#starts[b]!,
      this.#ends[b]!,
    );
  }

  firstLater(most: number): () => DocId[] {
    return textsLater(Math.min(most, this.length), this);
  }
  mayHold(parts: HeldParts): boolean {
    return someMayHold(this.length, this, this.#looksOnce(), parts);
  }
  mayHoldChunks(): boolean {
    return someMayBeChunk(this.length, this, this.#looksOnce());
  }
  #looksOnce(): number {
    if (this.#looks === undefined) {
      const settled = Math.min(this.#settled, this.length);
      this.#looks = looksIn(this.#copied, this.#starts, this.#ends, 0, settled);
      if (settled < this.length)
        this.#looks |= looksIn(this.#block!, this.#starts, this.#ends, settled, this.length);
    }
    return this.#looks;
  }

  bytesOf(row: number): Uint8Array {
    return row < this.#settled ? this.#copied : this.#block!;
  }
  startOf(row: number): number {
    return this.#starts[row]!;
  }
  endOf(row: number): number {
    return this.#ends[row]!;
  }

  columns(): RankingColumns {
    const n = this.length;
    const [values, lines] = [this.values.subarray(0, n), this.#lines.subarray(0, n)];
    return rankingOfRows(textsOf(n, this), values, lines, this.#order, this.file);
  }

  /** A copy that stays; `query`: its number in the gold, or -1. */
  keepIn(run: KeptRun, query: number, name: Uint8Array): void {
    const place = run.add(name, 0, name.length, {
      count: this.length,
      starts: this.#starts,
      ends: this.#ends,
      values: this.values,
      lines: this.#lines,
      settled: this.#settled,
      copied: this.#copied,
      block: this.#block,
    });
    if (place !== undefined) run.keep(query, place, this, this.#order);
  }
}

type HitColumns = Omit<HitBatch, "count" | "lent">;

/** The next power of two. */
const powerOfTwo = (least: number): number => 1 << (32 - Math.clz32(least - 1));

function append(to: HitColumns, at: number, from: HitColumns, count: number): void {
  copyInto(to.starts, from.starts, at, count);
  copyInto(to.ends, from.ends, at, count);
  copyInto(to.hashes, from.hashes, at, count);
  copyInto(to.lines, from.lines, at, count);
  copyInto(to.values, from.values, at, count);
}
