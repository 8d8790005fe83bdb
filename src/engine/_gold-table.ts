/** Gold as a table of judgements: bytes and numbers, grouped by query. Strings are made on demand. */
import { hashBytes } from "../core/hash.ts";
import type { DocId, QueryId } from "../core/ids.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import { GoldColumns, ShapeArrays, ShapedColumns } from "../evaluate/input/gold-columns.ts";
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import { QueryValues } from "../evaluate/input/read-input.ts";
import type { ShapedGold } from "../evaluate/join/shape-gold.ts";
import type { Sink } from "../formats/index.ts";
import {
  asciiText,
  ByteNames,
  larger,
  mix,
  type NamesJson,
  sameBytes,
  shared,
  textsOf,
} from "./_bytes-table.ts";
import { engineProblem } from "./_problems.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Estimated bytes per row, with ids of about seven letters. */
const SHORT_ROW = 16;

/** Rows as they come, in any order. */
export class GoldRows {
  readonly queries: ByteNames = new ByteNames();
  #rows = 0;
  #query: Uint32Array;
  #grade: Float64Array;
  #line: Uint32Array;
  #hash: Int32Array;
  #idEnd: Uint32Array;
  #ids: Uint8Array;
  #idsEnd = 0;
  /** Are the rows of each query consecutive? */
  #grouped = true;
  #last = -1;

  /** `size`: of the file, if known. Allocates for as many rows at once, since growing would copy them repeatedly. */
  constructor(size = 0) {
    const rows = Math.min(1 << 22, Math.max(1024, Math.ceil(size / SHORT_ROW)));
    this.#query = new Uint32Array(rows);
    this.#grade = new Float64Array(rows);
    this.#line = new Uint32Array(rows);
    this.#hash = new Int32Array(rows);
    this.#idEnd = new Uint32Array(rows);
    this.#ids = new Uint8Array(8 * rows);
  }

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
    if (row === this.#query.length) this.#grow(row + 1);
    const length = dEnd - dStart;
    if (this.#idsEnd + length > this.#ids.length) this.#ids = larger(this.#ids, this.#idsEnd + length);
    const ids = this.#ids;
    let at = this.#idsEnd;
    for (let i = dStart; i < dEnd; i++) ids[at++] = d[i]!;
    this.#idsEnd = at;
    this.#idEnd[row] = at;
    this.#hash[row] = mix(hashBytes(d, dStart, dEnd));
    this.#query[row] = this.#number(q, qStart, qEnd);
    this.#grade[row] = grade;
    this.#line[row] = line;
  }

  #grow(least: number): void {
    this.#query = larger(this.#query, least);
    this.#grade = larger(this.#grade, least);
    this.#line = larger(this.#line, least);
    this.#hash = larger(this.#hash, least);
    this.#idEnd = larger(this.#idEnd, least);
  }

