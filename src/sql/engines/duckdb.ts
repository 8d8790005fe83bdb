/** DuckDB in this process: tables of a database file, or Parquet, CSV, JSONL and TREC files where they are. */
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { GoldieError } from "../../core/problem.ts";
import type { SqlText } from "../compile.ts";
import { type SqlDialect, standard } from "../dialect.ts";
import type { GivenRows, SqlColumn, SqlEngine, SqlEstimate, SqlQueryOptions, SqlValue } from "../engine.ts";
import type { SqlFile, SqlSource } from "../nodes.ts";
import { sqlProblem } from "../problems.ts";
import { splitName } from "../table-name.ts";

export interface DuckDbOptions {
  /** A database file, opened for reading only. Absent: an empty database in memory, for files. */
  readonly path?: string | undefined;
  /** Settings of DuckDB, such as threads, memory_limit or s3_region. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Lets `write` make a table in the database file. */
  readonly writable?: boolean | undefined;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function file({ path, format, delimiter = ",", fields = [] }: SqlFile): string {
  const at = literal(path);
  // Types are not guessed: an id of 007 would become 7. Blanks around a cell do not belong to it.
  if (format === "csv")
    return `(SELECT trim(COLUMNS(*), ' \t') FROM read_csv(${at}, delim = ${literal(delimiter)}, header = true, all_varchar = true, quote = '"', escape = '"', comment = '', skip = 0))`;
  if (format === "jsonl") {
    const columns = fields.map((name) => `${literal(name)}: 'VARCHAR'`).join(", ");
    return `read_json(${at}, format = 'newline_delimited'${columns === "" ? "" : `, columns = {${columns}}`})`;
  }
  if (format === "trec-run") {
    const names = ["query", "q0", "doc", "rank", "score", "run"];
    const columns = names.map((name) => `'${name}': 'VARCHAR'`).join(", ");
    return `read_csv(${at}, delim = ${literal(delimiter)}, header = false, auto_detect = false, quote = '', escape = '', columns = {${columns}})`;
  }
  return `read_parquet(${at})`;
}

// The cast refuses what is too large for a float.
const LARGEST = "3.4028235677973366e38";

export const duckDbDialect: SqlDialect = {
  ...standard,
  id: "duckdb",
  value: (_, at) => ({ text: `$${at + 1}`, bound: true }),
  source: (source) => (source.kind === "file" ? file(source) : standard.source(source)),
  isFinite: (x) => `isfinite(${x})`,
  single: (x) =>
    `CASE WHEN ${x} >= ${LARGEST} THEN CAST('inf' AS FLOAT) WHEN ${x} <= -${LARGEST} THEN CAST('-inf' AS FLOAT) ELSE CAST(${x} AS FLOAT) END`,
  product: (x, over) => `coalesce(product(${x}) ${over}, 1e0)`,
};

const NUMBERS = /^(FLOAT|DOUBLE|DECIMAL.*|HUGEINT|UHUGEINT|U?(BIG|SMALL|TINY)INT|U?INTEGER)$/;
const INTEGERS = /INT/;
const TEXTS = /^(VARCHAR|UUID|ENUM.*)$/;
const kindOf = (type: string): SqlColumn["kind"] =>
  INTEGERS.test(type) ? "integer" : NUMBERS.test(type) ? "number" : TEXTS.test(type) ? "text" : "other";

async function load(): Promise<typeof import("@duckdb/node-api")> {
  try {
    return await import("@duckdb/node-api");
  } catch (error) {
    throw sqlProblem.error("no-package", {
      package: "@duckdb/node-api",
      message: String((error as Error).message),
    });
  }
}

/** Opens DuckDB; needs the package @duckdb/node-api. */
export async function openDuckDb({
  path,
  settings = {},
  writable = false,
}: DuckDbOptions = {}): Promise<SqlEngine> {
  const { DuckDBInstance } = await load();
  const instance = await DuckDBInstance.create(":memory:", { ...settings });
  try {
    const engine = new DuckDb(instance);
    if (path !== undefined) await engine.attach(path, writable);
    return engine;
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** The user's database, and the one in memory that rows of ours go into. */
const DATA = "goldie_data";
const OURS = "memory";

class DuckDb implements SqlEngine {
  readonly id = "duckdb";
  readonly dialect: SqlDialect = duckDbDialect;
  readonly #instance: DuckDBInstance;
  #attached = false;
  #given = 0;

  constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  async attach(path: string, writable: boolean): Promise<void> {
    await this.#with((connection) =>
      connection.run(`ATTACH ${literal(path)} AS ${DATA}${writable ? "" : " (READ_ONLY)"}`),
    );
    this.#attached = true;
  }

  /** One for each statement: a connection that streams rows loses them to the next statement. */
  async #connect(): Promise<DuckDBConnection> {
    const connection = await this.#instance.connect();
    if (this.#attached) await connection.run(`USE ${DATA}`);
    return connection;
  }

  async #with<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    try {
      return await use(connection);
    } catch (error) {
      throw error instanceof GoldieError ? error : failure(error, this.id);
    } finally {
      connection.closeSync();
    }
  }

