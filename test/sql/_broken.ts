/** An engine with a fault in its dialect, to show that the contract sees it. */
import type { SqlDialect } from "../../src/sql/dialect.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";

export const withDialect = (engine: SqlEngine, changes: Partial<SqlDialect>): SqlEngine => ({
  id: engine.id,
  dialect: { ...engine.dialect, ...changes },
  tableName: (written) => engine.tableName(written),
  describe: (source, options) => engine.describe(source, options),
  tables: (options) => engine.tables(options),
  give: (rows, options) => engine.give(rows, options),
  query: (statement, options) => engine.query(statement, options),
  estimate: (statement, options) => engine.estimate(statement, options),
  ...(engine.write === undefined
    ? {}
    : { write: (table, rows, options) => engine.write!(table, rows, options) }),
  close: () => engine.close(),
});
