/** What Trino hands back. */
import type { SqlValue } from "../../engine.ts";

export interface TrinoColumn {
  readonly name: string;
  /** As the engine writes it: "bigint", "varchar(10)". */
  readonly type: string;
}

/** Some rows of a result; all of its pages have the same columns. */
export interface TrinoPage {
  readonly columns: readonly TrinoColumn[];
  readonly rows: readonly (readonly SqlValue[])[];
}

/** How far a statement has come. */
export interface TrinoProgress {
  /** As the engine calls it: "QUEUED", "RUNNING". */
  readonly state: string;
  /** Rows and bytes read so far. */
  readonly rows: number;
  readonly bytes: number;
  readonly completedSplits: number;
  readonly totalSplits: number;
  /** From 0 to 1, where the engine knows. */
  readonly done?: number;
}
