import type { Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checkedClient } from "./_check-options.ts";
import { requestOf, type VectorOptions } from "./_embed.ts";
import type { HitFields } from "./_fields.ts";
import { filterAs } from "./_filter.ts";

/** An index of @upstash/vector. */
export interface UpstashIndex {
  // biome-ignore lint/suspicious/noExplicitAny: by data or by vector, which are two types there.
  query(request: any, options?: any): PromiseLike<readonly unknown[]>;
}
export interface UpstashOptions extends HitFields, VectorOptions {
  readonly index: UpstashIndex;
}

/**
 * An index of Upstash Vector. Without `embed` Upstash embeds the words of the query.
 * @example
 * fromUpstash({ index: new Index({ url, token }), text: "data" })
 */
export function fromUpstash(options: UpstashOptions): Retriever {
  const made = adapter({
    name: "fromUpstash",
    about: "Upstash index",
    options,
    names: ["index", "embed", "request"],
    defaults: { id: "id", text: ["data", "metadata.text"], score: ["score"] },
    ask: async (query, context) =>
      options.index.query(
        await requestOf(options, query, context, (vector) => ({
          ...(vector === undefined ? { data: query } : { vector }),
          topK: context.k,
          includeMetadata: true,
          includeData: true,
          ...filterAs("filter", "fromUpstash", context),
        })),
      ),
  });
  checkedClient("fromUpstash", "index", options.index, ["query"]);
  return made;
}