  tableName(written: string): readonly string[] {
    return splitName(written);
  }

  async describe(source: SqlSource, options?: SqlQueryOptions): Promise<readonly SqlColumn[] | undefined> {
    try {
      const columns: SqlColumn[] = [];
      const sql = `DESCRIBE SELECT * FROM ${this.dialect.source(source)}`;
      for await (const rows of this.query({ sql, values: [] }, options))
        for (const [name, type] of rows)
          columns.push({ name: String(name), type: String(type), kind: kindOf(String(type)) });
      return columns;
    } catch (error) {
      if (source.kind === "table" && /Catalog Error/.test(String(error))) return undefined;
      throw error;
    }
  }

  async tables(options?: SqlQueryOptions): Promise<readonly string[]> {
    const names: string[] = [];
    const sql =
      "SELECT table_name FROM duckdb_tables() WHERE database_name = $1 UNION ALL SELECT view_name FROM duckdb_views() WHERE database_name = $1 AND NOT internal";
    for await (const rows of this.query({ sql, values: [DATA] }, options))
      for (const [name] of rows) names.push(String(name));
    return names;
  }

  async give({ columns, rows }: GivenRows): Promise<SqlSource> {
    const name = `goldie_rows_${this.#given++}`;
    const list = columns.map((one) => `${this.dialect.quote(one.name)} ${this.dialect.types[one.type]}`);
    await this.#with(async (connection) => {
      await connection.run(`CREATE TABLE ${OURS}.main.${name} (${list.join(", ")})`);
      const appender = await connection.createAppender(name, "main", OURS);
      try {
        for (const row of rows) {
          row.forEach((value, i) => {
            if (value === null) appender.appendNull();
            else if (columns[i]!.type === "text") appender.appendVarchar(String(value));
            else if (columns[i]!.type === "double") appender.appendDouble(Number(value));
            else appender.appendBigInt(BigInt(value));
          });
          appender.endRow();
        }
        appender.flushSync();
      } finally {
        appender.closeSync();
      }
    });
    return { kind: "given", text: `${OURS}.main.${name}` };
  }

  async write(table: readonly string[], rows: GivenRows): Promise<void> {
    const name = table.map((part) => this.dialect.quote(part)).join(".");
    const given = await this.give(rows);
    await this.#with((connection) =>
      connection.run(`CREATE TABLE ${name} AS SELECT * FROM ${this.dialect.source(given)}`),
    );
  }

  async *query(
    { sql, values }: SqlText,
    { signal }: SqlQueryOptions = {},
  ): AsyncGenerator<readonly (readonly SqlValue[])[]> {
    signal?.throwIfAborted();
    const connection = await this.#connect();
    const stop = () => connection.interrupt();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const result = await connection.stream(sql, [...values]);
      for await (const rows of result.yieldRows()) yield rows as SqlValue[][];
    } catch (error) {
      signal?.throwIfAborted();
      throw failure(error, this.id);
    } finally {
      signal?.removeEventListener("abort", stop);
      connection.closeSync();
    }
  }

  async estimate({ sql, values }: SqlText, options?: SqlQueryOptions): Promise<SqlEstimate> {
    let text = "";
    for await (const rows of this.query({ sql: `EXPLAIN (FORMAT json) ${sql}`, values }, options))
      for (const row of rows) text = String(row[1]);
    return { ...scannedRows(JSON.parse(text) as PlanStep[]), text };
  }

  async close(): Promise<void> {
    this.#instance.closeSync();
  }
}

interface PlanStep {
  readonly name: string;
  readonly children?: readonly PlanStep[];
  readonly extra_info?: Readonly<Record<string, unknown>>;
}

/** The largest scan: that of the run. */
function scannedRows(plan: readonly PlanStep[]): { readonly rows?: number } {
  const scans = plan.flatMap(function look(step: PlanStep): number[] {
    const below = (step.children ?? []).flatMap(look);
    const rows = Number(step.extra_info?.["Estimated Cardinality"]);
    return /SCAN|READ_/.test(step.name) && Number.isFinite(rows) && rows > 0 ? [rows, ...below] : below;
  });
  return scans.length === 0 ? {} : { rows: Math.max(...scans) };
}

/** What DuckDB calls wrong data and wrong names; anything else is a failure of its own. */
const REFUSED =
  /^(Binder|Catalog|Constraint|Conversion|Invalid|Invalid Input|Out of Range|Parser|Permission|Syntax) Error|^(Could not|IO Error: No files found|Invalid Input)|not a valid DuckDB database file/;

function failure(error: unknown, engine: string): GoldieError {
  const message = (error as Error).message ?? String(error);
  const key = REFUSED.test(message) ? "engine-refused/engine" : "engine-failed/engine";
  return sqlProblem.error(key, { engine, message }, { level: "error" });
}
