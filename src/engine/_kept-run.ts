/** The rows of a run that stay in memory: bytes and numbers, by query. Strings are made on demand. */
import type { DocId } from "../core/ids.ts";
import type { RankingColumns, RankingInput } from "../evaluate/input/read-run.ts";
import { TableRanking, type TableRows } from "../evaluate/input/table-ranking.ts";
import type { HitBatch, RowOrder } from "../formats/index.ts";
import type { HeldParts } from "../match/ids/other-rule.ts";
import {
  ByteNames,
  compareBytes,
  copyInto,
  larger,
  type NamePlaces,
  textsLater,
  textsOf,
} from "./_bytes-table.ts";
import { looksOf, someMayBeChunk, someMayHold } from "./_id-looks.ts";
import { rankingOfRows } from "./_ranking-of-rows.ts";
import { weightOf, weightOfHits } from "./weight.ts";

/** Rows of a segment, and bytes for each id: most are shorter. */
const FIRST_ROWS = 1 << 10;
const ROWS = 1 << 15;
const ID_BYTES = 16;

/** Rows one after the other. The id of row i ends at ends[i], and begins where the one before it ends. */
export interface Segment {
  readonly ids: Uint8Array;
  readonly ends: Uint32Array;
  readonly values: Float64Array;
  readonly lines: Uint32Array;
  /** How much of the arrays is in use. */
  rows: number;
  idsEnd: number;
}

/** Bytes to reserve per id: as the previous segment needed, and a tenth more. */
const idBytes = (segment: Segment | undefined): number =>
  segment === undefined ? ID_BYTES : (1.1 * segment.idsEnd) / Math.max(1, segment.rows);

export interface KeptPlace {
  readonly segment: Segment;
  readonly from: number;
}

/** Consecutive rows of one query in a segment. Without rows: an unneeded query and its line. */
export interface KeptPart {
  /** Of `names`. */
  readonly name: number;
  readonly segment: Segment | undefined;
  readonly from: number;
  readonly count: number;
  readonly line: number;
}
export interface KeptList {
  readonly query: string;
  readonly line: number;
  readonly list: RankingInput;
}

/** Numbers of a part: its name, its segment, where it begins there (without rows: its line), and how many rows it has. */
const PART = 4;
const NO_SEGMENT = 0xffffffff;

export class KeptRun {
  readonly file: string;
  /** The queries of the rows. */
  readonly names: ByteNames = new ByteNames();
  lists: KeptList[] = [];
  #most: number;
  readonly #again: boolean;
  #hits = 0;
  #segments: Segment[] = [];
  #parts = new Uint32Array(64 * PART);
  #partsEnd = 0;
  /** By query of the gold. */
  #byQuery = new Map<number, RankingInput>();
  #found = new Uint32Array(256);
  #foundEnd = 0;
  #isFull = false;

  /** `most`: maximum number of hits; beyond it nothing is kept. `again`: whether hits will be requested by query. */
  constructor(file: string, most: number, again: boolean) {
    this.file = file;
    this.#most = most;
    this.#again = again;
  }

  /** Too many hits: nothing is kept any more. */
  get isFull(): boolean {
    return this.#isFull;
  }
  /** Number of hits; long ids and texts count as several. */
  get weight(): number {
    return this.#hits;
  }
  ranking(query: number): RankingInput | undefined {
    return this.#byQuery.get(query);
  }

  /** Reserves room for hits of this weight; false if they do not fit. */
  #fits(weight: number): boolean {
    if (this.#hits + weight > this.#most) this.giveUp();
    if (this.#isFull) return false;
    this.#hits += weight;
    return true;
  }
  makeRoom(hits: number): void {
    this.#most = Math.max(this.#most, hits);
  }
  giveUp(): void {
    this.#isFull = true;
    this.#segments = [];
    this.lists = [];
    this.#parts = new Uint32Array(0);
    this.#partsEnd = 0;
    this.#byQuery = new Map();
  }

  /** A place for n rows whose ids have so many bytes. */
  #room(n: number, bytes: number): Segment {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.rows + n <= last.ends.length && last.idsEnd + bytes <= last.ids.length)
      return last;
    const rows = Math.max(n, last === undefined ? FIRST_ROWS : ROWS);
    const segment: Segment = {
      ids: new Uint8Array(Math.max(bytes, Math.ceil(rows * idBytes(last)))),
      ends: new Uint32Array(rows),
      values: new Float64Array(rows),
      lines: new Uint32Array(rows),
      rows: 0,
      idsEnd: 0,
    };
    this.#segments.push(segment);
    return segment;
  }

