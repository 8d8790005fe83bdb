import type { Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checked } from "./_check-options.ts";
import type { MakeRequest } from "./_embed.ts";
import type { HitFields } from "./_fields.ts";
import { filterAs } from "./_filter.ts";

export interface OramaOptions extends HitFields {
  readonly db: object;
  /** `search`, or `searchVector`, of @orama/orama. */
  // biome-ignore lint/suspicious/noExplicitAny: its parameters follow from the schema of the database.
  readonly search: (db: any, params: any) => unknown;
  /** Further parameters of the search, such as { properties: ["body"] }. */
  readonly request?: MakeRequest;
}

/**
 * A database of Orama.
 * @example
 * fromOrama({ db, search, text: "document.body" })
 */
export function fromOrama(options: OramaOptions): Retriever {
  const made = adapter({
    name: "fromOrama",
    about: "Orama",
    options,
    names: ["db", "search", "request"],
    defaults: { id: "id", text: ["document.text", "document.content", "document.body"], score: ["score"] },
    hits: "hits",
    ask: async (query, context) =>
      options.search(options.db, {
        term: query,
        limit: context.k,
        ...filterAs("where", "fromOrama", context),
        ...(await options.request?.(query, context)),
      }),
  });
  checked("fromOrama", "search", options.search, (x) => typeof x === "function", "search of @orama/orama");
  checked("fromOrama", "db", options.db, (x) => typeof x === "object" && x !== null, "a database of Orama");
  return made;
}
