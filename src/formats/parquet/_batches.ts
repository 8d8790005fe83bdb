/** Hits of consecutive rows, passed on in batches per query, without allocating anything per row. */
import { hashBytes } from "../../core/hash.ts";
import { handOn } from "../bytes/hand-on.ts";
import type { Sink } from "../format.ts";
import type { Values } from "./_values.ts";

const MOST = 4096;

export class HitBatches {
  readonly #sink: Sink;
  readonly #batch = {
    count: 0,
    starts: new Uint32Array(MOST),
    ends: new Uint32Array(MOST),
    hashes: new Int32Array(MOST),
    values: new Float64Array(MOST),
    lines: new Uint32Array(MOST),
  };
  /** Ids of documents, and behind them those of queries: a batch has all of its bytes in one place. */
  #block = new Uint8Array(0);
  #queryStart = 0;
  #queryEnd = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Rows that may be read: query qi + i and document di + i, with its score (NaN without scores), for each i where `isGood`. */
  run(
    length: number,
    row: number,
    queries: Values,
    qi: number,
    docs: Values,
    di: number,
    scores: Float64Array | undefined,
    si: number,
    refuse: (i: number) => void,
  ): void {
    const [dFrom, dTo] = reach(docs, di, length);
    const [qFrom, qTo] = reach(queries, qi, length);
    const size = dTo - dFrom + (qTo - qFrom);
    if (this.#block.length < size) this.#block = new Uint8Array(size + (size >> 2));
    const block = this.#block;
    block.set(docs.buffer.subarray(dFrom, dTo), 0);
    block.set(queries.buffer.subarray(qFrom, qTo), dTo - dFrom);
    const toQuery = dTo - dFrom - qFrom;
    const { starts, ends, hashes, values, lines } = this.#batch;
    const [qStarts, qEnds, dStarts, dEnds] = [queries.starts, queries.ends, docs.starts, docs.ends];
    let n = 0;
    let query = -1;
    for (let i = 0; i < length; i++) {
      const qStart = qStarts[qi + i]!;
      const qEnd = qEnds[qi + i]!;
      const dStart = dStarts[di + i]!;
      const dEnd = dEnds[di + i]!;
      const x = scores === undefined ? Number.NaN : scores[si + i]!;
      // Infinity cannot be ranked either.
      if (
        qStart < 0 ||
        dStart < 0 ||
        qStart === qEnd ||
        dStart === dEnd ||
        (scores !== undefined && x - x !== 0)
      ) {
        refuse(i);
        continue;
      }
      if (n === MOST || (qStart !== query && (n === 0 || !this.#isSame(qStart + toQuery, qEnd + toQuery)))) {
        this.#flush(n);
        n = 0;
        this.#queryStart = qStart + toQuery;
        this.#queryEnd = qEnd + toQuery;
      }
      query = qStart;
      const start = dStart - dFrom;
      const end = dEnd - dFrom;
      starts[n] = start;
      ends[n] = end;
      hashes[n] = hashBytes(block, start, end);
      values[n] = x;
      lines[n] = row + i;
      n++;
    }
    this.#flush(n);
    this.#sink.blockEnd?.();
  }

  #isSame(start: number, end: number): boolean {
    const before = this.#queryStart;
    if (end - start !== this.#queryEnd - before) return false;
    for (let i = 0; i < end - start; i++)
      if (this.#block[start + i] !== this.#block[before + i]) return false;
    return true;
  }

  #flush(count: number): void {
    if (count === 0) return;
    this.#batch.count = count;
    handOn(this.#sink, this.#block, this.#queryStart, this.#queryEnd, this.#batch);
  }
}

/** From where to where in the buffer these values lie. */
function reach({ starts, ends }: Values, from: number, length: number): [number, number] {
  let [low, high] = [Number.MAX_SAFE_INTEGER, 0];
  for (let i = from; i < from + length; i++) {
    if (starts[i]! < 0) continue;
    if (starts[i]! < low) low = starts[i]!;
    if (ends[i]! > high) high = ends[i]!;
  }
  return low > high ? [0, 0] : [low, high];
}
