import type { Retriever } from "../core/retriever.ts";
import { adapter } from "./_adapter.ts";
import { checkedClient } from "./_check-options.ts";
import { requestOf, type VectorOptions } from "./_embed.ts";
import { type HitFields, scoreOf } from "./_fields.ts";
import { filterAs } from "./_filter.ts";

/** A collection of chromadb. */
export interface ChromaCollection {
  query(request: object): PromiseLike<object>;
}
export interface ChromaOptions extends HitFields, VectorOptions {
  readonly collection: ChromaCollection;
}

/** One list per query and column → one object per hit. */
function rowsOf(answer: unknown): unknown {
  const columns = (answer ?? {}) as Readonly<Record<string, readonly unknown[] | null | undefined>>;
  const column = (name: string): readonly unknown[] => {
    const first = columns[name]?.[0];
    return Array.isArray(first) ? first : [];
  };
  if (!Array.isArray(columns["ids"]?.[0])) return undefined;
  const [distances, documents, metadatas] = ["distances", "documents", "metadatas"].map(column);
  return column("ids").map((id, i) => ({
    id,
    distance: distances![i],
    document: documents![i],
    metadata: metadatas![i],
  }));
}

/**
 * A collection of Chroma. Without `embed` it embeds the words of the query by its own embedding function.
 * @example
 * fromChroma({ collection: await client.getCollection({ name: "docs" }) })
 */
export function fromChroma(options: ChromaOptions): Retriever {
  const made = adapter({
    name: "fromChroma",
    about: "Chroma collection",
    options,
    names: ["collection", "embed", "request"],
    defaults: { id: "id", text: ["document"], score: scoreOf("-distance") },
    hits: rowsOf,
    ask: async (query, context) =>
      options.collection.query(
        await requestOf(options, query, context, (vector) => ({
          ...(vector === undefined ? { queryTexts: [query] } : { queryEmbeddings: [vector] }),
          nResults: context.k,
          ...filterAs("where", "fromChroma", context),
        })),
      ),
  });
  checkedClient("fromChroma", "collection", options.collection, ["query"]);
  return made;
}
