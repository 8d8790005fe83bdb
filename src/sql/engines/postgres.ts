/** PostgreSQL, by the user's own client: pg or PGlite. */
import { randomUUID } from "node:crypto";
import { CallError } from "../../calls/call-error.ts";
import { clientError } from "../../calls/client-error.ts";
import { fieldsOf } from "../../calls/http.ts";
import type { GoldieError } from "../../core/problem.ts";
import type { SqlText } from "../compile.ts";
import type { SqlDialect } from "../dialect.ts";
import type { GivenRows, SqlColumn, SqlEngine, SqlEstimate, SqlQueryOptions, SqlValue } from "../engine.ts";
import { noPackage } from "../faults.ts";
import type { SqlSource } from "../nodes.ts";
import { sqlProblem } from "../problems.ts";
import { splitName } from "../table-name.ts";
import { type ArrayRows, arrayRows } from "./_postgres-arrays.ts";
import { graceAfter, type WrittenTable, writeInBatches } from "./_write-batches.ts";
import { postgresDialect } from "./postgres-dialect.ts";

/** A client of pg, or a PGlite. */
interface PostgresClient {
  // biome-ignore lint/suspicious/noExplicitAny: pg and PGlite type their values differently.
  query(sql: string, values?: any[]): PromiseLike<PostgresAnswer>;
}
interface PostgresAnswer {
  readonly rows: readonly unknown[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
/** A pool of pg. */
export interface PostgresPool extends PostgresClient {
  connect(): PromiseLike<PostgresClient & { release(broken?: boolean): void }>;
  readonly totalCount: number;
}

export interface PostgresEngineOptions {
  /**
   * Stays open when the engine is closed. Of a pool, one connection is used, and another one to cancel statements. A
   * single client can cancel nothing: a statement that nobody waits for any more runs on until it ends.
   */
  readonly client: PostgresClient | PostgresPool;
}

/**
 * PostgreSQL by a client of yours.
 * @example
 * const engine = await openPostgres({ client: new pg.Pool() });
 */
export async function openPostgres({ client }: PostgresEngineOptions): Promise<SqlEngine> {
  if (!isPool(client)) return new Postgres(client);
  let own: Awaited<ReturnType<PostgresPool["connect"]>> | undefined;
  try {
    const leased = await client.connect();
    own = leased;
    const { rows } = await leased.query("SELECT pg_backend_pid() AS pid");
    return new Postgres(leased, {
      cancel: async () => {
        await client.query("SELECT pg_cancel_backend($1::int)", [fieldsOf(rows[0])["pid"]]);
      },
      release: async () => leased.release(),
    });
  } catch (error) {
    own?.release(true);
    throw failure(error);
  }
}

const isPool = (client: PostgresClient): client is PostgresPool =>
  "connect" in client && typeof client.connect === "function" && "totalCount" in client;

const PACKAGE = "pg";
interface PgPackage {
  readonly default: {
    readonly Pool: new (options: {
      readonly connectionString: string;
      readonly max: number;
      readonly application_name: string;
    }) => PostgresPool & { end(): Promise<void>; on(event: "error", listener: () => void): void };
  };
}

/** PostgreSQL at postgres://user@host:port/database; needs the package pg, and reads its environment variables. */
export async function openPostgresUrl(
  url: string,
  load: () => Promise<unknown> = () => import(PACKAGE),
): Promise<SqlEngine> {
  const { default: pg } = (await load().catch((error: Error) => {
    throw noPackage(PACKAGE, error);
  })) as PgPackage;
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: "goldie" });
  // Without a listener, a connection that breaks while nobody uses it would end the process.
  pool.on("error", () => {});
  try {
    const engine = await openPostgres({ client: pool });
    const close = engine.close.bind(engine);
    engine.close = async () => {
      await close();
      await pool.end();
    };
    return engine;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Rows of a FETCH. */
const BATCH = 10_000;

const TYPES =
  "SELECT oid::int AS oid, format_type(oid, NULL) AS type, typcategory::text AS category FROM pg_type WHERE oid = ANY($1::oid[])";
const TABLES = `SELECT CASE WHEN pg_table_is_visible(c.oid) THEN c.relname ELSE n.nspname || '.' || c.relname END AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'`;

class Postgres implements SqlEngine {
  readonly id = "postgres";
  readonly dialect: SqlDialect = postgresDialect;
  close: () => Promise<void>;
  readonly #client: PostgresClient;
  readonly #cancel: (() => Promise<void>) | undefined;
  /** Stands where the arrays are put in; no name of the user's has it in it. */
  readonly #mark = `goldie_rows_${randomUUID().replaceAll("-", "")}_`;
  readonly #given: ArrayRows[] = [];
  #cursors = 0;

  constructor(client: PostgresClient, pool?: { cancel(): Promise<void>; release(): Promise<void> }) {
    this.#client = client;
    this.#cancel = pool?.cancel;
    this.close = pool?.release ?? (async () => {});
  }

  tableName(written: string): readonly string[] {
    return splitName(written);
  }

  async describe(source: SqlSource, options?: SqlQueryOptions): Promise<readonly SqlColumn[] | undefined> {
    const statement = { sql: `SELECT * FROM ${this.dialect.source(source)} t LIMIT 0`, values: [] };
    try {
      const { fields } = await this.#ask(statement, options);
      const values = [fields.map(({ dataTypeID }) => dataTypeID)];
      const { rows } = await this.#client.query(TYPES, values);
      const types = new Map(rows.map(fieldsOf).map(({ oid, type, category }) => [oid, { type, category }]));
      return fields.map(({ name, dataTypeID }) => {
        const { type, category } = types.get(dataTypeID)!;
        return { name, type: String(type), kind: kindOf(String(type), String(category)) };
      });
    } catch (error) {
      if (MISSING.has(codeOf(error))) return undefined;
      throw failure(error);
    }
  }

  async tables(options?: SqlQueryOptions): Promise<readonly string[]> {
    const { rows } = await this.#asked({ sql: TABLES, values: [] }, options);
    return rows.map((row) => String(fieldsOf(row)["name"]));
  }

  /** As values of the statements that read them: a session that may only read can make no table, not even a temporary one. */
  async give(given: GivenRows): Promise<SqlSource> {
    this.#given.push(arrayRows(given, this.dialect));
    return { kind: "given", text: `${this.#mark}${this.#given.length - 1}_` };
  }

  async hasSchema(table: readonly string[], options?: SqlQueryOptions): Promise<boolean> {
    const [schema] = table.slice(0, -1).reverse();
    // Without a name, it is the first one of the search path that is there.
    const found =
      schema === undefined
        ? { sql: "SELECT 1 WHERE current_schema() IS NOT NULL", values: [] }
        : { sql: "SELECT 1 FROM pg_namespace WHERE nspname = $1", values: [schema] };
    return (await this.#asked(found, options)).rows.length > 0;
  }

  /** Outside of a transaction: the client may be in one of the user's. */
  async write(table: readonly string[], rows: GivenRows, options?: SqlQueryOptions): Promise<void> {
    const name = this.dialect.source({ kind: "table", name: table });
    const list = rows.columns.map((one) => `${this.dialect.quote(one.name)} ${this.dialect.types[one.type]}`);
    const signal = options?.signal;
    const written: WrittenTable = {
      engine: "PostgreSQL",
      name,
      create: (late) => this.#ended(`CREATE TABLE ${name} (${list.join(", ")})`, signal, late),
      isRefused: (error) => error instanceof Error && wasRefused(error.cause),
      insert: async (some) => {
        const given = this.dialect.source(await this.give(some));
        const { late, forget } = graceAfter(signal);
        try {
          await this.#ended(`INSERT INTO ${name} SELECT * FROM ${given} t`, signal, late);
        } catch (error) {
          signal?.throwIfAborted();
          throw error;
        } finally {
          forget();
          this.#given.pop();
        }
      },
      drop: async () => {
        await this.#asked({ sql: `DROP TABLE ${name}`, values: [] }, {});
      },
    };
    await writeInBatches(rows, BATCH, written, signal);
  }

  /** A cursor that is held needs no transaction, which may be the user's, and has all rows before it gives one. */
  async *query(
    { sql, values }: SqlText,
    options: SqlQueryOptions = {},
  ): AsyncGenerator<readonly (readonly SqlValue[])[]> {
    const cursor = `goldie_cursor_${this.#cursors++}`;
    await this.#asked({ sql: `DECLARE ${cursor} NO SCROLL CURSOR WITH HOLD FOR ${sql}`, values }, options);
    try {
      for (;;) {
        const fetch = { sql: `FETCH FORWARD ${BATCH} FROM ${cursor}`, values: [] };
        const { rows, fields } = await this.#asked(fetch, options);
        if (rows.length > 0)
          yield rows.map((row) => fields.map(({ name }) => (row as Record<string, SqlValue>)[name]!));
        if (rows.length < BATCH) break;
      }
    } finally {
      // Nobody waits for it: where the connection is gone, so is the cursor.
      await Promise.resolve(this.#client.query(`CLOSE ${cursor}`)).catch(() => {});
    }
  }

  async estimate({ sql, values }: SqlText, options?: SqlQueryOptions): Promise<SqlEstimate> {
    const { rows } = await this.#asked({ sql: `EXPLAIN (FORMAT JSON) ${sql}`, values }, options);
    const told: unknown = fieldsOf(rows[0])["QUERY PLAN"];
    const plan: unknown = typeof told === "string" ? JSON.parse(told) : told;
    const scans = scannedRows(plan);
    return {
      ...(scans.length === 0 ? {} : { rows: Math.max(...scans) }),
      text: JSON.stringify(plan, undefined, 2),
    };
  }

  async #asked(statement: SqlText, options: SqlQueryOptions | undefined): Promise<PostgresAnswer> {
    try {
      return await this.#ask(statement, options);
    } catch (error) {
      options?.signal?.throwIfAborted();
      throw failure(error);
    }
  }

  /** Cancelled by `signal`, but waited for until the server has ended it, and the cancelling too: late, it would hit what comes next. */
  async #ended(sql: string, signal: AbortSignal | undefined, late: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    let cancelling: Promise<void> | undefined;
    const stop = (): void => {
      cancelling = this.#cancel?.().catch(() => {});
    };
    signal?.addEventListener("abort", stop, { once: true });
    try {
      await unless(late, this.#send({ sql, values: [] }));
    } catch (error) {
      throw failure(error);
    } finally {
      signal?.removeEventListener("abort", stop);
      // A pool without a free connection never gets to it.
      if (cancelling !== undefined) await unless(late, cancelling).catch(() => {});
    }
  }

  #send({ sql, values }: SqlText): Promise<PostgresAnswer> {
    const all: string[] = [...values];
    const [head, ...rest] = sql.split(this.#mark);
    const text = rest.reduce((before, part) => {
      const end = part.indexOf("_");
      const rows = this.#given[Number(part.slice(0, end))]!;
      return `${before}${rows.relation((array) => `$${all.push(array)}`)}${part.slice(end + 1)}`;
    }, head!);
    return Promise.resolve(this.#client.query(text, all));
  }

  async #ask(statement: SqlText, { signal }: SqlQueryOptions = {}): Promise<PostgresAnswer> {
    signal?.throwIfAborted();
    const answer = this.#send(statement);
    if (signal === undefined) return answer;
    let stop: (() => void) | undefined;
    const stopped = new Promise<never>((_, reject) => {
      stop = () => {
        reject(signal.reason);
        // That it ends early is all that matters; whether it does, the client cannot tell.
        this.#cancel?.().catch(() => {});
      };
      signal.addEventListener("abort", stop, { once: true });
    });
    answer.catch(() => {});
    try {
      return await Promise.race([answer, stopped]);
    } finally {
      signal.removeEventListener("abort", stop!);
    }
  }
}

/** Nobody waits any longer than until the signal. */
async function unless<T>(signal: AbortSignal, done: Promise<T>): Promise<T> {
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([done, stopped]);
  } finally {
    signal.removeEventListener("abort", stop!);
  }
}

const INTEGERS = /^(smallint|integer|bigint)$/;
const NUMBERS = /^(real|double precision|numeric)$/;
function kindOf(type: string, category: string): SqlColumn["kind"] {
  if (INTEGERS.test(type)) return "integer";
  if (NUMBERS.test(type)) return "number";
  // Strings and enums.
  return category === "S" || category === "E" || type === "uuid" ? "text" : "other";
}

/** Of tables, wherever they are in the plan. */
function scannedRows(plan: unknown): number[] {
  if (Array.isArray(plan)) return plan.flatMap(scannedRows);
  const { "Relation Name": table, "Plan Rows": rows, Plan: top, Plans: below } = fieldsOf(plan);
  return [
    ...(table !== undefined && typeof rows === "number" ? [rows] : []),
    ...(top === undefined ? [] : scannedRows(top)),
    ...(below === undefined ? [] : scannedRows(below)),
  ];
}

const codeOf = (error: unknown): string => String(fieldsOf(error)["code"] ?? "");

/** invalid_schema_name */
const NO_SCHEMA = "3F000";
/** undefined_table */
const MISSING: ReadonlySet<string> = new Set(["42P01", NO_SCHEMA]);
/** invalid_authorization, invalid_catalog_name */
const LOGIN = /^(28|3D)/;
/** data_exception, syntax_error_or_access_rule_violation, feature_not_supported: the same data give it again. */
const REFUSED = /^(22|42|0A)/;
/** connection_exception, admin_shutdown, crash_shutdown; pg says the last without a code. */
const LOST = /^(08|57P0[12])/;
const TERMINATED = /Connection terminated|Client has encountered a connection error/i;

/** By the server, which goes on: only its own errors have a severity. */
const wasRefused = (cause: unknown): boolean =>
  fieldsOf(cause)["severity"] !== undefined && !LOST.test(codeOf(cause));

const failure = (error: unknown): GoldieError => Object.assign(problemOf(error), { cause: error });

function problemOf(error: unknown): GoldieError {
  const said = error instanceof Error && error.message !== "" ? error.message : undefined;
  const network = clientError(error);
  const code = codeOf(error);
  const fields = { engine: "PostgreSQL", message: said ?? (network as Error).message };
  const more = { level: "error" } as const;
  if (code === "ERR_INVALID_URL")
    return sqlProblem.error("bad-engine/address", {
      engine: "PostgreSQL",
      form: "postgres://user@host:5432/database",
    });
  if (code === "42501") return sqlProblem.error("engine-refused/permission", fields, more);
  if (code === NO_SCHEMA) return sqlProblem.error("engine-refused/schema", fields, more);
  if (LOGIN.test(code)) return sqlProblem.error("engine-refused/login", fields, more);
  // A socket that is not there is a file that is not there.
  if (network instanceof CallError || code === "57P03" || code === "ENOENT")
    return sqlProblem.error("engine-failed/unreachable", fields, more);
  if (LOST.test(code) || TERMINATED.test(fields.message))
    return sqlProblem.error("engine-failed/lost", fields, more);
  return sqlProblem.error(
    REFUSED.test(code) ? "engine-refused/engine" : "engine-failed/engine",
    fields,
    more,
  );
}
