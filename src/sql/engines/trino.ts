/** Trino: any catalog of a cluster, asked over HTTP. */
import { GoldieError } from "../../core/problem.ts";
import type { SqlText } from "../compile.ts";
import { type SqlDialect, standard } from "../dialect.ts";
import type { GivenRows, SqlColumn, SqlEngine, SqlEstimate, SqlQueryOptions, SqlValue } from "../engine.ts";
import type { SqlSource, SqlType } from "../nodes.ts";
import { splitName } from "../table-name.ts";
import { type WrittenTable, writeInBatches } from "./_write-batches.ts";
import { type TrinoAddress, type TrinoOptions, trinoAddress } from "./trino/address.ts";
import { type TrinoCall, trinoRows } from "./trino/client.ts";
import { explainIo } from "./trino/estimate.ts";
import { type InlineType, inlineRows, quotedText } from "./trino/inline-rows.ts";

/** Values are encoded: Trino's protocol binds none. */
const trinoDialect: SqlDialect = { ...standard, id: "trino" };

const INLINE: Readonly<Record<SqlType, InlineType>> = {
  text: "varchar",
  double: "double",
  integer: "bigint",
};

const kindOf = (type: string): SqlColumn["kind"] => {
  if (/^(varchar|char|uuid)/.test(type)) return "text";
  if (/^(tinyint|smallint|integer|bigint)$/.test(type)) return "integer";
  return /^(real|double|decimal)/.test(type) ? "number" : "other";
};

/** Each INSERT stays below the length of a statement. */
const ROWS_AT_ONCE = 5000;

type TrinoOutside = Pick<TrinoCall, "clock" | "random" | "fetch">;

/**
 * Connects on use.
 * @example
 * const engine = openTrino({ url: "trino://localhost:8080/hive/logs" });
 */
export const openTrino = (options: TrinoOptions, outside: TrinoOutside = {}): SqlEngine =>
  new Trino(trinoAddress(options), outside);

class Trino implements SqlEngine {
  readonly id = "trino";
  readonly dialect: SqlDialect = trinoDialect;
  readonly #address: TrinoAddress;
  readonly #outside: TrinoOutside;

  constructor(address: TrinoAddress, outside: TrinoOutside) {
    this.#address = address;
    this.#outside = outside;
  }

  /** Names are lower case unless quoted, as in any statement. */
  tableName(written: string): readonly string[] {
    return splitName(written);
  }

  /** Catalog, schema and table. */
  #full(name: readonly string[]): readonly string[] {
    const { catalog, schema } = this.#address;
    const before = [catalog, schema].slice(0, Math.max(0, 3 - name.length));
    return [...before.filter((part) => part !== undefined), ...name];
  }

  async describe(source: SqlSource, options?: SqlQueryOptions): Promise<readonly SqlColumn[] | undefined> {
    if (source.kind !== "table") throw new TypeError("Trino describes tables only");
    const full = this.#full(source.name);
    const [catalog, schema, table] = full.length === 3 ? full : [undefined, ...full];
    if (catalog === undefined || schema === undefined || table === undefined) return undefined;
    const lower = (text: string) => quotedText(text.toLowerCase());
    const sql = `SELECT column_name, data_type FROM ${this.dialect.quote(catalog)}.information_schema.columns WHERE table_schema = ${lower(schema)} AND table_name = ${lower(table)} ORDER BY ordinal_position`;
    const columns: SqlColumn[] = [];
    for await (const rows of this.query({ sql, values: [] }, options))
      for (const [name, type] of rows)
        columns.push({
          name: String(name),
          type: String(type),
          kind: kindOf(String(type)),
          // Until 2026 a cast to varchar kept the blanks.
          ...(/^char\b/.test(String(type)) ? { padded: true } : {}),
        });
    return columns.length === 0 ? undefined : columns;
  }

  async tables(options?: SqlQueryOptions): Promise<readonly string[]> {
    const { catalog, schema } = this.#address;
    if (catalog === undefined || schema === undefined) return [];
    const sql = `SELECT table_name FROM ${this.dialect.quote(catalog)}.information_schema.tables WHERE table_schema = ${quotedText(schema.toLowerCase())}`;
    const names: string[] = [];
    for await (const rows of this.query({ sql, values: [] }, options))
      for (const [name] of rows) names.push(String(name));
    return names;
  }

  async hasSchema(name: readonly string[], options?: SqlQueryOptions): Promise<boolean> {
    const [catalog, schema, table] = this.#full(name);
    if (catalog === undefined || schema === undefined || table === undefined) return false;
    const sql = `SELECT schema_name FROM ${this.dialect.quote(catalog)}.information_schema.schemata WHERE schema_name = ${quotedText(schema.toLowerCase())}`;
    let found = false;
    // To the end: a statement that is left early is cancelled.
    for await (const rows of this.query({ sql, values: [] }, options)) found ||= rows.length > 0;
    return found;
  }

  /** The rows go into every statement that reads them. */
  async give({ columns, rows }: GivenRows): Promise<SqlSource> {
    const typed = columns.map(({ name, type }) => ({ name, type: INLINE[type] }));
    return { kind: "given", text: inlineRows(typed, rows) };
  }

  async *query(
    { sql }: SqlText,
    { signal, onProgress, onRetry }: SqlQueryOptions = {},
  ): AsyncGenerator<readonly (readonly SqlValue[])[]> {
    signal?.throwIfAborted();
    for await (const { rows } of trinoRows(this.#address, sql, {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(onRetry === undefined ? {} : { onRetry }),
      ...this.#outside,
    }))
      yield rows;
  }

  async estimate({ sql }: SqlText, { signal }: SqlQueryOptions = {}): Promise<SqlEstimate> {
    const { rows, bytes, scans } = await explainIo(
      this.#address,
      sql,
      signal === undefined ? {} : { signal },
    );
    const text = scans
      .map((scan) => `${scan.table}: ${scan.rows ?? "unknown"} rows, ${scan.bytes ?? "unknown"} bytes`)
      .join("\n");
    return { ...(rows === undefined ? {} : { rows }), ...(bytes === undefined ? {} : { bytes }), text };
  }

  async write(table: readonly string[], rows: GivenRows, options?: SqlQueryOptions): Promise<void> {
    const name = this.#full(table)
      .map((part) => this.dialect.quote(part))
      .join(".");
    const signal = options?.signal === undefined ? {} : { signal: options.signal };
    const run = async (sql: string, call: { readonly signal?: AbortSignal } = signal): Promise<void> => {
      for await (const _ of trinoRows(this.#address, sql, { ...this.#outside, ...call, again: false }));
    };
    const list = rows.columns.map((one) => `${this.dialect.quote(one.name)} ${INLINE[one.type]}`).join(", ");
    const written: WrittenTable = {
      engine: "Trino",
      name,
      create: (late) => run(`CREATE TABLE ${name} (${list})`, { signal: late }),
      // A failure within Trino may come after its catalog has made the table.
      isRefused: (error) => error instanceof GoldieError && error.problem.code === "engine-refused",
      insert: async (some) =>
        run(`INSERT INTO ${name} SELECT * FROM ${this.dialect.source(await this.give(some))}`),
      drop: () => run(`DROP TABLE ${name}`, {}),
    };
    await writeInBatches(rows, ROWS_AT_ONCE, written, options?.signal);
  }

  async close(): Promise<void> {}
}
