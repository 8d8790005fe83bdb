/** Gold as a table of judgements: bytes and numbers, grouped by query. A query's strings are made when somebody asks for them. */
import type { ProblemLog } from "../core/problem-log.ts";
import type { QueryId } from "../core/types.ts";
import { GoldColumns } from "../evaluate/gold-columns.ts";
import type { GoldValue } from "../evaluate/read-gold.ts";
import { QueryValues } from "../evaluate/read-input.ts";
import { ByteNames, hashOf, larger, sameBytes } from "./_bytes-table.ts";

const decoder = new TextDecoder();
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
    const start = new Uint32Array(queries + 1);
    for (let row = 0; row < this.#rows; row++) start[this.#query[row]! + 1]!++;
    for (let q = 0; q < queries; q++) start[q + 1]! += start[q]!;
    const order = new Uint32Array(this.#rows);
    const next = start.slice(0, queries);
    for (let row = 0; row < this.#rows; row++) order[next[this.#query[row]!]!++] = row;
    const ids = new Uint8Array(this.#idsEnd);
    const idStart = new Uint32Array(this.#rows + 1);
    const hashes = new Int32Array(this.#rows);
    const grades = new Float64Array(this.#rows);
    const counts = new Uint32Array(queries);
    let at = 0;
    for (let q = 0; q < queries; q++) {
      const first = start[q]!;
      let n = 0;
      // Short lists are compared one by one; long ones by a set.
      const seen = start[q + 1]! - first > 32 ? new Map<number, number[]>() : undefined;
      for (let i = first; i < start[q + 1]!; i++) {
        const row = order[i]!;
        const from = row === 0 ? 0 : this.#idEnd[row - 1]!;
        const to = this.#idEnd[row]!;
        const hash = hashOf(this.#ids, from, to);
        const same = (j: number): boolean =>
          hashes[first + j] === hash &&
          idStart[first + j + 1]! - idStart[first + j]! === to - from &&
          sameBytes(this.#ids, from, ids, idStart[first + j]!, to - from);
        let twin = -1;
        if (seen === undefined) {
          for (let j = 0; j < n && twin < 0; j++) if (same(j)) twin = j;
        } else twin = seen.get(hash)?.find(same) ?? -1;
        if (twin >= 0) {
          const query = this.queries.text(q);
          log.add({
            code: "duplicate-judgement",
            what: `query ${query} judges document ${decoder.decode(this.#ids.subarray(from, to))} twice (first at line ${this.#firstLine(order, first, i, from, to)}); the first grade counts`,
            fix: "remove one",
            at: { file, line: this.#line[row]!, query },
          });
          continue;
        }
        if (seen !== undefined) {
          const list = seen.get(hash);
          if (list === undefined) seen.set(hash, [n]);
          else list.push(n);
        }
        idStart[first + n] = at;
        ids.set(this.#ids.subarray(from, to), at);
        at += to - from;
        idStart[first + n + 1] = at;
        hashes[first + n] = hash;
        grades[first + n] = this.#grade[row]!;
        n++;
      }
      counts[q] = n;
    }
    return new GoldTable(this.queries, { start, counts, ids, idStart, hashes, grades });
  }

  #firstLine(order: Uint32Array, first: number, until: number, from: number, to: number): number {
    for (let i = first; i < until; i++) {
      const row = order[i]!;
      const start = row === 0 ? 0 : this.#idEnd[row - 1]!;
      if (this.#idEnd[row]! - start === to - from && sameBytes(this.#ids, start, this.#ids, from, to - from))
        return this.#line[row]!;
    }
    return 0;
  }
}

interface GoldParts {
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
  constructor(names: ByteNames, parts: GoldParts) {
    super();
    this.names = names;
    this.parts = parts;
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
    return q < 0 ? undefined : this.columns(q);
  }
  columns(q: number): GoldColumns {
    const { start, counts, ids, idStart, grades } = this.parts;
    const from = start[q]!;
    const to = from + counts[q]!;
    return new GoldColumns(grades.subarray(from, to), () =>
      Array.from({ length: to - from }, (_, i) =>
        decoder.decode(ids.subarray(idStart[from + i]!, idStart[from + i + 1]!)),
      ),
    );
  }
}