  /** The number of a query; usually that of the previous row. */
  #number(q: Uint8Array, start: number, end: number): number {
    const { queries } = this;
    const last = this.#last;
    if (last >= 0 && queries.is(last, q, start, end)) return last;
    const before = queries.size;
    this.#last = queries.add(q, start, end);
    if (queries.size === before) this.#grouped = false;
    return this.#last;
  }

  /** Replays everything in its original order. */
  tellAgain(sink: Sink): void {
    for (let row = 0; row < this.#rows; row++) {
      const query = this.queries.bytesOf(this.#query[row]!);
      const start = row === 0 ? 0 : this.#idEnd[row - 1]!;
      sink.grade?.(
        query,
        0,
        query.length,
        this.#ids,
        start,
        this.#idEnd[row]!,
        this.#grade[row]!,
        this.#line[row]!,
      );
    }
  }

  /** By query; duplicates keep the first grade. */
  table(file: string, log: ProblemLog): GoldTable {
    if (!this.#grouped) this.#group();
    const queries = this.queries.size;
    const rows = this.#rows;
    const start = new Uint32Array(queries + 1);
    for (let row = 0; row < rows; row++) start[this.#query[row]! + 1]!++;
    const counts = start.slice(1);
    for (let q = 0; q < queries; q++) start[q + 1]! += start[q]!;
    const idStart = new Uint32Array(rows + 1);
    idStart.set(this.#idEnd.subarray(0, rows), 1);
    const parts: GoldParts = {
      start,
      counts,
      ids: this.#ids.subarray(0, this.#idsEnd),
      idStart,
      hashes: this.#hash.subarray(0, rows),
      grades: this.#grade.subarray(0, rows),
    };
    for (let q = 0; q < queries; q++) {
      // Short lists are compared one by one; long ones by a Map.
      const twins = counts[q]! > 32 ? twinsOfMany(parts, q) : twinsOfFew(parts, q);
      if (twins !== undefined) this.#withoutTwins(parts, q, twins, file, log);
    }
    return new GoldTable(this.queries, parts);
  }

  /** Groups scattered rows by query, in their order. */
  #group(): void {
    const next = new Uint32Array(this.queries.size + 1);
    for (let row = 0; row < this.#rows; row++) next[this.#query[row]! + 1]!++;
    for (let q = 0; q < this.queries.size; q++) next[q + 1]! += next[q]!;
    const order = new Uint32Array(this.#rows);
    for (let row = 0; row < this.#rows; row++) order[next[this.#query[row]!]!++] = row;
    this.#query = order.map((row) => this.#query[row]!);
    this.#grade = Float64Array.from(order, (row) => this.#grade[row]!);
    this.#line = order.map((row) => this.#line[row]!);
    this.#hash = Int32Array.from(order, (row) => this.#hash[row]!);
    const ids = new Uint8Array(this.#idsEnd);
    const idEnd = new Uint32Array(this.#rows);
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      const row = order[i]!;
      for (let k = row === 0 ? 0 : this.#idEnd[row - 1]!; k < this.#idEnd[row]!; k++)
        ids[at++] = this.#ids[k]!;
      idEnd[i] = at;
    }
    this.#ids = ids;
    this.#idEnd = idEnd;
  }

  /** Reports and removes duplicate judgements of a query. `twins`: later row → first row. */
  #withoutTwins(
    parts: GoldParts,
    q: number,
    twins: ReadonlyMap<number, number>,
    file: string,
    log: ProblemLog,
  ): void {
    const { start, counts, idStart, hashes, grades, ids } = parts;
    const first = start[q]!;
    let to = first;
    let at = idStart[first]!;
    for (let row = first; row < start[q + 1]!; row++) {
      const twin = twins.get(row);
      if (twin !== undefined) {
        this.#reportTwin(q, row, twin, file, log);
        continue;
      }
      const [from, end] = [row === first ? idStart[first]! : this.#idEnd[row - 1]!, this.#idEnd[row]!];
      ids.copyWithin(at, from, end);
      idStart[to] = at;
      at += end - from;
      hashes[to] = hashes[row]!;
      grades[to] = grades[row]!;
      to++;
    }
    if (to < start[q + 1]!) idStart[to] = at;
    counts[q] = to - first;
  }

  #reportTwin(q: number, row: number, first: number, file: string, log: ProblemLog): void {
    const query = this.queries.text(q);
    const document = decoder.decode(
      this.#ids.subarray(row === 0 ? 0 : this.#idEnd[row - 1]!, this.#idEnd[row]!),
    );
    const [line, firstLine] = [this.#line[row]!, this.#line[first]!];
    const at = { side: "gold", file, line, firstLine, query } as const;
    log.add(engineProblem("duplicate-judgement/row", { document }, { at }));
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

/** Are two judgements of the same document? */
function same({ hashes, ids, idStart }: GoldParts, a: number, b: number): boolean {
  if (hashes[a] !== hashes[b]) return false;
  const size = idStart[a + 1]! - idStart[a]!;
  return size === idStart[b + 1]! - idStart[b]! && sameBytes(ids, idStart[a]!, ids, idStart[b]!, size);
}

/** Repeated judgements of query q: later → first of the same document. */
function twinsOfFew(parts: GoldParts, q: number): Map<number, number> | undefined {
  const { start, hashes } = parts;
  const first = start[q]!;
  const end = start[q + 1]!;
  let twins: Map<number, number> | undefined;
  for (let row = first + 1; row < end; row++) {
    const hash = hashes[row]!;
    for (let other = first; other < row; other++)
      if (hashes[other] === hash && same(parts, other, row)) {
        twins ??= new Map();
        twins.set(row, other);
        break;
      }
  }
  return twins;
}

function twinsOfMany(parts: GoldParts, q: number): Map<number, number> | undefined {
  const { start, hashes } = parts;
  const seen = new Map<number, number[]>();
  const twins = new Map<number, number>();
  for (let row = start[q]!; row < start[q + 1]!; row++) {
    const alike = seen.get(hashes[row]!);
    const first = alike?.find((other) => same(parts, other, row));
    if (first !== undefined) twins.set(row, first);
    else if (alike !== undefined) alike.push(row);
    else seen.set(hashes[row]!, [row]);
  }
  return twins.size > 0 ? twins : undefined;
}

/** As the evaluation reads gold, and as the reader of a run looks documents up. */
export class GoldTable extends QueryValues<GoldValue> {
  readonly names: ByteNames;
  readonly parts: GoldParts;
  readonly #arrays = new Map<number, ShapeArrays>();
  #queries: readonly QueryId[] | undefined;
  /** All ids as one string; null if some character takes more than one byte. */
  #text: string | null | undefined;
  constructor(names: ByteNames, parts: GoldParts) {
    super();
    this.names = names;
    this.parts = parts;
  }
  /** For another thread. */
  share(): { readonly names: NamesJson; readonly parts: GoldParts } {
    const { start, counts, ids, idStart, hashes, grades } = this.parts;
    return {
      names: this.names.share(),
      parts: {
        start: shared<Uint32Array>(Uint32Array, start),
        counts: shared<Uint32Array>(Uint32Array, counts),
        ids: shared<Uint8Array>(Uint8Array, ids),
        idStart: shared<Uint32Array>(Uint32Array, idStart),
        hashes: shared<Int32Array>(Int32Array, hashes),
        grades: shared<Float64Array>(Float64Array, grades),
      },
    };
  }
  #numberOf(query: QueryId): number {
    const bytes = encoder.encode(query);
    return this.names.find(bytes, 0, bytes.length);
  }
  has(query: QueryId): boolean {
    return this.#numberOf(query) >= 0;
  }
  keys(): Iterable<QueryId> {
    this.#queries ??= this.names.texts();
    return this.#queries;
  }
  get(query: QueryId): GoldColumns | undefined {
    const q = this.#numberOf(query);
    return q < 0 ? undefined : this.at(q);
  }
  override at(q: number): GoldColumns {
    return new TableColumns(this, q);
  }
  /** The ids of query q. */
  idsOf(q: number): readonly DocId[] {
    const { ids, idStart, start, counts } = this.parts;
    const from = start[q]!;
    if (this.#text === undefined) this.#text = asciiText(ids) ?? null;
    const text = this.#text;
    if (text !== null)
      return Array.from({ length: counts[q]! }, (_, i) =>
        text.slice(idStart[from + i], idStart[from + i + 1]),
      );
    return textsOf(counts[q]!, {
      bytesOf: () => ids,
      startOf: (i) => idStart[from + i]!,
      endOf: (i) => idStart[from + i + 1]!,
    });
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
    return this.#table.idsOf(this.#query);
  }
}
