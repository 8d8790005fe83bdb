/** Trino: any catalog of a cluster, asked over HTTP. */
import type { SqlText } from "../compile.ts";
import { type SqlDialect, standard } from "../dialect.ts";
import type { GivenRows, SqlColumn, SqlEngine, SqlEstimate, SqlQueryOptions, SqlValue } from "../engine.ts";
import type { SqlSource, SqlType } from "../nodes.ts";
import { splitName } from "../table-name.ts";
import { type TrinoAddress, type TrinoOptions, trinoAddress } from "./trino/address.ts";
import { trinoRows } from "./trino/client.ts";
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

/**
 * Connects on use.
 * @example
 * const engine = openTrino({ url: "trino://localhost:8080/hive/logs" });
 */
export const openTrino = (options: TrinoOptions): SqlEngine => new Trino(trinoAddress(options));

class Trino implements SqlEngine {
  readonly id = "trino";
  readonly dialect: SqlDialect = trinoDialect;
  readonly #address: TrinoAddress;

  constructor(address: TrinoAddress) {
    this.#address = address;
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
        columns.push({ name: String(name), type: String(type), kind: kindOf(String(type)) });
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

  /** The rows go into every statement that reads them. */
  async give({ columns, rows }: GivenRows): Promise<SqlSource> {
    const typed = columns.map(({ name, type }) => ({ name, type: INLINE[type] }));
    return { kind: "given", text: inlineRows(typed, rows) };
  }

  async *query(
    { sql }: SqlText,
    { signal, onProgress }: SqlQueryOptions = {},
  ): AsyncGenerator<readonly (readonly SqlValue[])[]> {
    signal?.throwIfAborted();
    for await (const { rows } of trinoRows(this.#address, sql, {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
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

  async write(
    table: readonly string[],
    { columns, rows }: GivenRows,
    options?: SqlQueryOptions,
  ): Promise<void> {
    const name = this.#full(table)
      .map((part) => this.dialect.quote(part))
      .join(".");
    const signal = options?.signal === undefined ? {} : { signal: options.signal };
    const run = async (sql: string): Promise<void> => {
      for await (const _ of trinoRows(this.#address, sql, { ...signal, again: false }));
    };
    const list = columns.map((one) => `${this.dialect.quote(one.name)} ${INLINE[one.type]}`).join(", ");
    await run(`CREATE TABLE ${name} (${list})`);
    let some: (readonly (string | number | null)[])[] = [];
    const insert = async (): Promise<void> => {
      if (some.length === 0) return;
      const given = await this.give({ columns, rows: some });
      await run(`INSERT INTO ${name} SELECT * FROM ${this.dialect.source(given)}`);
      some = [];
    };
    try {
      for (const row of rows) {
        some.push(row);
        if (some.length === ROWS_AT_ONCE) await insert();
      }
      await insert();
    } catch (error) {
      // A part of the rows would pass for all of them.
      await run(`DROP TABLE ${name}`).catch(() => {});
      throw error;
    }
  }

  async close(): Promise<void> {}
}
