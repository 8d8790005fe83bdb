import type { Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checked } from "./_check-options.ts";
import { type EmbedQuery, embedded, given, type MakeRequest } from "./_embed.ts";
import { type HitFields, scoreOf } from "./_fields.ts";
import { filterAs } from "./_filter.ts";

const SEARCHES = ["hybrid", "bm25", "nearText", "nearVector"] as const;
/** How Weaviate searches. */
export type WeaviateSearch = (typeof SEARCHES)[number];

/** A collection of weaviate-client 3. */
export interface WeaviateCollection {
  readonly query: {
    // biome-ignore lint/suspicious/noExplicitAny: words or a vector, and options of each search.
    readonly [name in WeaviateSearch]: (wanted: any, options?: any) => PromiseLike<unknown>;
  };
}
export interface WeaviateOptions extends HitFields {
  readonly collection: WeaviateCollection;
  /** Default: "hybrid", or "nearVector" where there is `embed`. */
  readonly search?: WeaviateSearch;
  readonly embed?: EmbedQuery;
  /** Further options of the search, such as { alpha: 0.5 }. */
  readonly request?: MakeRequest;
}

/**
 * A collection of Weaviate. Its own ids are UUIDs; yours are usually among the properties.
 * @example
 * fromWeaviate({ collection: client.collections.use("Docs"), id: "properties.docId", text: "properties.body" })
 */
export function fromWeaviate(options: WeaviateOptions): Retriever {
  const name = "fromWeaviate";
  const { embed } = options ?? {};
  const search = options?.search ?? (embed === undefined ? "hybrid" : "nearVector");
  const made = adapter({
    name,
    about: `Weaviate ${search}`,
    options,
    names: ["collection", "search", "embed", "request"],
    defaults: {
      id: "uuid",
      text: ["properties.text", "properties.content", "properties.body"],
      score: scoreOf("metadata.score", "-metadata.distance"),
    },
    hits: "objects",
    async ask(query, context) {
      const vector = embed === undefined ? undefined : await embedded(embed, query, context);
      const byVector = search === "nearVector";
      const request = {
        limit: context.k,
        returnMetadata: byVector || search === "nearText" ? ["distance"] : ["score"],
        ...filterAs("filters", name, context),
        // A hybrid search may bring its own vector for its second half.
        ...(byVector ? {} : given("vector", vector)),
        ...(await options.request?.(query, context)),
      };
      return options.collection.query[search](byVector ? vector : query, request);
    },
  });
  checked(name, "search", search, (x) => SEARCHES.includes(x), `one of ${SEARCHES.join(", ")}`);
  checked(
    name,
    "collection",
    options.collection,
    (x) => typeof x?.query?.[search] === "function",
    `a collection with query.${search}()`,
  );
  if (search === "nearVector")
    checked(name, "embed", embed, (x) => typeof x === "function", "a function from a query to its vector");
  return made;
}
