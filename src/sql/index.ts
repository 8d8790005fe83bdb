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
export { openClickHouse } from "./engines/clickhouse/clickhouse.ts";
export { type DuckDbOptions, openDuckDb } from "./engines/duckdb.ts";
export { type OpenEngineOptions, openEngine } from "./engines/open.ts";
export {
  openPostgres,
  openPostgresUrl,
  type PostgresEngineOptions,
  type PostgresPool,
} from "./engines/postgres.ts";
export { printedDialects, printedSql } from "./engines/printed.ts";
export type { TrinoOptions } from "./engines/trino/address.ts";
export { openTrino } from "./engines/trino.ts";
export {
  type EvaluatedTables,
  estimateTables,
  evaluateTables,
  type StatementOptions,
  statementsFor,
  type TablesOptions,
} from "./evaluate-tables.ts";
export type { GoldRelation, HitTable } from "./lower.ts";
export type { SqlFile, SqlSource, SqlType } from "./nodes.ts";
export { type CountedRow, readCountedRows } from "./read-counted-rows.ts";
export { readGrades } from "./read-grades.ts";
export { gradeTable, hitTable } from "./read-tables.ts";
