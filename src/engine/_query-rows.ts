/** The rows of one query of a run: which of them the gold names, which are there twice. Columns that are used again for the next query. */
import { hashBytes } from "../core/hash.ts";
import type { DocId } from "../core/types.ts";
import { RankingColumns } from "../evaluate/read-run.ts";
import type { TableRows } from "../evaluate/table-ranking.ts";
import type { HitBatch, RowOrder } from "../formats/index.ts";
import { compareBytes, larger, mix, sameBytes } from "./_bytes-table.ts";
import type { GoldTable } from "./_gold-table.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const SLOTS = 1 << 9;
const BITS = 1 << 16;
/** A bit is chosen by the upper 25 bits of a hash: more bits than those would stay unused. */
const WIDEST = 2 ** 25 - 1;

export class QueryRows implements TableRows {
  length = 0;
  found = 0;
  values: Float64Array = new Float64Array(1024);
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
  #starts: Uint32Array = new Uint32Array(1024);
  #ends: Uint32Array = new Uint32Array(1024);
  #hashes: Int32Array = new Int32Array(1024);
  #lines: Uint32Array = new Uint32Array(1024);
  /** By hash: gold id + 1, or 0. Far larger than the gold, so that most rows meet an empty slot. */
  #slots: Uint32Array = new Uint32Array(SLOTS);
  #mask = SLOTS - 1;
  /** A bit for each hash that was seen: a row that meets its own is looked at again at the end, it may be a repetition. */
  #seen: Int32Array = new Int32Array(BITS >>> 5);
  #seenMask = BITS - 1;
  #suspects: number[] = [];
  #last = Number.POSITIVE_INFINITY;
  #order: RowOrder = "given";
  /** Rows without a value. */
  #without = 0;
  #rising = true;

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
    if (this.#repeats() || this.#hasEmpty()) this.odd = true;
    if ((without > 0 && without < n) || (this.#order === "rank" && !this.#rising)) this.odd = true;
  }

  #hasEmpty(): boolean {
    const [starts, ends] = [this.#starts, this.#ends];
    for (let row = 0; row < this.length; row++) if (starts[row] === ends[row]) return true;
    return false;
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

  /** The bytes in which the id of a row lies. */
  #bytesOf(row: number): Uint8Array {
    return row < this.#settled ? this.#copied : this.#block!;
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
    // One huge query must not make every later one clear a huge table.
    if (this.#mask >= SLOTS) this.#slots = new Uint32Array(SLOTS);
    else this.#slots.fill(0);
    this.#mask = SLOTS - 1;
    if (this.#seenMask >= BITS) this.#seen = new Int32Array(BITS >>> 5);
    else this.#seen.fill(0);
    this.#seenMask = BITS - 1;
  }

  #placeGold(): void {
    if (16 * this.#goldCount > SLOTS) {
      this.#mask = 2 ** Math.ceil(Math.log2(16 * this.#goldCount)) - 1;
      this.#slots = new Uint32Array(this.#mask + 1);
    }
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
  addBatch(bytes: Uint8Array, { count, starts, ends, hashes, values, lines }: HitBatch): void {
    const row = this.length;
    const end = row + count;
    if (end > this.values.length) this.#grow(end);
    copyInto(this.#starts, starts, row, count);
    copyInto(this.#ends, ends, row, count);
    copyInto(this.#hashes, hashes, row, count);
    copyInto(this.#lines, lines, row, count);
    copyInto(this.values, values, row, count);
    this.#block = bytes;
    this.length = end;
    this.#place(row, end);
  }

  /** Rows from `from` to `to` are looked up: is it in the gold, may it have been there before? */
  #place(from: number, to: number): void {
    if (16 * to > this.#seenMask && this.#seenMask < WIDEST) this.#widen(from, to);
    const { values } = this;
    const hashes = this.#hashes;
    const slots = this.#slots;
    const mask = this.#mask;
    const seen = this.#seen;
    const seenMask = this.#seenMask;
    let last = this.#last;
    for (let row = from; row < to; row++) {
      const value = values[row]!;
      // Only a value below the one before keeps both; no value at all is counted, and nothing is below or above it.
      if (!(value < last)) {
        if (value === last) this.strict = false;
        else if (value > last) this.falling = false;
        else if (Number.isNaN(value)) this.#without++;
      } else if (row > 0) this.#rising = false;
      last = value;
      const h = mix(hashes[row]!);
      hashes[row] = h;
      const bit = (h >>> 7) & seenMask;
      const word = seen[bit >>> 5]!;
      const flag = 1 << (bit & 31);
      if ((word & flag) !== 0) this.#suspects.push(row);
      seen[bit >>> 5] = word | flag;
      if (slots[h & mask] !== 0) this.#lookUp(h, row);
    }
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

  /** More bits for more rows, or most of them would be suspects. */
  #widen(rows: number, to: number): void {
    this.#seenMask = Math.min(WIDEST, 2 ** Math.ceil(Math.log2(64 * to)) - 1);
    this.#seen = new Int32Array((this.#seenMask + 1) >>> 5);
    for (let row = 0; row < rows; row++) {
      const bit = (this.#hashes[row]! >>> 7) & this.#seenMask;
      this.#seen[bit >>> 5]! |= 1 << (bit & 31);
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
      let slot = h & mask;
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
      this.#ends[row]! - from === size && sameBytes(this.#goldBytes, start, this.#bytesOf(row), from, size)
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
      this.#bytesOf(a),
      this.#starts[a]!,
      this.#ends[a]!,
      this.#bytesOf(b),
      this.#starts[b]!,
      this.#ends[b]!,
    );
  }

  id(row: number): DocId {
    return decoder.decode(this.#bytesOf(row).subarray(this.#starts[row]!, this.#ends[row]!));
  }

  columns(): RankingColumns {
    const n = this.length;
    const values = this.values.subarray(0, n);
    const at = Uint32Array.from(values.keys());
    // The rank column says where a hit stands; rows may come in any order.
    if (this.#order === "rank") at.sort((a, b) => values[a]! - values[b]! || a - b);
    const common = {
      ids: Array.from(at, (row) => this.id(row)),
      distinct: false,
      nulls: false,
      lines: at.map((row) => this.#lines[row]!),
      file: this.file,
    };
    if (this.#order === "rank" || this.#without === n)
      return new RankingColumns({ ...common, mapping: false });
    const scores = Array.from(values, (x) => (Number.isNaN(x) ? undefined : x));
    return new RankingColumns({ ...common, mapping: this.mapping, scores });
  }
}

function copyInto<T extends Uint32Array | Int32Array | Float64Array>(
  to: T,
  from: T,
  at: number,
  count: number,
): void {
  if (count > 128) to.set(from.subarray(0, count), at);
  else for (let i = 0; i < count; i++) to[at + i] = from[i]!;
}
