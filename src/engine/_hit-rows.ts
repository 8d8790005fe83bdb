/** Rows of one query as columns, reused for the next query. Ids stay bytes: in the reader's block while it is valid, then copied. */
import { hashBytes } from "../core/hash.ts";
import type { HitBatch } from "../formats/index.ts";
import { compareBytes, copyInto, larger, type NamePlaces } from "./_bytes-table.ts";
import { looksIn } from "./_id-looks.ts";
import type { RowsToKeep } from "./_kept-run.ts";

/** Room for 1,000 hits, enough for most lists. */
const ROWS = 1024;

export class HitRows implements NamePlaces {
  length = 0;
  values: Float64Array = new Float64Array(ROWS);
  protected hashes: Int32Array = new Int32Array(ROWS);
  protected lines: Uint32Array = new Uint32Array(ROWS);

  /** The id of row i is starts[i] … ends[i], of `copied` for the first `settled` rows, of the reader's block for the others. */
  #starts: Uint32Array = new Uint32Array(ROWS);
  #ends: Uint32Array = new Uint32Array(ROWS);
  #copied: Uint8Array = new Uint8Array(1 << 15);
  #copiedEnd = 0;
  #settled = 0;
  #block: Uint8Array | undefined;
  /** Our own columns, set aside while those of a reader are used; the reader's are valid until it passes the next ones. */
  #own: HitColumns | undefined;
  /** What the ids look like; computed on demand. */
  #looks: number | undefined;

  protected clear(): void {
    this.length = 0;
    this.#settled = 0;
    this.#copiedEnd = 0;
    this.#looks = undefined;
    if (this.#own !== undefined) this.#use(this.#own);
    this.#own = undefined;
  }

  /** Adds a row; its bytes are valid during the call only. */
  protected append(d: Uint8Array, start: number, end: number, value: number, line: number): void {
    const row = this.length;
    if (row === this.values.length) this.#grow(row + 1);
    this.#starts[row] = start;
    this.#ends[row] = end;
    this.hashes[row] = hashBytes(d, start, end);
    this.lines[row] = line;
    this.values[row] = value;
    this.length = row + 1;
    this.#copy(row, d);
  }

  /** Adds several rows; their bytes stay valid until the block ends. */
  protected appendBatch(bytes: Uint8Array, batch: HitBatch): void {
    const row = this.length;
    const end = row + batch.count;
    // Most lists come in one piece, which needs no copy if it stays valid.
    if (row === 0 && batch.lent === true) {
      this.#own = this.#columns();
      this.#use(batch);
    } else {
      this.#takeBack(row);
      if (end > this.values.length) this.#grow(end);
      copyColumns(this.#columns(), row, batch, batch.count);
    }
    this.#block = bytes;
    this.length = end;
  }

  /** The reader's block is about to be reused: copies the ids in it. */
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

  /** Copies rows from the reader's columns into our own before more are added. */
  #takeBack(rows: number): void {
    const own = this.#own;
    if (own === undefined) return;
    const lent = this.#columns();
    this.#own = undefined;
    this.#use(own);
    if (rows > this.values.length) this.#grow(rows);
    copyColumns(this.#columns(), 0, lent, rows);
  }

  #columns(): HitColumns {
    const { hashes, lines, values } = this;
    return { starts: this.#starts, ends: this.#ends, hashes, lines, values };
  }

  #use({ starts, ends, hashes, lines, values }: HitColumns): void {
    this.#starts = starts;
    this.#ends = ends;
    this.hashes = hashes;
    this.lines = lines;
    this.values = values;
  }

  #grow(least: number): void {
    this.values = larger(this.values, least);
    this.hashes = larger(this.hashes, this.values.length);
    this.lines = larger(this.lines, this.values.length);
    this.#starts = larger(this.#starts, this.values.length);
    this.#ends = larger(this.#ends, this.values.length);
  }

  /** Order of two ids by their bytes. */
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

  bytesOf(row: number): Uint8Array {
    // Read in any case: V8 throws compiled code away when it first comes to a field that it never read.
    const copied = this.#copied;
    return row < this.#settled ? copied : this.#block!;
  }
  startOf(row: number): number {
    return this.#starts[row]!;
  }
  endOf(row: number): number {
    return this.#ends[row]!;
  }

  protected looks(): number {
    if (this.#looks === undefined) {
      const settled = Math.min(this.#settled, this.length);
      this.#looks = looksIn(this.#copied, this.#starts, this.#ends, 0, settled);
      if (settled < this.length)
        this.#looks |= looksIn(this.#block!, this.#starts, this.#ends, settled, this.length);
    }
    return this.#looks;
  }

  protected rowsToKeep(): RowsToKeep {
    return {
      count: this.length,
      starts: this.#starts,
      ends: this.#ends,
      values: this.values,
      lines: this.lines,
      settled: this.#settled,
      copied: this.#copied,
      block: this.#block,
    };
  }
}

type HitColumns = Omit<HitBatch, "count" | "lent">;

function copyColumns(to: HitColumns, at: number, from: HitColumns, count: number): void {
  copyInto(to.starts, from.starts, at, count);
  copyInto(to.ends, from.ends, at, count);
  copyInto(to.hashes, from.hashes, at, count);
  copyInto(to.lines, from.lines, at, count);
  copyInto(to.values, from.values, at, count);
}
