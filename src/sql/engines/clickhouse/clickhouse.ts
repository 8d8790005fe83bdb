/** ClickHouse, over HTTP. */
import { CallError } from "../../../calls/call-error.ts";
import type { GoldieError } from "../../../core/problem.ts";
import type { SqlText } from "../../compile.ts";
import type { SqlDialect } from "../../dialect.ts";
import type {
  GivenRows,
  SqlColumn,
  SqlEngine,
  SqlEstimate,
  SqlQueryOptions,
  SqlValue,
} from "../../engine.ts";
import type { SqlSource, SqlType } from "../../nodes.ts";
import { sqlProblem } from "../../problems.ts";
import { splitName } from "../../table-name.ts";
import { type WrittenTable, writeInBatches } from "../_write-batches.ts";
import { type ClickHouseAddress, parseClickHouseUrl } from "./address.ts";
import { clickHouseDialect } from "./dialect.ts";
import { kindOf } from "./values.ts";
import {
  ClickHouseError,
  type ClickHouseOutside,
  clickHouseRows,
  type ExternalTable,
  escaped,
} from "./wire.ts";

/**
 * ClickHouse at clickhouse://user:password@host:8123/database?secure=true.
 * @example
 * const engine = openClickHouse("clickhouse://reader@localhost:8123/langfuse");
 */
export const openClickHouse = (url: string, outside: ClickHouseOutside = {}): SqlEngine =>
  new ClickHouse(parseClickHouseUrl(url), outside);

class ClickHouse implements SqlEngine {
  readonly id = "clickhouse";
  readonly dialect: SqlDialect = clickHouseDialect;
  readonly #address: ClickHouseAddress;
  readonly #outside: ClickHouseOutside;
  readonly #given: ExternalTable[] = [];

  constructor(address: ClickHouseAddress, outside: ClickHouseOutside) {
    this.#address = address;
    this.#outside = outside;
  }

  tableName(written: string): readonly string[] {
    return splitName(written);
  }

