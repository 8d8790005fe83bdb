/**
 * Queries that are scattered through a file. The file is read once to count each query's rows,
 * then once for each half of the queries: its rows are laid out by query and scored from there.
 * So at most half of the rows are in memory, as numbers and bytes.
 */
import type { Sink } from "../formats/index.ts";
import { ByteNames, larger, sameBytes } from "./_bytes-table.ts";
import type { RowScorer } from "./_score-rows.ts";

const PASSES = 2;

/** Reads the run from its beginning into a sink. `quiet`: its problems are already reported. */
export type ReadAll = (sink: Sink, quiet: boolean) => Promise<void>;

/** Numbers a row's query: those of the gold first, then the others where they count. Fast where it is that of the row before. */
class QueryFinder {
  readonly #names: ByteNames;
  readonly #others: ByteNames | undefined;
  #bytes: Uint8Array = new Uint8Array(0);
  #query = -1;
  constructor(names: ByteNames, others: ByteNames | undefined) {
    this.#names = names;
    this.#others = others;
  }
  find(q: Uint8Array, start: number, end: number): number {
    const n = end - start;
    if (n !== this.#bytes.length || n === 0 || !sameBytes(q, start, this.#bytes, 0, n)) {
      this.#bytes = q.slice(start, end);
      this.#query = this.#names.find(q, start, end);
      if (this.#query < 0 && this.#others !== undefined)
        this.#query = this.#names.size + this.#others.add(q, start, end);
    }
    return this.#query;
  }
}

/** `others`: whether queries that the gold lacks count too. */
export async function scoreScattered(
  readAll: ReadAll,
  names: ByteNames,
  scorer: RowScorer,
  countOthers: boolean,
): Promise<void> {
  let rows = new Uint32Array(names.size);
  let bytes = new Float64Array(names.size);
  const others = countOthers ? new ByteNames() : undefined;
  const finder = new QueryFinder(names, others);
  await readAll(
    {
      rows: (order) => scorer.rows(order),
      tag: (name) => scorer.tag(name),
      hit(q, qStart, qEnd, d, dStart, dEnd, value, line) {
        const query = finder.find(q, qStart, qEnd);
        if (query < 0) return scorer.hit(q, qStart, qEnd, d, dStart, dEnd, value, line);
        if (query >= rows.length) {
          rows = larger(rows, query + 1);
          bytes = larger(bytes, rows.length);
        }
        rows[query]!++;
        bytes[query]! += dEnd - dStart;
      },
      ranking: (query, hits, line) => scorer.ranking(query, hits, line),
    },
    false,
  );
  scorer.finish();
  const total = rows.reduce((sum, n) => sum + n, 0);
  const queries = names.size + (others?.size ?? 0);
  let from = 0;
  for (let pass = 0; pass < PASSES && from < queries; pass++) {
    let to = from;
    let held = 0;
    while (to < queries && (pass === PASSES - 1 || held < total / PASSES)) held += rows[to++]!;
    await scorePart(readAll, new QueryFinder(names, others), scorer, rows, bytes, from, to, held, (q) =>
      q < names.size ? names.bytesOf(q) : others!.bytesOf(q - names.size),
    );
    from = to;
  }
}

/** Scores the queries from `from` up to `to`. */
async function scorePart(
  readAll: ReadAll,
  finder: QueryFinder,
  scorer: RowScorer,
  rows: Uint32Array,
  bytes: Float64Array,
  from: number,
  to: number,
  held: number,
  nameOf: (query: number) => Uint8Array,
): Promise<void> {
  const values = new Float64Array(held);
  const lines = new Uint32Array(held);
  const sizes = new Uint32Array(held);
  /** By query: where its next row goes, and its next id. */
  const nextRow = new Float64Array(to - from);
  const nextByte = new Float64Array(to - from);
  for (let q = from + 1; q < to; q++) {
    nextRow[q - from] = nextRow[q - from - 1]! + rows[q - 1]!;
    nextByte[q - from] = nextByte[q - from - 1]! + bytes[q - 1]!;
  }
  const ids = new Uint8Array(to === from ? 0 : nextByte[to - from - 1]! + bytes[to - 1]!);
  await readAll(
    {
      hit(q, qStart, qEnd, d, dStart, dEnd, value, line) {
        const query = finder.find(q, qStart, qEnd);
        if (query < from || query >= to) return;
        const row = nextRow[query - from]!++;
        const at = nextByte[query - from]!;
        const size = dEnd - dStart;
        values[row] = value;
        lines[row] = line;
        sizes[row] = size;
        for (let i = 0; i < size; i++) ids[at + i] = d[dStart + i]!;
        nextByte[query - from] = at + size;
      },
    },
    true,
  );
  let row = 0;
  let at = 0;
  for (let q = from; q < to; q++) {
    if (rows[q] === 0) continue;
    const wanted = scorer.begin(nameOf(q), lines[row]!);
    for (const end = row + rows[q]!; row < end; row++) {
      if (wanted) scorer.rowsOfQuery.add(ids, at, at + sizes[row]!, values[row]!, lines[row]!);
      at += sizes[row]!;
    }
    scorer.finish();
  }
}
