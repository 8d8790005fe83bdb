/** The rows of one query: which of them are in the gold, which are repeated, and how they are ordered. */
import type { DocId } from "../core/ids.ts";
import type { RankingColumns } from "../evaluate/input/read-run.ts";
import type { TableRows } from "../evaluate/input/table-ranking.ts";
import type { HitBatch, RowOrder } from "../formats/index.ts";
import type { HeldParts } from "../match/ids/other-rule.ts";
import { larger, mix, textsLater, textsOf } from "./_bytes-table.ts";
import { GoldSlots } from "./_gold-slots.ts";
import type { GoldTable } from "./_gold-table.ts";
import { HitRows } from "./_hit-rows.ts";
import { someMayBeChunk, someMayHold } from "./_id-looks.ts";
import type { KeptRun } from "./_kept-run.ts";
import { rankingOfRows } from "./_ranking-of-rows.ts";
import { RepeatedIds } from "./_repeated-ids.ts";
import { ValueOrder } from "./_value-order.ts";

export class QueryRows extends HitRows implements TableRows {
  found = 0;
  foundAt: Uint32Array = new Uint32Array(64);
  foundId: Uint32Array = new Uint32Array(64);
  odd = false;
  scored = true;
  mapping = true;
  readonly file: string;
  readonly #gold = new GoldSlots();
  readonly #seen = new RepeatedIds();
  readonly #follow = new ValueOrder();
  #order: RowOrder = "given";

  constructor(file: string) {
    super();
    this.file = file;
  }

  setOrder(order: RowOrder): void {
    this.#order = order;
    this.mapping = order === "score";
  }

  get goldIds(): readonly DocId[] | undefined {
    return this.#gold.ids;
  }
  get falling(): boolean {
    return this.#follow.falling;
  }
  get strict(): boolean {
    return this.#follow.strict;
  }

  /** For the next query, with the gold of the table's query q. */
  startTable(table: GoldTable, q: number): void {
    this.#reset();
    this.#gold.useTable(table, q);
  }

  /** For the next query, with gold that is strings. */
  startIds(ids: readonly DocId[]): void {
    this.#reset();
    this.#gold.useIds(ids);
  }

  #reset(): void {
    this.clear();
    this.found = 0;
    this.odd = false;
    this.#follow.clear();
    this.#seen.clear();
  }

  /** Adds a row; its bytes are valid during the call only. */
  add(d: Uint8Array, start: number, end: number, value: number, line: number): void {
    const row = this.length;
    this.append(d, start, end, value, line);
    this.#place(row, row + 1);
  }

  /** Adds several rows; their bytes stay valid until the block ends. */
  addBatch(bytes: Uint8Array, batch: HitBatch): void {
    const row = this.length;
    this.appendBatch(bytes, batch);
    this.#place(row, this.length);
  }

  /** All rows are complete: settles their order and duplicates. */
  end(): void {
    const n = this.length;
    const { without, rising } = this.#follow;
    this.scored = this.#order !== "rank" && without === 0;
    // Some hits lack a score, or ranks are out of order: take the slow path.
    if (this.#seen.repeats(n, this.hashes, (a, b) => this.compare(a, b))) this.odd = true;
    if ((without > 0 && without < n) || (this.#order === "rank" && !rising)) this.odd = true;
  }

  /** Rows from `from` to `to` are looked up: is it in the gold, may it have been there before? */
  #place(from: number, to: number): void {
    const { hashes } = this;
    this.#seen.makeRoom(hashes, from, to);
    this.#follow.look(this.values, from, to, this.#order === "rank");
    const { slots, mask } = this.#gold;
    const { bits, words, suspects } = this.#seen;
    let { suspected } = this.#seen;
    for (let row = from; row < to; row++) {
      const h = mix(hashes[row]!);
      const at = (h >>> 10) & (words - 1);
      const flag = (1 << (h & 31)) | (1 << ((h >>> 5) & 31));
      const word = bits[at]!;
      // Without a branch: V8 throws compiled code away when it first takes one that it never took, and few rows are suspects.
      suspects[suspected] = row;
      suspected += (word & flag) === flag ? 1 : 0;
      bits[at] = word | flag;
      if (slots[h & mask] !== 0) this.#lookUp(h, row);
      // The hash of nothing.
      if (h === 0 && this.startOf(row) === this.endOf(row)) this.odd = true;
    }
    this.#seen.suspected = suspected;
  }

  #lookUp(h: number, row: number): void {
    const id = this.#gold.find(h, this.bytesOf(row), this.startOf(row), this.endOf(row));
    if (id < 0) return;
    if (this.found === this.foundAt.length) {
      this.foundAt = larger(this.foundAt, this.found + 1);
      this.foundId = larger(this.foundId, this.found + 1);
    }
    this.foundAt[this.found] = row;
    this.foundId[this.found] = id;
    this.found++;
  }

  firstLater(most: number): () => DocId[] {
    return textsLater(Math.min(most, this.length), this);
  }
  mayHold(parts: HeldParts): boolean {
    return someMayHold(this.length, this, this.looks(), parts);
  }
  mayHoldChunks(): boolean {
    return someMayBeChunk(this.length, this, this.looks());
  }

  columns(): RankingColumns {
    const n = this.length;
    const [values, lines] = [this.values.subarray(0, n), this.lines.subarray(0, n)];
    return rankingOfRows(textsOf(n, this), values, lines, this.#order, this.file);
  }

  /** A copy that stays; `query`: its number in the gold, or -1. */
  keepIn(run: KeptRun, query: number, name: Uint8Array): void {
    const place = run.add(name, 0, name.length, this.rowsToKeep());
    if (place !== undefined) run.keep(query, place, this, this.#order);
  }
}