  async describe(source: SqlSource, options?: SqlQueryOptions): Promise<readonly SqlColumn[] | undefined> {
    const columns: SqlColumn[] = [];
    try {
      const sql = `DESCRIBE TABLE ${this.dialect.source(source)}`;
      for await (const rows of this.#rows({ sql, values: [] }, options))
        for (const [name, type] of rows)
          columns.push({ name: String(name), type: String(type), kind: kindOf(String(type)) });
      return columns;
    } catch (error) {
      if (error instanceof ClickHouseError && has(MISSING, error)) return undefined;
      throw failure(error);
    }
  }

  async tables(options?: SqlQueryOptions): Promise<readonly string[]> {
    const sql = "SELECT name FROM system.tables WHERE database = currentDatabase() AND NOT is_temporary";
    const names: string[] = [];
    for await (const rows of this.query({ sql, values: [] }, options))
      for (const [name] of rows) names.push(String(name));
    return names;
  }

  async hasSchema(table: readonly string[], options?: SqlQueryOptions): Promise<boolean> {
    const [database] = table.slice(0, -1).reverse();
    if (database === undefined) return true;
    const sql = `EXISTS DATABASE ${this.dialect.quote(database)}`;
    let found = false;
    // To the end: a statement that is left early is cancelled.
    for await (const rows of this.query({ sql, values: [] }, options))
      for (const [one] of rows) found = Number(one) === 1;
    return found;
  }

  /** Sent along with the statements that read them. */
  async give({ columns, rows }: GivenRows): Promise<SqlSource> {
    const name = `goldie_rows_${this.#given.length}_`;
    const lines: string[] = [];
    let size = 0;
    for (const row of rows) {
      const line = columns.map(({ type }, i) => field(row[i]!, type)).join("\t");
      size += line.length + 1;
      if (size > MOST)
        throw sqlProblem.error("gold-too-large/inline", { size, most: MOST, engine: "ClickHouse" });
      lines.push(line);
    }
    // Names of its own: not every version reads quoted ones here.
    const structure = columns.map(({ type }, i) => `c${i} ${this.dialect.types[type]}`).join(", ");
    this.#given.push({ name, structure, text: lines.map((line) => `${line}\n`).join("") });
    const read = columns.map((column, i) => `c${i} AS ${this.dialect.quote(column.name)}`).join(", ");
    return { kind: "given", text: `(SELECT ${read} FROM ${name})` };
  }

  async *query(
    statement: SqlText,
    options?: SqlQueryOptions,
    changes = false,
  ): AsyncGenerator<readonly (readonly SqlValue[])[]> {
    try {
      yield* this.#rows(statement, options, changes);
    } catch (error) {
      throw failure(error);
    }
  }

  #rows({ sql, values }: SqlText, options: SqlQueryOptions = {}, changes = false) {
    const tables = this.#given.filter(({ name }) => sql.includes(name));
    const params = Object.fromEntries(values.map((value, i) => [`p${i}`, value]));
    return clickHouseRows(this.#address, { sql, params, tables, changes }, options, this.#outside);
  }

  async estimate({ sql, values }: SqlText, options?: SqlQueryOptions): Promise<SqlEstimate> {
    const lines: string[] = [];
    const counts: number[] = [];
    for await (const rows of this.query({ sql: `EXPLAIN ESTIMATE ${sql}`, values }, options))
      for (const [database, table, parts, count] of rows) {
        lines.push(`${database}.${table}: ${count} rows in ${parts} parts`);
        counts.push(Number(count));
      }
    return { ...(counts.length === 0 ? {} : { rows: Math.max(...counts) }), text: lines.join("\n") };
  }

  async write(table: readonly string[], rows: GivenRows, options?: SqlQueryOptions): Promise<void> {
    const name = this.dialect.source({ kind: "table", name: table });
    const list = rows.columns.map((one) => `${this.dialect.quote(one.name)} ${this.dialect.types[one.type]}`);
    const run = async (sql: string, asking = options): Promise<void> => {
      for await (const _ of this.query({ sql, values: [] }, asking, true));
    };
    const written: WrittenTable = {
      engine: "ClickHouse",
      name,
      create: async (signal) => {
        const sql = `CREATE TABLE ${name} (${list.join(", ")}) ENGINE = MergeTree ORDER BY tuple()`;
        await run(sql, { signal });
      },
      isRefused: (error) => error instanceof Error && wasRefused(error.cause),
      insert: async (some) => {
        await run(`INSERT INTO ${name} SELECT * FROM ${this.dialect.source(await this.give(some))}`);
        this.#given.pop();
      },
      drop: () => run(`DROP TABLE ${name}`, {}),
    };
    await writeInBatches(rows, ROWS_AT_ONCE, written, options?.signal);
  }

  async close(): Promise<void> {
    this.#given.length = 0;
  }
}

/** Of an INSERT. */
const ROWS_AT_ONCE = 50_000;

/** A string of JavaScript has room for half a GiB. */
const MOST = 400_000_000;

function field(value: string | number | null, type: SqlType): string {
  if (value === null) return "\\N";
  if (type === "text") return escaped(String(value));
  return Number.isFinite(Number(value))
    ? String(value)
    : String(value).toLowerCase().replace("infinity", "inf");
}

const UNKNOWN_DATABASE = 81;
/** UNKNOWN_TABLE */
const MISSING: ReadonlySet<number> = new Set([60, UNKNOWN_DATABASE]);
/** READONLY, ACCESS_DENIED */
const PERMISSION: ReadonlySet<number> = new Set([164, 497]);
/** UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED */
const LOGIN: ReadonlySet<number> = new Set([192, 193, 194, 516]);

/**
 * CANNOT_PARSE_TEXT, CANNOT_PARSE_INPUT_ASSERTION_FAILED, ILLEGAL_TYPE_OF_ARGUMENT, UNKNOWN_IDENTIFIER, TYPE_MISMATCH,
 * UNKNOWN_TABLE, SYNTAX_ERROR, CANNOT_CONVERT_TYPE, CANNOT_PARSE_NUMBER: the same data give it again.
 */
const REFUSED: ReadonlySet<number> = new Set([6, 27, 43, 47, 53, 60, 62, 70, 72]);

const has = (codes: ReadonlySet<number>, { code }: ClickHouseError): boolean =>
  code !== undefined && codes.has(code);

/** By ClickHouse itself: a proxy may answer while the statement runs on. Or nobody was there to be asked. */
const wasRefused = (cause: unknown): boolean =>
  (cause instanceof ClickHouseError && cause.code !== undefined) ||
  (cause instanceof CallError && cause.unreachable === true);

function failure(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return error;
  const fields = { engine: "ClickHouse", message: error.message };
  const problem = (
    key: `engine-refused/${"permission" | "login" | "schema" | "engine"}` | "engine-failed/engine",
  ): GoldieError => Object.assign(sqlProblem.error(key, fields, { level: "error" }), { cause: error });
  if (has(PERMISSION, error)) return problem("engine-refused/permission");
  if (error.code === UNKNOWN_DATABASE) return problem("engine-refused/schema");
  if (has(REFUSED, error)) return problem("engine-refused/engine");
  return problem(has(LOGIN, error) ? "engine-refused/login" : "engine-failed/engine");
}
