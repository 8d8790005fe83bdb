import { DOCUMENT_IDS, type DocumentLike, documentIdField, isFoundDocument } from "../core/documents.ts";
import type { RetrieveContext, Retriever } from "../core/retriever.ts";
import { checkedClient, checkNames } from "./_check-options.ts";
import { HIT_FIELDS, type HitFields, type HitListReader, hitReader, listIn } from "./_fields.ts";
import { refuseFilter } from "./_filter.ts";
import { untilAborted } from "./_until-aborted.ts";

/** A retriever of LangChain.js, or anything else that is invoked with a query and gives documents. */
export interface LangChainRetriever {
  invoke(query: string, options?: { readonly signal?: AbortSignal }): PromiseLike<readonly DocumentLike[]>;
}
/** A vector store of LangChain.js. */
export interface LangChainVectorStore {
  similaritySearchWithScore(
    query: string,
    k?: number,
    // biome-ignore lint/suspicious/noExplicitAny: every store has filters of its own.
    filter?: any,
  ): PromiseLike<readonly (readonly [DocumentLike, number])[]>;
}
export type LangChainOptions = HitFields &
  (
    | { readonly retriever: LangChainRetriever; readonly vectorStore?: never }
    | { readonly vectorStore: LangChainVectorStore; readonly retriever?: never }
  );

/**
 * A retriever or vector store of LangChain.js. Without `id` the shared rule for documents finds their ids. A retriever
 * returns as many documents as it was made for, whatever k is asked; a vector store is asked for k.
 * @example
 * fromLangChain({ retriever: store.asRetriever(20) })
 * @example
 * fromLangChain({ vectorStore: store, id: "metadata.file" })
 */
export function fromLangChain(options: LangChainOptions): Retriever {
  const name = "fromLangChain";
  checkNames(name, options, ["retriever", "vectorStore", ...HIT_FIELDS]);
  const { retriever, vectorStore } = options;
  if (vectorStore === undefined) checkedClient(name, "retriever", retriever, ["invoke"]);
  else checkedClient(name, "vectorStore", vectorStore, ["similaritySearchWithScore"]);
  const readerFor = (id: readonly string[]): HitListReader =>
    hitReader(name, options, { id, text: ["pageContent"], doc: ["metadata.source"] });
  let read = options.id === undefined ? undefined : readerFor(DOCUMENT_IDS);
  /** What holds the id of the first documents must hold that of all. */
  function readerOf(documents: readonly unknown[]): HitListReader {
    if (read !== undefined) return read;
    const field = documents.length === 0 ? undefined : documentIdField(documents.filter(isFoundDocument));
    if (field === undefined) return readerFor(DOCUMENT_IDS);
    read = readerFor([field]);
    return read;
  }
  const isMapped = HIT_FIELDS.some((field) => options[field] !== undefined);

  async function ask(query: string, context: RetrieveContext): Promise<unknown> {
    const { k, filter, signal } = context;
    if (vectorStore === undefined)
      refuseFilter(
        name,
        context,
        "pass vectorStore instead of a retriever, or make the retriever with its own filter and remove this one",
      );
    return vectorStore === undefined
      ? retriever!.invoke(query, { signal })
      : vectorStore.similaritySearchWithScore(query, k, filter);
  }
  return {
    about: aboutOf(vectorStore ?? retriever!),
    async retrieve(query, context) {
      const { queryId, signal } = context;
      const answer = await untilAborted(signal, () => ask(query, context));
      const found = listIn(queryId, answer, answer, "the top");
      if (!isMapped) return found as readonly DocumentLike[];
      const isPair = (one: unknown): one is readonly [unknown, number] =>
        Array.isArray(one) && one.length === 2;
      const documents = found.map((one) => (isPair(one) ? one[0] : one));
      const hits = readerOf(documents)(queryId, documents);
      return hits.map((hit, i) => {
        const one = found[i];
        return isPair(one) && hit.score === undefined ? { ...hit, score: one[1] } : hit;
      });
    },
  };
}

function aboutOf(client: object): string {
  const { k } = client as { readonly k?: unknown };
  const kind = client.constructor?.name;
  const name = kind === undefined || kind === "Object" ? "" : ` ${kind}`;
  return `LangChain${name}${typeof k === "number" ? `, k ${k}` : ""}`;
}
