/** Gold as a table of judgements: bytes and numbers, grouped by query. A query's strings are made when somebody asks for them. */
import { hashBytes } from "../core/hash.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import type { DocId, QueryId } from "../core/types.ts";
import { GoldColumns, ShapeArrays, ShapedColumns } from "../evaluate/gold-columns.ts";
import type { GoldValue } from "../evaluate/read-gold.ts";
import { QueryValues } from "../evaluate/read-input.ts";
import type { ShapedGold } from "../evaluate/shape-gold.ts";
import { ByteNames, larger, mix, type NamesJson, sameBytes, sharedArray } from "./_bytes-table.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Rows as they come, in any order. */
export class GoldRows {
  readonly queries: ByteNames = new ByteNames();
  #rows = 0;
  #query = new Uint32Array(1024);
  #grade = new Float64Array(1024);
  #line = new Uint32Array(1024);
  #idEnd = new Uint32Array(1024);
  #ids: Uint8Array = new Uint8Array(1 << 14);
  #idsEnd = 0;

  add(
    q: Uint8Array,
    qStart: number,
    qEnd: number,
    d: Uint8Array,
    dStart: number,
    dEnd: number,
    grade: number,
    line: number,
  ): void {
    const row = this.#rows++;
    if (row === this.#query.length) {
      this.#query = larger(this.#query, row + 1);
      this.#grade = larger(this.#grade, row + 1);
      this.#line = larger(this.#line, row + 1);
      this.#idEnd = larger(this.#idEnd, row + 1);
    }
    const length = dEnd - dStart;
    if (this.#idsEnd + length > this.#ids.length) this.#ids = larger(this.#ids, this.#idsEnd + length);
    for (let i = 0; i < length; i++) this.#ids[this.#idsEnd + i] = d[dStart + i]!;
    this.#idsEnd += length;
    this.#idEnd[row] = this.#idsEnd;
    this.#query[row] = this.queries.add(q, qStart, qEnd);
    this.#grade[row] = grade;
    this.#line[row] = line;
  }

  /** By query; a document that is judged twice keeps its first grade. */
  table(file: string, log: ProblemLog): GoldTable {
    const queries = this.queries.size;
    const start = sharedArray(Uint32Array, queries + 1);
    for (let row = 0; row < this.#rows; row++) start[this.#query[row]! + 1]!++;
    for (let q = 0; q < queries; q++) start[q + 1]! += start[q]!;
    const order = new Uint32Array(this.#rows);
    const next = start.slice(0, queries);
    for (let row = 0; row < this.#rows; row++) order[next[this.#query[row]!]!++] = row;
    // In memory that a second thread can read too.
    const ids = sharedArray(Uint8Array, this.#idsEnd);
    const idStart = sharedArray(Uint32Array, this.#rows + 1);
    const hashes = sharedArray(Int32Array, this.#rows);
    const grades = sharedArray(Float64Array, this.#rows);
    const counts = sharedArray(Uint32Array, queries);
    const rowOf = new Uint32Array(this.#rows);
    let at = 0;
    for (let q = 0; q < queries; q++) {
      const first = start[q]!;
      const end = start[q + 1]!;
      let n = first;
      // Short lists are compared one by one; long ones by a Map.
      const seen = end - first > 32 ? new Map<number, number[]>() : undefined;
      for (let i = first; i < end; i++) {
        const row = order[i]!;
        const from = row === 0 ? 0 : this.#idEnd[row - 1]!;
        const size = this.#idEnd[row]! - from;
        const hash = mix(hashBytes(this.#ids, from, from + size));
        let twin = -1;
        const alike = seen?.get(hash);
        if (seen === undefined) {
          for (let j = first; j < n && twin < 0; j++)
            if (hashes[j] === hash && this.#is(ids, idStart, j, from, size)) twin = j;
        } else twin = alike?.find((j) => this.#is(ids, idStart, j, from, size)) ?? -1;
        if (twin >= 0) {
          this.#reportTwin(q, row, rowOf[twin]!, file, log);
          continue;
        }
        if (alike !== undefined) alike.push(n);
        else seen?.set(hash, [n]);
        for (let k = 0; k < size; k++) ids[at + k] = this.#ids[from + k]!;
        idStart[n] = at;
        at += size;
        idStart[n + 1] = at;
        hashes[n] = hash;
        grades[n] = this.#grade[row]!;
        rowOf[n] = row;
        n++;
      }
      counts[q] = n - first;
    }
    return new GoldTable(this.queries, { start, counts, ids, idStart, hashes, grades });
  }

  /** Is judgement j of the same document? */
  #is(ids: Uint8Array, idStart: Uint32Array, j: number, from: number, size: number): boolean {
    return idStart[j + 1]! - idStart[j]! === size && sameBytes(this.#ids, from, ids, idStart[j]!, size);
  }

  #reportTwin(q: number, row: number, first: number, file: string, log: ProblemLog): void {
    const query = this.queries.text(q);
    const doc = decoder.decode(this.#ids.subarray(row === 0 ? 0 : this.#idEnd[row - 1]!, this.#idEnd[row]!));
    log.add({
      code: "duplicate-judgement",
      what: `query ${query} judges document ${doc} twice (first at line ${this.#line[first]}); the first grade counts`,
      fix: "remove one",
      at: { file, line: this.#line[row]!, query },
    });
  }
}

export interface GoldParts {
  /** Judgements of query q are start[q] … start[q] + counts[q]. */
  readonly start: Uint32Array;
  readonly counts: Uint32Array;
  readonly ids: Uint8Array;
  /** By judgement: where its id begins; it ends where the next one begins. */
  readonly idStart: Uint32Array;
  readonly hashes: Int32Array;
  readonly grades: Float64Array;
}

/** As the evaluation reads gold, and as the reader of a run looks documents up. */
export class GoldTable extends QueryValues<GoldValue> {
  readonly names: ByteNames;
  readonly parts: GoldParts;
  readonly #arrays = new Map<number, ShapeArrays>();
  constructor(names: ByteNames, parts: GoldParts) {
    super();
    this.names = names;
    this.parts = parts;
  }
  /** For another thread. */
  share(): { readonly names: NamesJson; readonly parts: GoldParts } {
    return { names: this.names.share(), parts: this.parts };
  }
  #numberOf(query: QueryId): number {
    const bytes = encoder.encode(query);
    return this.names.find(bytes, 0, bytes.length);
  }
  has(query: QueryId): boolean {
    return this.#numberOf(query) >= 0;
  }
  *keys(): Iterable<QueryId> {
    for (let q = 0; q < this.names.size; q++) yield this.names.text(q);
  }
  get(query: QueryId): GoldColumns | undefined {
    const q = this.#numberOf(query);
    return q < 0 ? undefined : this.at(q);
  }
  override at(q: number): GoldColumns {
    return new TableColumns(this, q);
  }
  /** In the shape that a join reads; valid until the next query's. */
  arrays(q: number): ShapeArrays {
    const { start, counts, grades } = this.parts;
    const n = counts[q]!;
    const arrays = this.#arrays.get(n) ?? new ShapeArrays(n);
    this.#arrays.set(n, arrays);
    return arrays.fill(grades, start[q]!);
  }
}

class TableColumns extends GoldColumns {
  readonly #table: GoldTable;
  readonly #query: number;
  constructor(table: GoldTable, query: number) {
    super();
    this.#table = table;
    this.#query = query;
  }
  get grades(): Float64Array {
    const { start, counts, grades } = this.#table.parts;
    const from = start[this.#query]!;
    return grades.subarray(from, from + counts[this.#query]!);
  }
  override shape(): ShapedGold {
    return new ShapedColumns(this, this.#table.arrays(this.#query));
  }
  protected override makeIds(): readonly DocId[] {
    const { ids, idStart, start, counts } = this.#table.parts;
    const from = start[this.#query]!;
    return Array.from({ length: counts[this.#query]! }, (_, i) => {
      // A copy: shared bytes cannot be decoded everywhere.
      return decoder.decode(ids.slice(idStart[from + i]!, idStart[from + i + 1]!));
    });
  }
}
