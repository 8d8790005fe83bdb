/** One query's rows of a large file. Its ids stay bytes: which of them are in the gold is known already. */
import type { DocId } from "../../core/ids.ts";
import type { HeldParts } from "../../match/ids/other-rule.ts";
import type { Ranking, RankingColumns } from "./read-run.ts";

/** What the engine keeps of the rows. The arrays are used again for the next query. */
export interface TableRows {
  readonly length: number;
  /** By position: the score; unused where `scored` is false. */
  readonly values: Float64Array;
  readonly scored: boolean;
  /** Unordered rows, sorted by score; otherwise they are listed best first. */
  readonly mapping: boolean;
  /** No score is greater than the one before it; and none is equal to it. */
  readonly falling: boolean;
  readonly strict: boolean;
  /** Hits that the gold names: their position, and which of `goldIds` each one is. */
  readonly found: number;
  readonly foundAt: Uint32Array;
  readonly foundId: Uint32Array;
  /** The gold's ids; undefined: they are numbered as the entries of its columns. */
  readonly goldIds: readonly DocId[] | undefined;
  /** Some id is there twice, or is empty: the slow way looks at it. */
  readonly odd: boolean;
  /** Order of two ids by their bytes, as compareIds. */
  compare(a: number, b: number): number;
  /** The ids of the first rows, in file order. Copies the bytes now; makes the strings on demand. */
  firstLater(most: number): () => DocId[];
  /** May some id be another spelling of one that is known by these parts? False is certain. */
  mayHold(parts: HeldParts): boolean;
  /** May some id be that of a chunk, by its suffix? False is certain. */
  mayHoldChunks(): boolean;
  /** The same rows as strings. */
  columns(): RankingColumns;
}

export class TableRanking implements Ranking {
  readonly rows: TableRows;
  #columns: RankingColumns | undefined;
  constructor(rows: TableRows) {
    this.rows = rows;
  }
  get columns(): RankingColumns {
    this.#columns ??= this.rows.columns();
    return this.#columns;
  }
  get length(): number {
    return this.rows.length;
  }
  get mapping(): boolean {
    return this.rows.mapping;
  }
  readonly distinct = false;
  readonly nulls = false;
  get ids(): readonly (DocId | null)[] {
    return this.columns.ids;
  }
  get scores(): readonly (number | undefined)[] {
    return this.columns.scores ?? [];
  }
  get lines(): ArrayLike<number> {
    return this.columns.lines ?? [];
  }
}
