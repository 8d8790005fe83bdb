/** The engines that can be named, each loaded when it is. A further engine is one more entry. */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import type { Clock } from "../../calls/clock.ts";
import { GoldieError, nearest } from "../../core/problem.ts";
import type { SqlDialect } from "../dialect.ts";
import type { SqlEngine } from "../engine.ts";
import type { SqlFile } from "../nodes.ts";
import { sqlProblem } from "../problems.ts";

export interface OpenEngineOptions {
  /** A path as the user wrote it → a full one. */
  readonly resolve?: ((path: string) => string) | undefined;
  /** Results will be written into a table. */
  readonly writable?: boolean | undefined;
  /** Where tokens and passwords are, for engines that take them from there. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** For waits between tries. */
  readonly clock?: Clock | undefined;
}

export interface EngineKind {
  /** What its name starts with: "duckdb" alone, "duckdb:…" or "trino://…". */
  readonly scheme: string;
  /** How people write it, for messages and help. */
  readonly written: readonly string[];
  /** Files that it reads where they are. */
  readonly files?: readonly SqlFile["format"][];
  open?(text: string, options: OpenEngineOptions): Promise<SqlEngine>;
  /** Instead of `open`: its statements are printed, and run by the user. */
  dialect?(): Promise<SqlDialect>;
  /** A line above those statements. */
  about?(): Promise<string>;
}

const ENGINES: readonly EngineKind[] = [
  {
    scheme: "duckdb",
    written: ["duckdb", "duckdb:FILE.duckdb"],
    files: ["parquet", "csv", "jsonl", "trec-run"],
    async open(text, { resolve = (path) => path, writable }) {
      const path = text.slice("duckdb:".length);
      // DuckDB would show the full path.
      if (path !== "" && writable !== true && !existsSync(resolve(path)))
        throw sqlProblem.error("bad-engine/no-database", { path });
      const { openDuckDb } = await import("./duckdb.ts");
      try {
        return await openDuckDb(path === "" ? {} : { path: resolve(path), writable });
      } catch (error) {
        if (error instanceof GoldieError && path !== "" && !isDatabase(resolve(path)))
          throw sqlProblem.error("bad-engine/not-database", { path });
        throw error;
      }
    },
  },
  {
    scheme: "trino",
    written: ["trino://HOST:PORT/CATALOG/SCHEMA"],
    async open(url, { env = {}, clock }) {
      const { openTrino } = await import("./trino.ts");
      const [user, password, token] = ["USER", "PASSWORD", "TOKEN"].map((name) => env[`TRINO_${name}`]);
      return openTrino(
        {
          url,
          ...(user === undefined ? {} : { user }),
          ...(password === undefined ? {} : { password }),
          ...(token === undefined ? {} : { token }),
        },
        clock === undefined ? {} : { clock },
      );
    },
  },
  ...["postgres", "postgresql"].map((scheme) => ({
    scheme,
    written: scheme === "postgres" ? ["postgres://HOST:PORT/DATABASE"] : [],
    async open(url: string) {
      return (await import("./postgres.ts")).openPostgresUrl(url);
    },
  })),
  {
    scheme: "clickhouse",
    written: ["clickhouse://HOST:PORT/DATABASE"],
    async open(url, { fetch }) {
      const { openClickHouse } = await import("./clickhouse/clickhouse.ts");
      return openClickHouse(url, fetch === undefined ? {} : { fetch });
    },
  },
  ...(["bigquery", "snowflake", "databricks", "spark"] as const).map((scheme) => ({
    scheme,
    written: [scheme],
    dialect: async () => (await import("./printed.ts")).printedDialects[scheme],
    about: async () => (await import("./printed.ts")).unverified(scheme),
  })),
];

/** DuckDB's mark follows a checksum. */
function isDatabase(path: string): boolean {
  try {
    const file = openSync(path, "r");
    const mark = Buffer.alloc(4);
    readSync(file, mark, 0, 4, 8);
    closeSync(file);
    return mark.toString("latin1") === "DUCK";
  } catch {
    return true;
  }
}

const schemeOf = (text: string): string => /^[a-z][a-z0-9+.-]*/i.exec(text)?.[0].toLowerCase() ?? "";

/** @throws GoldieError with the list of engines. */
export function engineKind(text: string, engines: readonly EngineKind[] = ENGINES): EngineKind {
  const kind = engines.find(({ scheme }) => scheme === schemeOf(text));
  if (kind !== undefined) return kind;
  // Only what is in front of the colon: the rest may hold a password.
  throw sqlProblem.error("bad-engine/unknown", {
    found: schemeOf(text) || "of this name",
    engines: engines.flatMap(({ written }) => written),
    nearest: nearest(
      schemeOf(text),
      engines.map(({ scheme }) => scheme),
    ),
  });
}

/**
 * Opens the engine that the text names; close it after use.
 * @example
 * const engine = await openEngine("duckdb:runs.duckdb");
 */
export async function openEngine(text: string, options: OpenEngineOptions = {}): Promise<SqlEngine> {
  const { open, scheme } = engineKind(text);
  if (open === undefined) throw sqlProblem.error("bad-engine/print-only", { engine: scheme });
  return open(text, options);
}
