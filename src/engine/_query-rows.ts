/** The rows of one query of a run: which of them the gold names, which are there twice. Columns that are used again for the next query. */
import type { DocId } from "../core/types.ts";
import { RankingColumns } from "../evaluate/read-run.ts";
import type { TableRows } from "../evaluate/table-ranking.ts";
import type { RowOrder } from "../formats/index.ts";
import { compareBytes, larger, mix, sameBytes } from "./_bytes-table.ts";
import type { GoldTable } from "./_gold-table.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Ids that are not UTF-8 would become one and the same replacement character. */
const strict = new TextDecoder("utf-8", { fatal: true });

/** How many gold ids one query may have before the first table is too small. */
const SLOTS = 1 << 11;

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
  /** The first row that is not UTF-8: its line. */
  badLine = 0;
  readonly file: string;

  /** Ids one after the other; row i is ids[ends[i]] … ids[ends[i + 1]]. */
  #ids: Uint8Array = new Uint8Array(1 << 15);
  #ends: Uint32Array = new Uint32Array(1025);
  #hashes: Int32Array = new Int32Array(1024);
  #lines: Uint32Array = new Uint32Array(1024);
  /** By hash: row + 1, or minus (gold id + 1), or 0. */
  #slots: Int32Array = new Int32Array(SLOTS);
  #mask = SLOTS - 1;
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
    if ((without > 0 && without < n) || (this.#order === "rank" && !this.#rising)) this.odd = true;
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
      let h = 0;
      for (let at = 0; at < one.length; at++) h = Math.imul(h, 31) + one[at]!;
      this.#goldHashes[i] = mix(h);
    });
    this.#placeGold();
  }

  #reset(): void {
    const before = this.length;
    this.length = 0;
    this.found = 0;
    this.odd = false;
    this.falling = true;
    this.strict = true;
    this.badLine = 0;
    this.#last = Number.POSITIVE_INFINITY;
    this.#without = 0;
    this.#rising = true;
    // One huge query must not make every later one clear a huge table.
    if (this.#mask >= SLOTS && 8 * before < this.#mask) {
      this.#mask = SLOTS - 1;
      this.#slots = new Int32Array(SLOTS);
    } else this.#slots.fill(0);
  }

  #placeGold(): void {
    while (2 * this.#goldCount > this.#mask) this.#double();
    for (let g = 0; g < this.#goldCount; g++) {
      let slot = this.#goldHashes[this.#goldFrom + g]! & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = -(g + 1);
    }
  }

  /** One more row. Reads the id once: copies it, hashes it, and looks it up. */
  add(d: Uint8Array, start: number, end: number, value: number, line: number): void {
    const row = this.length;
    const from = this.#ends[row]!;
    const size = end - start;
    if (from + size > this.#ids.length) this.#ids = larger(this.#ids, from + size);
    if (row === this.values.length) this.#grow(row);
    const ids = this.#ids;
    let h = 0;
    let high = 0;
    for (let i = 0; i < size; i++) {
      const c = d[start + i]!;
      ids[from + i] = c;
      high |= c;
      h = Math.imul(h, 31) + c;
    }
    h = mix(h);
    if ((high > 127 && !isText(d, start, end)) || size === 0) this.#oddId(size, line);
    this.#ends[row + 1] = from + size;
    this.#hashes[row] = h;
    this.#lines[row] = line;
    this.values[row] = value;
    const last = this.#last;
    // Only a value below the one before keeps both; no value at all is counted.
    if (!(value < last)) {
      if (value === last) this.strict = false;
      else if (value > last) this.falling = false;
      else this.#without++;
    } else if (row > 0) this.#rising = false;
    this.#last = value;
    this.length = row + 1;

    const mask = this.#mask;
    const slots = this.#slots;
    let slot = h & mask;
    for (let held = slots[slot]!; held !== 0; held = slots[slot]!) {
      if (held < 0) {
        const g = this.#goldFrom - held - 1;
        if (this.#goldHashes[g] === h && this.#isGold(g, from, size)) {
          this.#markFound(row, -held - 1);
          // From here on the slot stands for the row: the next one like it is a repetition.
          slots[slot] = row + 1;
          return;
        }
      } else if (this.#hashes[held - 1] === h && this.#isRow(held - 1, from, size)) {
        this.odd = true;
        return;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = row + 1;
    if (2 * row > mask) this.#rehash();
  }

  #isGold(g: number, from: number, size: number): boolean {
    const start = this.#goldStart[g]!;
    return (
      this.#goldStart[g + 1]! - start === size && sameBytes(this.#goldBytes, start, this.#ids, from, size)
    );
  }

  #isRow(row: number, from: number, size: number): boolean {
    const start = this.#ends[row]!;
    return this.#ends[row + 1]! - start === size && sameBytes(this.#ids, start, this.#ids, from, size);
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

  #oddId(size: number, line: number): void {
    this.odd = true;
    if (size > 0 && this.badLine === 0) this.badLine = line;
  }

  #grow(row: number): void {
    this.values = larger(this.values, row + 1);
    this.#hashes = larger(this.#hashes, this.values.length);
    this.#lines = larger(this.#lines, this.values.length);
    this.#ends = larger(this.#ends, this.values.length + 1);
  }

  #double(): void {
    this.#mask = 2 * this.#mask + 1;
    this.#slots = new Int32Array(this.#mask + 1);
  }

  /** Only names that were not found yet stand for themselves; the others are rows by now. */
  #rehash(): void {
    const taken = new Uint8Array(this.#goldCount);
    for (let i = 0; i < this.found; i++) taken[this.foundId[i]!] = 1;
    this.#double();
    const place = (hash: number, held: number): void => {
      let slot = hash & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = held;
    };
    for (let g = 0; g < this.#goldCount; g++)
      if (taken[g] === 0) place(this.#goldHashes[this.#goldFrom + g]!, -(g + 1));
    for (let row = 0; row < this.length; row++) place(this.#hashes[row]!, row + 1);
  }

  compare(a: number, b: number): number {
    return compareBytes(
      this.#ids,
      this.#ends[a]!,
      this.#ends[a + 1]!,
      this.#ids,
      this.#ends[b]!,
      this.#ends[b + 1]!,
    );
  }

  id(row: number): DocId {
    return decoder.decode(this.#ids.subarray(this.#ends[row]!, this.#ends[row + 1]!));
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

function isText(bytes: Uint8Array, start: number, end: number): boolean {
  try {
    strict.decode(bytes.subarray(start, end));
    return true;
  } catch {
    return false;
  }
}
