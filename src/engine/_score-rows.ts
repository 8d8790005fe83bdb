/** A run's rows on their way to the metrics: collected while the query stays the same, scored when it changes. */
import { GoldieError } from "../core/problem.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import type { DocId } from "../core/types.ts";
import type { RankingInput } from "../evaluate/read-run.ts";
import type { Scoring } from "../evaluate/scoring.ts";
import { TableRanking } from "../evaluate/table-ranking.ts";
import type { HitBatch, RowOrder, Sink } from "../formats/index.ts";
import { ByteNames, sameBytes } from "./_bytes-table.ts";
import { GoldTable } from "./_gold-table.ts";
import { QueryRows } from "./_query-rows.ts";

/** A query came back after others: its rows must be brought together first. */
export class Scattered extends Error {}

/** The queries of the gold, and the ids that each one names. */
export interface GoldLookup {
  readonly names: ByteNames;
  /** Numbered like the names; or strings by query. */
  readonly ids: GoldTable | ((query: number) => readonly DocId[]);
}

const encoder = new TextEncoder();

export class RowScorer implements Sink {
  readonly rowsOfQuery: QueryRows;
  tagged: string | undefined;
  readonly #scoring: Scoring;
  readonly #gold: GoldLookup;
  readonly #log: ProblemLog;
  readonly #file: string;
  /** Another reader of the same run may have had this query. */
  readonly #claim: (query: number) => boolean;
  readonly #unknown = new ByteNames();
  /** The query at hand: its bytes, and its number in the gold (-1: not there). */
  #bytes: Uint8Array = new Uint8Array(0);
  #query = -1;
  #open = false;
  #skip = false;

  constructor(
    scoring: Scoring,
    gold: GoldLookup,
    log: ProblemLog,
    file: string,
    claim: (query: number) => boolean = () => true,
  ) {
    this.#scoring = scoring;
    this.#gold = gold;
    this.#log = log;
    this.#file = file;
    this.#claim = claim;
    this.rowsOfQuery = new QueryRows(file);
  }

  rows(order: RowOrder): void {
    this.rowsOfQuery.setOrder(order);
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
    this.#sameQuery(q, qStart, qEnd);
    if (!this.#skip) this.rowsOfQuery.add(d, dStart, dEnd, value, line);
  }

  hits(bytes: Uint8Array, qStart: number, qEnd: number, batch: HitBatch): void {
    this.#sameQuery(bytes, qStart, qEnd);
    if (!this.#skip) this.rowsOfQuery.addBatch(bytes, batch);
  }

  blockEnd(): void {
    this.rowsOfQuery.endBlock();
  }

  #sameQuery(q: Uint8Array, qStart: number, qEnd: number): void {
    const n = qEnd - qStart;
    if (n !== this.#bytes.length || !this.#open || !sameBytes(q, qStart, this.#bytes, 0, n))
      this.#start(q, qStart, qEnd);
  }

  #start(q: Uint8Array, start: number, end: number): void {
    this.finish();
    this.begin(q.slice(start, end));
  }

  /** The rows that follow are those of this query. */
  begin(name: Uint8Array): void {
    this.#bytes = name;
    const query = this.#gold.names.find(name, 0, name.length);
    this.#query = query;
    this.#open = true;
    if (query < 0) {
      const before = this.#unknown.size;
      this.#unknown.add(this.#bytes, 0, this.#bytes.length);
      const isNew = this.#unknown.size > before;
      this.#skip = !this.#scoring.scoresUnknown;
      if (!this.#skip) {
        if (!isNew) throw new Scattered();
        this.rowsOfQuery.startIds([]);
      } else if (isNew) this.#scoring.addUnknown(this.#unknown.text(before), () => []);
      return;
    }
    this.#skip = false;
    if (this.#scoring.has(query) || !this.#claim(query)) throw new Scattered();
    const { ids } = this.#gold;
    if (ids instanceof GoldTable) this.rowsOfQuery.startTable(ids, query);
    else this.rowsOfQuery.startIds(ids(query));
  }

  /** The rows of the query at hand are complete. */
  finish(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.#skip) return;
    const rows = this.rowsOfQuery;
    rows.end();
    if (this.#query < 0) {
      const columns = rows.columns();
      this.#scoring.addUnknown(this.#unknown.text(this.#unknown.size - 1), () => columns);
      return;
    }
    this.#scoring.known++;
    this.#scoring.add(this.#query, new TableRanking(rows));
  }

  /** Queries that the gold lacks. */
  unknown(): string[] {
    return Array.from({ length: this.#unknown.size }, (_, i) => this.#unknown.text(i));
  }
  addUnknown(query: string): void {
    const bytes = encoder.encode(query);
    const before = this.#unknown.size;
    this.#unknown.add(bytes, 0, bytes.length);
    if (this.#unknown.size > before) this.#scoring.addUnknown(query, () => []);
  }

  /** A whole list that is in memory. */
  ranking(query: string, hits: unknown, line: number): void {
    this.finish();
    const scoring = this.#scoring;
    const bytes = encoder.encode(query);
    const i = this.#gold.names.find(bytes, 0, bytes.length);
    const again = i < 0 ? this.#unknown.find(bytes, 0, bytes.length) >= 0 : scoring.has(i);
    try {
      if (again)
        throw new GoldieError({
          code: "duplicate-query",
          what: `the run has query ${query} twice`,
          why: "one of the two would be lost",
          fix: "give every query one row",
        });
      if (i < 0) {
        this.#unknown.add(bytes, 0, bytes.length);
        scoring.addUnknown(query, () => hits as RankingInput);
      } else {
        scoring.known++;
        scoring.add(i, hits as RankingInput);
      }
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      const { problem } = error;
      this.#log.add({ ...problem, level: "error", at: { ...problem.at, file: this.#file, line, query } });
    }
  }
}
