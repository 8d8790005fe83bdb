/** What an engine has to do. Each is one file in engines/, with the contract suite of test/sql. */
import type { Problem } from "../core/problem.ts";
import type { SqlText } from "./compile.ts";
import type { SqlDialect } from "./dialect.ts";
import type { SqlSource, SqlType } from "./nodes.ts";

/** A whole number beyond 2^53 is a bigint. */
export type SqlValue = string | number | bigint | boolean | null;

export interface SqlColumn {
  readonly name: string;
  /** As the engine calls it. */
  readonly type: string;
  /** What it can be read as. */
  readonly kind: "text" | "number" | "integer" | "other";
  /** Texts of a fixed width that stay filled up with blanks where they are cast. */
  readonly padded?: true;
}

/** Rows of ours: columns first. */
export interface GivenRows {
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  readonly rows: Iterable<readonly (string | number | null)[]>;
}

export interface SqlProgress {
  /** 0 to 1, where the engine knows. */
  readonly done?: number;
  readonly rows?: number;
  readonly bytes?: number;
  readonly state?: string;
}

export interface SqlQueryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SqlProgress) => void) | undefined;
  /** The engine failed, and the statement is run once more. */
  readonly onRetry?: ((problem: Problem) => void) | undefined;
}

/** What will be read, as far as the engine says. */
export interface SqlEstimate {
  readonly rows?: number;
  readonly bytes?: number;
  /** In the engine's own words. */
  readonly text: string;
}

export interface SqlEngine {
  readonly id: string;
  readonly dialect: SqlDialect;
  /** The parts of a table's name as the user writes it; missing parts are those of the connection. */
  tableName(written: string): readonly string[];
  /** The columns of a table or file; undefined where there is none of this name. */
  describe(source: SqlSource, options?: SqlQueryOptions): Promise<readonly SqlColumn[] | undefined>;
  /** The files that a pattern names. */
  files?(pattern: string, options?: SqlQueryOptions): Promise<readonly string[]>;
  /** Names of tables, for a name that is not found; with the schema where it has to be written. */
  tables(options?: SqlQueryOptions): Promise<readonly string[]>;
  /** Makes rows of ours readable in statements until the engine is closed. Nothing is created in the user's catalog. */
  give(rows: GivenRows, options?: SqlQueryOptions): Promise<SqlSource>;
  /** Rows in batches. A statement that fails gives an error and no row that would pass for its result. */
  query(statement: SqlText, options?: SqlQueryOptions): AsyncIterable<readonly (readonly SqlValue[])[]>;
  estimate(statement: SqlText, options?: SqlQueryOptions): Promise<SqlEstimate>;
  /** Whether there is a schema for a table that will be written; asked before anything is scored. */
  hasSchema?(table: readonly string[], options?: SqlQueryOptions): Promise<boolean>;
  /** A table of the user's own choice, made anew, for results. */
  write?(table: readonly string[], rows: GivenRows, options?: SqlQueryOptions): Promise<void>;
  close(): Promise<void>;
}
