import type { Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checkedClient } from "./_check-options.ts";
import type { HitFields } from "./_fields.ts";
import { refuseFilter } from "./_filter.ts";

/** A retriever of LlamaIndexTS. */
export interface LlamaIndexRetriever {
  retrieve(query: { readonly query: string }): PromiseLike<readonly { readonly node: object }[]>;
}
export interface LlamaIndexOptions extends HitFields {
  readonly retriever: LlamaIndexRetriever;
}

/** Without the metadata that is put before the text for models. */
function textOf(hit: unknown): unknown {
  const node = (
    hit as { readonly node?: { getContent?(mode: string): unknown; readonly text?: unknown } } | null
  )?.node;
  return typeof node?.getContent === "function" ? node.getContent("NONE") : node?.text;
}

/**
 * A retriever of LlamaIndexTS. It returns as many nodes as its `similarityTopK`, whatever k is asked.
 * @example
 * fromLlamaIndex({ retriever: index.asRetriever({ similarityTopK: 20 }), id: "node.metadata.file_name" })
 */
export const fromLlamaIndex = (options: LlamaIndexOptions): Retriever =>
  adapter({
    name: "fromLlamaIndex",
    about: "LlamaIndex retriever",
    options,
    names: ["retriever"],
    defaults: { id: "node.id_", text: textOf, score: ["score"], doc: ["node.sourceNode.nodeId"] },
    ask(query, context) {
      refuseFilter("fromLlamaIndex", context, "make the retriever with its own filters and remove this one");
      return checkedClient("fromLlamaIndex", "retriever", options.retriever, ["retrieve"]).retrieve({
        query,
      });
    },
  });
