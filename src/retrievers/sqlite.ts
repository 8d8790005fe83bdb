import type { RetrieveContext, Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checked, checkedClient } from "./_check-options.ts";
import { type HitFields, scoreOf } from "./_fields.ts";
import { watchFilter } from "./_filter.ts";

/** A database of better-sqlite3, node:sqlite or bun:sqlite, or of node-sqlite3-wasm or sqlite. */
export type SqliteLike =
  // biome-ignore lint/suspicious/noExplicitAny: each library types its values in its own way.
  | { prepare(sql: string): { all(...values: any[]): unknown } }
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  | { all(sql: string, values?: any): unknown };

export interface SqliteOptions extends HitFields {
  readonly db: SqliteLike;
  /** A table of FTS5, to search in all of its columns. */
  readonly table?: string;
  /** Instead of `table`: a query with a ? for the words, and one for k. */
  readonly sql?: string;
  /** What FTS5 is asked for. Default: any of the words, since the signs in a question are syntax there. */
  readonly match?: (query: string, context: RetrieveContext) => string;
  /** Values for each ? of `sql`. `words`: what `match` returned. Default: [words, k]. */
  readonly values?: (words: string, context: RetrieveContext) => readonly unknown[];
}

const name = "fromSqlite";

/**
 * Full text search of SQLite (FTS5).
 * @example
 * fromSqlite({ db, table: "docs" })
 * @example
 * fromSqlite({ db, sql: "select id, body as text, -bm25(docs, 2.0, 1.0) as score from docs where docs match ? order by bm25(docs, 2.0, 1.0) limit ?" })
 * @example
 * fromSqlite({ db, sql: "select id, body as text from docs where docs match ? and lang = ? order by rank limit ?", values: (words, { k, filter }) => [words, filter, k] })
 */
export function fromSqlite(options: SqliteOptions): Retriever {
  const { table, sql = table === undefined ? undefined : sqlFor(table), match = anyWord } = options ?? {};
  const values = (words: string, context: RetrieveContext): readonly unknown[] =>
    options.values?.(words, context) ?? [words, context.k];
  const made = adapter({
    name,
    about: `SQLite FTS5${table === undefined ? "" : ` table ${table}`}`,
    options,
    names: ["db", "table", "sql", "match", "values"],
    defaults: { id: "id", text: ["text", "body", "content"], score: scoreOf("score"), doc: ["doc"] },
    ask(query, context) {
      const { watched, refuseUnread } = watchFilter(context);
      const words = match(query, watched);
      const given = values(words, watched);
      refuseUnread(
        name,
        "give sql a ? for it, and values: (words, { k, filter }) => [words, filter, k], or remove the filter",
      );
      // Without a word FTS5 finds nothing, and says that as an error.
      return words === "" ? [] : rowsOf(options.db, sql!, given);
    },
  });
  checkedClient(name, "db", options.db, ["all", "prepare"]);
  checked(
    name,
    "table",
    sql,
    (x) => typeof x === "string" && x !== "",
    "the name of a table of FTS5, or give sql",
  );
  return made;
}

function rowsOf(db: SqliteLike, sql: string, values: readonly unknown[]): unknown {
  // node-sqlite3-wasm has both; its statements must be freed, which `all` does.
  return "all" in db && typeof db.all === "function"
    ? db.all(sql, [...values])
    : (db as Extract<SqliteLike, { prepare: unknown }>).prepare(sql).all(...values);
}

function sqlFor(table: string): string {
  const quoted = `"${table.replaceAll('"', '""')}"`;
  return `select rowid, *, -bm25(${quoted}) as score from ${quoted} where ${quoted} match ? order by bm25(${quoted}) limit ?`;
}

/** Each word as a string of FTS5, where nothing is an operator. */
function anyWord(query: string): string {
  const words = query.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
  return [...new Set(words)].map((word) => `"${word}"`).join(" OR ");
}
