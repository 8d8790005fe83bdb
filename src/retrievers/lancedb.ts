import type { Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checkedClient } from "./_check-options.ts";
import { type EmbedQuery, embedded } from "./_embed.ts";
import { type HitFields, scoreOf } from "./_fields.ts";
import { refuseFilter } from "./_filter.ts";

/** A query of LanceDB that is being put together. */
export interface LanceDbQuery {
  limit(k: number): LanceDbQuery;
  where(filter: string): LanceDbQuery;
  toArray(): PromiseLike<readonly unknown[]>;
}
/** A table of @lancedb/lancedb. */
export interface LanceDbTable {
  // biome-ignore lint/suspicious/noExplicitAny: vectors of several types, texts, and queries of its own.
  search(query: any, type?: string): LanceDbQuery;
}
export interface LanceDbOptions extends HitFields {
  readonly table: LanceDbTable;
  /** Without it the words of the query are searched for: by the full text index, or as the table embeds them. */
  readonly embed?: EmbedQuery;
  /** "fts", "vector", "hybrid" or "auto", as LanceDB has it. */
  readonly type?: string;
}

/**
 * A table of LanceDB.
 * @example
 * fromLanceDb({ table: await db.openTable("docs"), embed })
 */
export function fromLanceDb(options: LanceDbOptions): Retriever {
  const made = adapter({
    name: "fromLanceDb",
    about: "LanceDB table",
    options,
    names: ["table", "embed", "type"],
    defaults: {
      id: "id",
      text: ["text", "content", "document"],
      score: scoreOf("_relevance_score", "_score", "-_distance"),
      doc: ["doc"],
    },
    async ask(query, context) {
      const { table, embed, type } = options;
      const { filter, k } = context;
      if (typeof filter !== "string")
        refuseFilter("fromLanceDb", context, `write the filter as a condition of SQL: filter: "tenant = 3"`);
      const wanted = embed === undefined ? query : await embedded(embed, query, context);
      const search = type === undefined ? table.search(wanted) : table.search(wanted, type);
      const filtered = typeof filter === "string" ? search.where(filter) : search;
      return filtered.limit(k).toArray();
    },
  });
  checkedClient("fromLanceDb", "table", options.table, ["search"]);
  return made;
}