  /**
   * Rows of one query, which are copied; undefined where they do not fit. The ids of the first `settled` lie in `copied`,
   * the others in `block`.
   */
  add(q: Uint8Array, qStart: number, qEnd: number, rows: RowsToKeep): KeptPlace | undefined {
    const { count, starts, ends, values, lines, settled, copied, block } = rows;
    let size = 0;
    for (let row = 0; row < count; row++) size += ends[row]! - starts[row]!;
    if (!this.#fits(weightOfHits(count, size))) return undefined;
    const segment = this.#room(count, size);
    const from = segment.rows;
    copyIds(segment, from, copied, starts, ends, 0, settled);
    if (settled < count) copyIds(segment, from, block!, starts, ends, settled, count);
    copyInto(segment.values, values, from, count);
    copyInto(segment.lines, lines, from, count);
    segment.rows += count;
    this.#addPart(this.names.add(q, qStart, qEnd), this.#segments.length - 1, from, count);
    return { segment, from };
  }
  /** A query that is not needed. */
  addName(name: Uint8Array, line: number): void {
    if (!this.#isFull) this.#addPart(this.names.add(name, 0, name.length), NO_SEGMENT, line, 0);
  }
  #addPart(name: number, segment: number, from: number, count: number): void {
    const at = this.#partsEnd;
    this.#partsEnd += PART;
    if (this.#partsEnd > this.#parts.length) this.#parts = larger(this.#parts, this.#partsEnd);
    this.#parts[at] = name;
    this.#parts[at + 1] = segment;
    this.#parts[at + 2] = from;
    this.#parts[at + 3] = count;
  }
  get partCount(): number {
    return this.#partsEnd / PART;
  }
  part(i: number): KeptPart {
    const parts = this.#parts;
    const at = i * PART;
    const segment = parts[at + 1] === NO_SEGMENT ? undefined : this.#segments[parts[at + 1]!]!;
    const from = parts[at + 2]!;
    const line = segment === undefined ? from : segment.lines[from]!;
    return { name: parts[at]!, segment, from, count: parts[at + 3]!, line };
  }

  /** Keeps what is known about the rows of a gold query; `place`: where `add` stored them. */
  keep(query: number, place: KeptPlace, given: TableRows, order: RowOrder): void {
    if (!this.#again || query < 0) return;
    const { found } = given;
    const at = this.#foundEnd;
    this.#foundEnd += 2 * found;
    if (this.#foundEnd > this.#found.length) this.#found = larger(this.#found, this.#foundEnd);
    for (let i = 0; i < found; i++) {
      this.#found[at + i] = given.foundAt[i]!;
      this.#found[at + found + i] = given.foundId[i]!;
    }
    this.#byQuery.set(query, new TableRanking(new KeptRows(this, place, given, at, order)));
  }
  foundIn(at: number, count: number): Uint32Array {
    return this.#found.subarray(at, at + count);
  }

  /** `query`: its number in the gold, or -1. */
  addList(query: number, name: string, line: number, list: RankingInput): void {
    if (this.#isFull || !this.#fits(weightOf(list))) return;
    this.lists.push({ query: name, line, list });
    if (this.#again && query >= 0) this.#byQuery.set(query, list);
  }
}

export interface RowsToKeep extends Omit<HitBatch, "hashes" | "lent"> {
  readonly settled: number;
  readonly copied: Uint8Array;
  readonly block: Uint8Array | undefined;
}

function copyIds(
  segment: Segment,
  to: number,
  bytes: Uint8Array,
  starts: Uint32Array,
  ends: Uint32Array,
  first: number,
  last: number,
): void {
  const { ids, ends: idEnds } = segment;
  let at = segment.idsEnd;
  for (let row = first; row < last; row++) {
    const end = ends[row]!;
    for (let i = starts[row]!; i < end; i++) ids[at++] = bytes[i]!;
    idEnds[to + row] = at;
  }
  segment.idsEnd = at;
}

/** One query's rows. */
class KeptRows implements TableRows, NamePlaces {
  readonly length: number;
  readonly scored: boolean;
  readonly mapping: boolean;
  readonly falling: boolean;
  readonly strict: boolean;
  readonly found: number;
  readonly goldIds: readonly DocId[] | undefined;
  readonly odd: boolean;
  readonly order: RowOrder;
  readonly #run: KeptRun;
  readonly #segment: Segment;
  readonly #from: number;
  readonly #foundFrom: number;

  constructor(
    run: KeptRun,
    { segment, from }: KeptPlace,
    given: TableRows,
    foundFrom: number,
    order: RowOrder,
  ) {
    this.#run = run;
    this.#segment = segment;
    this.#from = from;
    this.#foundFrom = foundFrom;
    this.length = given.length;
    this.scored = given.scored;
    this.mapping = given.mapping;
    this.falling = given.falling;
    this.strict = given.strict;
    this.found = given.found;
    this.goldIds = given.goldIds;
    this.odd = given.odd;
    this.order = order;
  }

  get values(): Float64Array {
    return this.#segment.values.subarray(this.#from, this.#from + this.length);
  }
  get lines(): Uint32Array {
    return this.#segment.lines.subarray(this.#from, this.#from + this.length);
  }
  get foundAt(): Uint32Array {
    return this.#run.foundIn(this.#foundFrom, this.found);
  }
  get foundId(): Uint32Array {
    return this.#run.foundIn(this.#foundFrom + this.found, this.found);
  }

  bytesOf(): Uint8Array {
    return this.#segment.ids;
  }
  startOf(row: number): number {
    const at = this.#from + row;
    return at === 0 ? 0 : this.#segment.ends[at - 1]!;
  }
  endOf(row: number): number {
    return this.#segment.ends[this.#from + row]!;
  }
  compare(a: number, b: number): number {
    const { ids } = this.#segment;
    return compareBytes(ids, this.startOf(a), this.endOf(a), ids, this.startOf(b), this.endOf(b));
  }
  mayHold(parts: HeldParts): boolean {
    return someMayHold(this.length, this, looksOf(this.length, this), parts);
  }
  mayHoldChunks(): boolean {
    return someMayBeChunk(this.length, this, looksOf(this.length, this));
  }
  firstLater(most: number): () => DocId[] {
    return textsLater(Math.min(most, this.length), this);
  }
  columns(): RankingColumns {
    return rankingOfRows(textsOf(this.length, this), this.values, this.lines, this.order, this.#run.file);
  }
}
