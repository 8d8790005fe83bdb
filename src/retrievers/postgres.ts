import type { RetrieveContext, Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checked, checkedClient } from "./_check-options.ts";
import { type EmbedQuery, embedded } from "./_embed.ts";
import type { HitFields } from "./_fields.ts";
import { isFiltered, refuseFilter, watchFilter } from "./_filter.ts";

/** A pool or client of pg, or a PGlite. */
export interface PostgresLike {
  // biome-ignore lint/suspicious/noExplicitAny: pg and PGlite type their values differently.
  query(sql: string, values?: any[]): PromiseLike<{ readonly rows: readonly unknown[] }>;
}
export interface PostgresOptions extends HitFields {
  readonly client: PostgresLike;
  /** $1 is the query, or its vector where there is `embed`; $2 is k; $3 is the filter of the run, or null. */
  readonly sql: string;
  readonly embed?: EmbedQuery;
  /** Other values for $1, $2 … */
  readonly values?: (query: string, context: RetrieveContext) => PromiseLike<unknown[]> | unknown[];
}

/**
 * A query of PostgreSQL, by pgvector or full text.
 * @example
 * fromPostgres({ client: pool, embed, sql: "select id, body as text, 1 - (e <=> $1) as score from docs order by e <=> $1 limit $2" })
 */
export function fromPostgres(options: PostgresOptions): Retriever {
  const name = "fromPostgres";
  const values = async (query: string, context: RetrieveContext): Promise<unknown[]> => {
    if (options.values !== undefined) {
      const { watched, refuseUnread } = watchFilter(context);
      const own = await options.values(query, watched);
      refuseUnread(
        name,
        "use it among your values: values: (query, { k, filter }) => […], or remove the filter",
      );
      return own;
    }
    const { embed, sql } = options;
    if (!uses(3, sql))
      refuseFilter(name, context, "put $3 into sql where the filter belongs, or remove the filter");
    // As pgvector writes vectors; `pg` would turn a list into a PostgreSQL array.
    const first = embed === undefined ? query : JSON.stringify(await embedded(embed, query, context));
    // PostgreSQL refuses values that the statement does not use.
    const filter = isFiltered(context) ? context.filter : null;
    return uses(3, sql) ? [first, context.k, filter] : uses(2, sql) ? [first, context.k] : [first];
  };
  const made = adapter({
    name,
    about: "PostgreSQL query",
    options,
    names: ["client", "sql", "embed", "values"],
    defaults: {
      id: "id",
      text: ["text", "body", "content", "document"],
      score: numberAt("score"),
      doc: ["doc"],
    },
    hits: "rows",
    ask: async (query, context) => options.client.query(options.sql, await values(query, context)),
  });
  checkedClient(name, "client", options.client, ["query"]);
  checked(name, "sql", options.sql, (x) => typeof x === "string" && x.includes("$1"), "a query with $1");
  return made;
}

const PLACES = { 2: /\$2(?!\d)/, 3: /\$3(?!\d)/ } as const;
const uses = (place: keyof typeof PLACES, sql: string): boolean => PLACES[place].test(sql);

/** `pg` gives numeric columns as strings. */
const numberAt =
  (field: string) =>
  (row: unknown): unknown => {
    const value = (row as Record<string, unknown> | null)?.[field];
    return typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  };
