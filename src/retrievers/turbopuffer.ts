import type { RetrieveContext, Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checked, checkedClient } from "./_check-options.ts";
import { type EmbedQuery, embedded, type MakeRequest } from "./_embed.ts";
import type { HitFields } from "./_fields.ts";
import { filterAs } from "./_filter.ts";

/** A namespace of @turbopuffer/turbopuffer. */
export interface TurbopufferNamespace {
  // biome-ignore lint/suspicious/noExplicitAny: rank_by has a type for each of its forms.
  query(request: any, options?: any): PromiseLike<object>;
}
export interface TurbopufferOptions extends HitFields {
  readonly namespace: TurbopufferNamespace;
  /** The attribute with the vectors, where there is `embed`, or with the text for BM25. Default: "vector", "text". */
  readonly attribute?: string;
  readonly embed?: EmbedQuery;
  readonly request?: MakeRequest;
}

/**
 * A namespace of Turbopuffer, by vector or by BM25.
 * @example
 * fromTurbopuffer({ namespace: client.namespace("docs"), embed })
 */
export function fromTurbopuffer(options: TurbopufferOptions): Retriever {
  const name = "fromTurbopuffer";
  const rankBy = async (query: string, context: RetrieveContext): Promise<unknown[]> => {
    const { embed, attribute } = options;
    return embed === undefined
      ? [attribute ?? "text", "BM25", query]
      : [attribute ?? "vector", "ANN", await embedded(embed, query, context)];
  };
  const made = adapter({
    name,
    about: "Turbopuffer namespace",
    options,
    names: ["namespace", "attribute", "embed", "request"],
    defaults: {
      id: "id",
      text: ["text", "content"],
      // A distance with vectors, a score with BM25.
      score: (row) => {
        const { $dist } = row as { readonly $dist?: unknown };
        return typeof $dist === "number" && options.embed !== undefined ? -$dist : $dist;
      },
    },
    hits: "rows",
    async ask(query, context) {
      const request = {
        rank_by: await rankBy(query, context),
        top_k: context.k,
        include_attributes: true,
        ...filterAs("filters", name, context),
        ...(await options.request?.(query, context)),
      };
      return options.namespace.query(request, { signal: context.signal });
    },
  });
  checkedClient(name, "namespace", options.namespace, ["query"]);
  checked(name, "embed", options.embed, (x) => x === undefined || typeof x === "function", "a function");
  return made;
}
