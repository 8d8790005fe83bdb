/** Scores a run while it is read, and keeps it. If the rows of a query are scattered, the rest is only kept, and the whole run is scored at the end. */
import type { RankingInput } from "../evaluate/input/read-run.ts";
import type { HitBatch, RowOrder, Sink } from "../formats/index.ts";
import type { KeptRun } from "./_kept-run.ts";
import { type RowScorer, Scattered } from "./_score-rows.ts";

export class KeepingSink implements Sink {
  readonly #scorer: RowScorer;
  readonly #keep: KeptRun;
  /** Rows are no longer scored. */
  #onlyKeeps = false;
  readonly #one = {
    count: 1,
    starts: new Uint32Array(1),
    ends: new Uint32Array(1),
    values: new Float64Array(1),
    lines: new Uint32Array(1),
  };

  readonly #most: number;

  /** `most`: how many hits to keep if the rows of a query are scattered. */
  constructor(scorer: RowScorer, keep: KeptRun, most: number) {
    this.#scorer = scorer;
    this.#keep = keep;
    this.#most = most;
  }

  /** Are the rows of a query scattered? Then the scores so far do not count. */
  get isScattered(): boolean {
    return this.#onlyKeeps;
  }

  rows(order: RowOrder): void {
    this.#scorer.rows(order);
  }
  tag(name: string): void {
    this.#scorer.tag(name);
  }

  hit(
    q: Uint8Array,
    qStart: number,
    qEnd: number,
    d: Uint8Array,
    dStart: number,
    dEnd: number,
    value: number,
    line: number,
  ): void {
    if (!this.#onlyKeeps)
      try {
        this.#scorer.hit(q, qStart, qEnd, d, dStart, dEnd, value, line);
        return;
      } catch (error) {
        this.#stopScoring(error);
      }
    const one = this.#one;
    one.starts[0] = dStart;
    one.ends[0] = dEnd;
    one.values[0] = value;
    one.lines[0] = line;
    this.#keepRows(q, qStart, qEnd, d, one);
  }

  hits(bytes: Uint8Array, qStart: number, qEnd: number, batch: HitBatch): void {
    if (!this.#onlyKeeps)
      try {
        this.#scorer.hits(bytes, qStart, qEnd, batch);
        return;
      } catch (error) {
        this.#stopScoring(error);
      }
    this.#keepRows(bytes, qStart, qEnd, bytes, batch);
  }

  blockEnd(): void {
    // Rows that are only kept are copied at once.
    if (!this.#onlyKeeps) this.#scorer.blockEnd();
  }

  ranking(query: string, hits: unknown, line: number): void {
    if (this.#onlyKeeps) {
      this.#keep.addList(-1, query, line, hits as RankingInput);
      if (this.#keep.isFull) throw new Scattered();
    } else this.#scorer.ranking(query, hits, line);
  }

  end(): void {
    if (!this.#onlyKeeps) this.#scorer.finish();
  }

  /** What was not kept must be read again. */
  #stopScoring(error: unknown): void {
    if (!(error instanceof Scattered) || this.#keep.isFull || this.#most === 0) throw error;
    this.#onlyKeeps = true;
    this.#keep.makeRoom(this.#most);
  }

  #keepRows(
    q: Uint8Array,
    qStart: number,
    qEnd: number,
    bytes: Uint8Array,
    { count, starts, ends, values, lines }: Omit<HitBatch, "hashes" | "lent">,
  ): void {
    const rows = { count, starts, ends, values, lines, settled: count, copied: bytes, block: undefined };
    if (this.#keep.add(q, qStart, qEnd, rows) === undefined) throw new Scattered();
  }
}
