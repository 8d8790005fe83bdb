/** A real Trino for the checks of test/services/trino.ts: started once, with tables in memory and over Parquet files. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type ClusterOptions, startCluster, type TrinoCluster } from "../../scripts/_trino/cluster.mjs";
import type { SqlValue } from "../../src/sql/engine.ts";
import { parseTrinoUrl, type TrinoAddress } from "../../src/sql/engines/trino/address.ts";
import { type TrinoCall, trinoTable } from "../../src/sql/engines/trino/client.ts";
import {
  type InlineColumn,
  inlineRows,
  quotedName,
  quotedText,
} from "../../src/sql/engines/trino/inline-rows.ts";
import type { TrinoPage } from "../../src/sql/engines/trino/rows.ts";

/** The names of files and their bytes, or paths of files to copy. */
export type ParquetFiles = Readonly<Record<string, Uint8Array>> | readonly string[];

export interface TrinoService {
  readonly cluster: TrinoCluster;
  /** trino://127.0.0.1:port/catalog/schema, as a user writes it. Catalogs: memory (schema default) and lake (goldie). */
  url(catalog?: string, schema?: string): string;
  readonly address: TrinoAddress;
  query(sql: string, call?: TrinoCall): Promise<TrinoPage>;
  /** memory.default.NAME, which loses its rows with a worker. Returns its full name. */
  memoryTable(
    name: string,
    columns: readonly InlineColumn[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<string>;
  /** lake.goldie.NAME, an external table over these files. Returns its full name. */
  parquetTable(
    name: string,
    columns: readonly { readonly name: string; readonly type: string }[],
    files: ParquetFiles,
  ): Promise<string>;
  stop(): Promise<void>;
}

/** Throws Skipped where Java or Maven is missing. */
export async function openTrino(options: ClusterOptions = {}): Promise<TrinoService> {
  const cluster = await startCluster(options);
  const url = (catalog = "memory", schema = "default"): string =>
    `${cluster.url.replace("http:", "trino:")}/${catalog}/${schema}`;
  const address = parseTrinoUrl(url());
  const query = (sql: string, call?: TrinoCall): Promise<TrinoPage> => trinoTable(address, sql, call);
  const named = (columns: readonly { readonly name: string; readonly type: string }[]): string =>
    columns.map(({ name, type }) => `${quotedName(name)} ${type}`).join(", ");
  return {
    cluster,
    url,
    address,
    query,
    async memoryTable(name, columns, rows) {
      const table = `memory.default.${quotedName(name)}`;
      await query(`CREATE TABLE ${table} (${named(columns)})`);
      // As many rows as fit into a statement, by halves.
      const insert = async (some: readonly (readonly SqlValue[])[]): Promise<void> => {
        if (some.length === 0) return;
        if (some.length > 20_000) {
          await insert(some.slice(0, some.length / 2));
          await insert(some.slice(some.length / 2));
        } else await query(`INSERT INTO ${table} ${inlineRows(columns, some)}`);
      };
      await insert(rows);
      return table;
    },
    async parquetTable(name, columns, files) {
      const folder = join(cluster.lake, name);
      mkdirSync(folder, { recursive: true });
      if (isPaths(files)) for (const path of files) copyFileSync(path, join(folder, basename(path)));
      else for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
      const table = `lake.goldie.${quotedName(name)}`;
      const place = quotedText(`local:///${name}`);
      await query("CREATE SCHEMA IF NOT EXISTS lake.goldie");
      await query(
        `CREATE TABLE ${table} (${named(columns)}) WITH (external_location = ${place}, format = 'PARQUET')`,
      );
      return table;
    },
    stop: () => cluster.stop(),
  };
}

const isPaths = (files: ParquetFiles): files is readonly string[] => Array.isArray(files);
