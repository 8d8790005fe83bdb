/** Passes hits to a sink: in batches if it accepts them, otherwise row by row. */
import type { HitBatch, Sink } from "../format.ts";
import { handOn } from "./hand-on.ts";

/** Rows of one query that come one by one are kept back up to here. */
const MOST = 512;

export class QueryBatch {
  readonly #sink: Sink;
  /** The query of the rows that are kept back, in the block that they all come from. */
  #bytes: Uint8Array = new Uint8Array(0);
  #queryStart = 0;
  #queryEnd = 0;
  readonly #rows = {
    count: 0,
    starts: new Uint32Array(MOST),
    ends: new Uint32Array(MOST),
    hashes: new Int32Array(MOST),
    values: new Float64Array(MOST),
    lines: new Uint32Array(MOST),
  };
  /** Has the sink hits whose bytes it did not copy? */
  #lent = false;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Hits of one line; their bytes stay until `end`. */
  add(b: Uint8Array, queryStart: number, queryEnd: number, batch: HitBatch, line: number): void {
    const { count, starts, ends, hashes, values, lines } = batch;
    if (count > 1 || this.#sink.hits === undefined) {
      this.#flush();
      lines.fill(line, 0, count);
      this.#lent = this.#sink.hits !== undefined;
      handOn(this.#sink, b, queryStart, queryEnd, batch);
      return;
    }
    const rows = this.#rows;
    if (rows.count === MOST || !this.#isQuery(b, queryStart, queryEnd)) {
      this.#flush();
      this.#bytes = b;
      this.#queryStart = queryStart;
      this.#queryEnd = queryEnd;
    }
    const n = rows.count++;
    rows.starts[n] = starts[0]!;
    rows.ends[n] = ends[0]!;
    rows.hashes[n] = hashes[0]!;
    rows.values[n] = values[0]!;
    rows.lines[n] = line;
  }

  /** The bytes are about to be reused, or another event follows. */
  end(): void {
    this.#flush();
    if (this.#lent) this.#sink.blockEnd?.();
    this.#lent = false;
  }

  #isQuery(b: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (this.#rows.count === 0 || b !== this.#bytes || length !== this.#queryEnd - this.#queryStart)
      return false;
    for (let i = 0; i < length; i++) if (b[start + i] !== b[this.#queryStart + i]) return false;
    return true;
  }

  #flush(): void {
    const rows = this.#rows;
    if (rows.count === 0) return;
    this.#lent = true;
    this.#sink.hits!(this.#bytes, this.#queryStart, this.#queryEnd, rows);
    rows.count = 0;
  }
}
