/** Collects the rows of a run while the query stays the same, and scores them when it changes. */

import type { DocId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import { GoldieError } from "../core/problem.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import { inputProblem } from "../evaluate/input/problems.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import { TableRanking } from "../evaluate/input/table-ranking.ts";
import type { CellSink } from "../evaluate/score/cells.ts";
import type { HitBatch, RowOrder, Sink } from "../formats/index.ts";
import { ByteNames, sameBytes } from "./_bytes-table.ts";
import { GoldTable } from "./_gold-table.ts";
import type { KeptRun } from "./_kept-run.ts";
import { QueryRows } from "./_query-rows.ts";

/** The rows of a query are scattered and must be grouped first. */
export class Scattered extends Error {}

/** The queries of the gold, and the ids that each one names. */
export interface GoldLookup {
  readonly names: ByteNames;
  /** Numbered like the names; or strings by query. */
  readonly ids: GoldTable | ((query: number) => readonly DocId[]);
}

export interface RowScorerParts {
  readonly cells: CellSink;
  readonly gold: GoldLookup;
  readonly log: ProblemLog;
  readonly file: string;
  /** Claims a query: another reader of the same run may have it. */
  readonly claim?: (query: number) => boolean;
  /** Keeps rows and lists for later use. */
  readonly keep?: KeptRun | undefined;
  readonly watch?: RunWatch | undefined;
}

/** Observers of each query's hits. */
export interface RunWatch {
  /** The hits of query i of the gold; rows are valid during the call. */
  add(i: number, ranking: RankingInput): void;
}

const encoder = new TextEncoder();

export class RowScorer implements Sink {
  readonly rowsOfQuery: QueryRows;
  tagged: string | undefined;
  readonly #cells: CellSink;
  readonly #gold: GoldLookup;
  readonly #log: ProblemLog;
  readonly #file: string;
  readonly #claim: (query: number) => boolean;
  readonly #keep: KeptRun | undefined;
  readonly #watch: RunWatch | undefined;
  readonly #unknown = new ByteNames();
  /** Queries whose hits came as a whole list, and the lines of those. */
  readonly #whole = new ByteNames();
  readonly #wholeLines: number[] = [];
  /** Those of them that also have rows, which was reported. */
  readonly #saidTwice = new Set<number>();
  /** Lines of first rows: by query of the gold (0: it has none), and by unknown query. */
  readonly #firstLines: Uint32Array;
  readonly #unknownLines: number[] = [];
  /** The query at hand: its bytes, and its number in the gold (-1: not there). */
  #bytes: Uint8Array = new Uint8Array(0);
  #query = -1;
  /** The line of its first row. */
  #line = 0;
  #open = false;
  #order: RowOrder | undefined;
  #skip = false;

  constructor({ cells, gold, log, file, claim = () => true, keep, watch }: RowScorerParts) {
    this.#cells = cells;
    this.#gold = gold;
    this.#log = log;
    this.#file = file;
    this.#claim = claim;
    this.#keep = keep;
    this.#watch = watch;
    this.rowsOfQuery = new QueryRows(file);
    this.#firstLines = new Uint32Array(gold.names.size);
  }

  rows(order: RowOrder): void {
    this.#order = order;
    this.rowsOfQuery.setOrder(order);
  }

  /** Order and tag are those that another scorer of the same run has heard of. */
  follow(other: RowScorer): void {
    if (other.#order !== undefined) this.rows(other.#order);
    this.tagged = other.tagged;
  }

  tag(name: string): void {
    this.tagged = name;
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
    this.#sameQuery(q, qStart, qEnd, line);
    if (!this.#skip) this.rowsOfQuery.add(d, dStart, dEnd, value, line);
  }

  hits(bytes: Uint8Array, qStart: number, qEnd: number, batch: HitBatch): void {
    this.#sameQuery(bytes, qStart, qEnd, batch.lines[0]!);
    if (!this.#skip) this.rowsOfQuery.addBatch(bytes, batch);
  }

  blockEnd(): void {
    this.rowsOfQuery.endBlock();
  }

  #sameQuery(q: Uint8Array, qStart: number, qEnd: number, line: number): void {
    const n = qEnd - qStart;
    if (n !== this.#bytes.length || !this.#open || !sameBytes(q, qStart, this.#bytes, 0, n)) {
      this.finish();
      this.begin(q.slice(qStart, qEnd), line);
    }
  }

  /** Starts the rows of a query; false if they are not needed. `line`: of the first row. */
  begin(name: Uint8Array, line: number): boolean {
    this.#bytes = name;
    this.#line = line;
    const query = this.#gold.names.find(name, 0, name.length);
    this.#query = query;
    this.#open = true;
    this.#skip = this.#isWhole(name, line) || (query < 0 && !this.#cells.scoresUnknown);
    if (query < 0) {
      const before = this.#unknown.size;
      this.#unknown.add(name, 0, name.length);
      const isNew = this.#unknown.size > before;
      if (isNew) this.#unknownLines[before] = line;
      if (!this.#skip) {
        if (!isNew) throw new Scattered();
        this.rowsOfQuery.startIds([]);
      } else if (isNew) {
        this.#cells.addUnknown(this.#unknown.text(before), () => []);
        this.#keep?.addName(name, line);
      }
      return !this.#skip;
    }
    if (this.#skip) return false;
    if (this.#cells.has(query) || !this.#claim(query)) throw new Scattered();
    this.#firstLines[query] = line;
    const { ids } = this.#gold;
    if (ids instanceof GoldTable) this.rowsOfQuery.startTable(ids, query);
    else this.rowsOfQuery.startIds(ids(query));
    return true;
  }

  /** Rows beside a whole list of the same query: one of the two would be lost. */
  #isWhole(name: Uint8Array, line: number): boolean {
    const i = this.#whole.size === 0 ? -1 : this.#whole.find(name, 0, name.length);
    if (i < 0) return false;
    if (this.#saidTwice.has(i)) return true;
    this.#saidTwice.add(i);
    this.#tellTwice(this.#whole.text(i), line, this.#wholeLines[i]);
    // Reported again if everything is scored again.
    this.#keep?.addName(name, line);
    return true;
  }

  /** The rows of the query at hand are complete. */
  finish(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.#skip) return;
    const rows = this.rowsOfQuery;
    rows.end();
    const keep = this.#keep;
    if (keep !== undefined && !keep.isFull) rows.keepIn(keep, this.#query, this.#bytes);
    this.#refusing(this.#line, () => {
      if (this.#query < 0) {
        const columns = rows.columns();
        this.#cells.addUnknown(this.#unknown.text(this.#unknown.size - 1), () => columns);
        return;
      }
      this.#score(this.#query, new TableRanking(rows));
    });
  }

  #score(query: number, ranking: RankingInput): void {
    this.#cells.add(query, ranking);
    this.#watch?.add(query, ranking);
  }

  /** Reports what the rules reject in a list, with its place, and goes on with the next list. */
  #refusing(line: number, score: () => void): void {
    try {
      score();
    } catch (error) {
      // Problems of the gold are not in this file.
      if (!(error instanceof GoldieError) || error.problem.at?.side === "gold") throw error;
      this.#tell(error.problem, line);
    }
  }

  /** Scattered rows, and rows that a reader brings together, come after what follows them in the file. */
  #tellTwice(query: string, line: number, other = 0): void {
    const firstLine = Math.min(line, other);
    const at = { side: "run", query, ...(other === 0 ? {} : { firstLine }) } as const;
    this.#tell(inputProblem("duplicate-query/two-rows", {}, { at }), Math.max(line, other));
  }

  #tell(problem: Problem, line: number): void {
    this.#log.add({ ...problem, level: "error", at: { side: "run", file: this.#file, line, ...problem.at } });
  }

  /** Queries that the gold lacks. */
  unknown(): string[] {
    return Array.from({ length: this.#unknown.size }, (_, i) => this.#unknown.text(i));
  }
  /** Adds a query that another reader of the run found; false if this one has it too. */
  addUnknown(query: string): boolean {
    const bytes = encoder.encode(query);
    if (this.#unknown.find(bytes, 0, bytes.length) >= 0) return false;
    this.#unknown.add(bytes, 0, bytes.length);
    this.#cells.addUnknown(query, () => []);
    return true;
  }

  /** Where a query occurred before, as a list or in rows. 0: unknown. */
  #lineBefore(i: number, name: Uint8Array): number | undefined {
    const whole = this.#whole.size === 0 ? -1 : this.#whole.find(name, 0, name.length);
    if (whole >= 0) return this.#wholeLines[whole];
    if (i >= 0) return this.#cells.has(i) ? this.#firstLines[i] : undefined;
    const unknown = this.#unknown.find(name, 0, name.length);
    return unknown < 0 ? undefined : (this.#unknownLines[unknown] ?? 0);
  }

  /** A whole list that is in memory. */
  ranking(query: string, hits: unknown, line: number): void {
    this.finish();
    const cells = this.#cells;
    const bytes = encoder.encode(query);
    const i = this.#gold.names.find(bytes, 0, bytes.length);
    const before = this.#lineBefore(i, bytes);
    if (before !== undefined) {
      this.#tellTwice(query, line, before);
      this.#keep?.addList(-1, query, line, hits as RankingInput);
      return;
    }
    // The other thread may have rows of it, and must know that this one has it.
    if (i >= 0 && !this.#claim(i)) throw new Scattered();
    this.#whole.add(bytes, 0, bytes.length);
    this.#wholeLines.push(line);
    this.#keep?.addList(i, query, line, hits as RankingInput);
    this.#refusing(line, () => {
      if (i < 0) {
        this.#unknown.add(bytes, 0, bytes.length);
        cells.addUnknown(query, () => hits as RankingInput);
      } else this.#score(i, hits as RankingInput);
    });
  }
}
