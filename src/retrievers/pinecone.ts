import type { Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checkedClient } from "./_check-options.ts";
import { checkVectorOptions, given, requestOf, type VectorOptions } from "./_embed.ts";
import type { HitFields } from "./_fields.ts";
import { filterAs } from "./_filter.ts";

/** An index, or a namespace of one, of @pinecone-database/pinecone. */
export interface PineconeIndex {
  // biome-ignore lint/suspicious/noExplicitAny: by vector or by id, which are two types there.
  query(request: any): PromiseLike<object>;
}
export interface PineconeOptions extends HitFields, VectorOptions {
  readonly index: PineconeIndex;
}

/**
 * An index of Pinecone.
 * @example
 * fromPinecone({ index: pinecone.index("docs").namespace("en"), embed, text: "metadata.text" })
 */
export function fromPinecone(options: PineconeOptions): Retriever {
  const made = adapter({
    name: "fromPinecone",
    about: "Pinecone index",
    options,
    names: ["index", "embed", "request"],
    defaults: {
      id: "id",
      text: ["metadata.text", "metadata.content", "metadata.chunk_text"],
      score: ["score"],
    },
    hits: "matches",
    ask: async (query, context) =>
      options.index.query(
        await requestOf(options, query, context, (vector) => ({
          ...given("vector", vector),
          topK: context.k,
          includeMetadata: true,
          ...filterAs("filter", "fromPinecone", context),
        })),
      ),
  });
  checkedClient("fromPinecone", "index", options.index, ["query"]);
  checkVectorOptions("fromPinecone", options);
  return made;
}
