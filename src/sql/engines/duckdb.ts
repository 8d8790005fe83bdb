/** DuckDB in this process: tables of a database file, or Parquet, CSV, JSONL and TREC files where they are. */
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { GoldieError } from "../../core/problem.ts";
import type { SqlText } from "../compile.ts";
import { type SqlDialect, standard } from "../dialect.ts";
import type { GivenRows, SqlColumn, SqlEngine, SqlEstimate, SqlQueryOptions, SqlValue } from "../engine.ts";
import { noPackage } from "../faults.ts";
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

/** Characters of patterns stand for themselves in brackets. */
const exactly = (path: string): string => path.replace(/[*?[]/g, "[$&]");

// A folder called score=1 would give every row a column.
const AS_IT_IS = "hive_partitioning = false";

function file({ path, format, delimiter = ",", fields = [], exact }: SqlFile): string {
  const at = literal(exact ? exactly(path) : path);
  // Types are not guessed: an id of 007 would become 7. Blanks around a cell do not belong to it.
  if (format === "csv")
    return `(SELECT trim(COLUMNS(*), ' \t') FROM read_csv(${at}, delim = ${literal(delimiter)}, header = true, all_varchar = true, quote = '"', escape = '"', comment = '', skip = 0, ${AS_IT_IS}))`;
  if (format === "jsonl") {
    const columns = fields.map((name) => `${literal(name)}: 'VARCHAR'`).join(", ");
    return `read_json(${at}, format = 'newline_delimited', ${AS_IT_IS}${columns === "" ? "" : `, columns = {${columns}}`})`;
  }
  return format === "trec-run" ? trecLines(at) : `read_parquet(${at}, ${AS_IT_IS})`;
}

/** Fields are apart by any number of blanks and tabs; most lines have single blanks, which are split five times as fast. */
function trecLines(at: string): string {
  const lines = `read_csv(${at}, delim = chr(1), header = false, auto_detect = false, quote = '', escape = '', strict_mode = false, ${AS_IT_IS}, columns = {'line': 'VARCHAR'})`;
  const odd =
    "contains(line, chr(9)) OR contains(line, '  ') OR contains(line, chr(13)) OR prefix(line, ' ') OR suffix(line, ' ')";
  const split = `SELECT CASE WHEN ${odd} THEN string_split_regex(trim(line, ' ' || chr(9) || chr(13)), '[ \\t]+') ELSE string_split(line, ' ') END AS f FROM ${lines} WHERE line <> ''`;
  const wrong =
    "error('a line of a TREC run has ' || len(f) || ' fields instead of 6: ' || array_to_string(f, ' '))";
  const checked = `SELECT CASE WHEN len(f) = 6 THEN f ELSE ${wrong} END AS f FROM (${split}) WHERE f[1] <> '' AND NOT prefix(f[1], '#')`;
  const fields = ["query", "q0", "doc", "rank", "score", "run"].map((name, i) => `f[${i + 1}] AS ${name}`);
  return `(SELECT ${fields.join(", ")} FROM (${checked}))`;
}

// The cast refuses what is too large for a float.
const LARGEST = "3.4028235677973366e38";

export const duckDbDialect: SqlDialect = {
  ...standard,
  id: "duckdb",
  value: (_, at) => ({ text: `$${at + 1}`, bound: true }),
  source: (source) => (source.kind === "file" ? file(source) : standard.source(source)),
  // A column may have a collation, and the cast keeps it.
  cast: (text, to) => (to === "text" ? `CAST(${text} AS VARCHAR) COLLATE "binary"` : standard.cast(text, to)),
  isFinite: (x) => `isfinite(${x})`,
  single: (x) =>
    `CASE WHEN ${x} >= ${LARGEST} THEN CAST('inf' AS FLOAT) WHEN ${x} <= -${LARGEST} THEN CAST('-inf' AS FLOAT) ELSE CAST(${x} AS FLOAT) END`,
  product: (x, over) => `coalesce(product(${x}) ${over}, 1e0)`,
};

const NUMBERS = /^(FLOAT|DOUBLE|DECIMAL(\(\d+,\d+\))?)$/;
const INTEGERS = /^(U?(BIG|SMALL|TINY|HUGE)INT|U?INTEGER)$/;
const TEXTS = /^(VARCHAR|UUID|ENUM\(.*\))$/s;
const kindOf = (type: string): SqlColumn["kind"] =>
  INTEGERS.test(type) ? "integer" : NUMBERS.test(type) ? "number" : TEXTS.test(type) ? "text" : "other";

async function load(): Promise<typeof import("@duckdb/node-api")> {
  try {
    return await import("@duckdb/node-api");
  } catch (error) {
    throw noPackage("@duckdb/node-api", error);
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

  async files(pattern: string, options?: SqlQueryOptions): Promise<readonly string[]> {
    // The web has no folders to list.
    if (/^https?:/i.test(pattern)) return [pattern];
    const files: string[] = [];
    for await (const rows of this.query({ sql: "SELECT file FROM glob($1)", values: [pattern] }, options))
      for (const [file] of rows) files.push(String(file));
    return files;
  }

  async tables(options?: SqlQueryOptions): Promise<readonly string[]> {
    const names: string[] = [];
    const sql = `SELECT CASE WHEN s = 'main' THEN t ELSE s || '.' || t END FROM (
      SELECT schema_name AS s, table_name AS t FROM duckdb_tables() WHERE database_name = $1
      UNION ALL SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = $1 AND NOT internal)`;
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

  /** In the user's database only: the one in memory is forgotten. */
  async hasSchema(table: readonly string[], options?: SqlQueryOptions): Promise<boolean> {
    const [schema, database] = table.slice(0, -1).reverse();
    if (schema === undefined) return true;
    // a.b is a table of schema a, or of the database a.
    const sql = `SELECT 1 FROM duckdb_schemas() WHERE database_name = '${DATA}' AND (
      (lower(schema_name) = lower($1) AND lower($2) = '${DATA}') OR ($3 = '' AND lower($1) = '${DATA}'))`;
    let found = false;
    const values = [schema, database ?? DATA, database ?? ""];
    for await (const rows of this.query({ sql, values }, options)) found ||= rows.length > 0;
    return found;
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

/** All that is read of the user's; of text files DuckDB only guesses how many rows they have. */
function scannedRows(plan: readonly PlanStep[]): { readonly rows?: number } {
  const scans = plan.flatMap(function look(step: PlanStep): number[] {
    const below = (step.children ?? []).flatMap(look);
    const isOurs = /goldie_rows_/.test(JSON.stringify(step.extra_info ?? {}));
    if (isOurs || !/^(SEQ_SCAN|TABLE_SCAN|READ_\w+)\s*$/.test(step.name)) return below;
    const isText = /READ_(CSV|JSON)/.test(step.name + String(step.extra_info?.["Function"] ?? ""));
    return [isText ? Number.NaN : Number(step.extra_info?.["Estimated Cardinality"]), ...below];
  });
  const rows = scans.reduce((sum, one) => sum + one, 0);
  return rows > 0 ? { rows } : {};
}

/** What DuckDB calls wrong data and wrong names; anything else is a failure of its own. */
const REFUSED =
  /^(Binder|Catalog|Constraint|Conversion|Invalid|Invalid Input|Out of Range|Parser|Permission|Syntax) Error|^(Could not|IO Error: No files found|Invalid Input)|not a valid DuckDB database file|: Permission denied|^IO Error: Cannot open file .*: No such file/;

const KINDS = [
  [/Could not set lock on file/, "engine-failed/locked"],
  [/^IO Error: (Could not read enough bytes|Corrupt database)/, "engine-refused/damaged"],
  [/^(Catalog Error: Schema with name|Binder Error: Catalog) /, "engine-refused/schema"],
  [REFUSED, "engine-refused/engine"],
] as const;

/** Without settings of readers and places of the statement, which are ours, and without folders. */
const inShort = (message: string): string =>
  message
    .split("\n")
    .filter(
      (line) =>
        !/^(\*|Possible (fixes|solutions?):|This can happen|LINE \d+:|\^|[\w ]+ = ?|$)/.test(
          line.trimStart(),
        ),
    )
    .join("\n")
    .replace(/(?<![\w:/.])\/[^\s"']+/g, lastPart);

const lastPart = (path: string): string => {
  const at = path.lastIndexOf("/");
  return at === 0 || at === path.length - 1 ? path : path.slice(at + 1);
};

function failure(error: unknown, engine: string): GoldieError {
  const message = inShort((error as Error).message ?? String(error));
  const key = KINDS.find(([said]) => said.test(message))?.[1] ?? "engine-failed/engine";
  return sqlProblem.error(key, { engine, message }, { level: "error" });
}
