import type { Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checked, checkedClient } from "./_check-options.ts";
import { checkVectorOptions, given, requestOf, type VectorOptions } from "./_embed.ts";
import type { HitFields } from "./_fields.ts";
import { filterAs } from "./_filter.ts";

/** A client of @qdrant/js-client-rest. */
export interface QdrantLike {
  query(collection: string, request: object): PromiseLike<object>;
}
export interface QdrantOptions extends HitFields, VectorOptions {
  readonly client: QdrantLike;
  readonly collection: string;
}

/**
 * A collection of Qdrant. Its own ids are numbers or UUIDs; yours are usually in the payload.
 * @example
 * fromQdrant({ client, collection: "docs", embed, id: "payload.docId" })
 */
export function fromQdrant(options: QdrantOptions): Retriever {
  const name = "fromQdrant";
  const made = adapter({
    name,
    about: `Qdrant collection ${options?.collection}`,
    options,
    names: ["client", "collection", "embed", "request"],
    defaults: {
      id: "id",
      text: ["payload.text", "payload.content", "payload.page_content"],
      score: ["score"],
    },
    hits: "points",
    ask: async (query, context) =>
      options.client.query(
        options.collection,
        await requestOf(options, query, context, (vector) => ({
          ...given("query", vector),
          limit: context.k,
          with_payload: true,
          ...filterAs("filter", name, context),
        })),
      ),
  });
  checkedClient(name, "client", options.client, ["query"]);
  checked(name, "collection", options.collection, isName, "the name of a collection");
  checkVectorOptions(name, options);
  return made;
}

const isName = (x: unknown): boolean => typeof x === "string" && x !== "";
