/** Scores runs where they are: in DuckDB, Trino and other engines. */

export { compile, type SqlText } from "./compile.ts";
export { type SqlDialect, standard } from "./dialect.ts";
export type {
  GivenRows,
  SqlColumn,
  SqlEngine,
  SqlEstimate,
  SqlProgress,
  SqlQueryOptions,
  SqlValue,
} from "./engine.ts";
export { type DuckDbOptions, openDuckDb } from "./engines/duckdb.ts";
export type { TrinoOptions } from "./engines/trino/address.ts";
export { openTrino } from "./engines/trino.ts";
export {
  type EvaluatedTables,
  evaluateTables,
  statementsFor,
  type TablesOptions,
} from "./evaluate-tables.ts";
export type { GoldRelation, HitTable } from "./lower.ts";
export type { SqlFile, SqlSource, SqlType } from "./nodes.ts";
