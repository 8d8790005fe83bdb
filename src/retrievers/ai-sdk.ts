import type { Hit } from "../core/ranking.ts";
import type { RetrieveContext, Retriever } from "../core/retriever.ts";
import { checked, checkNames } from "./_check-options.ts";
import { listIn } from "./_fields.ts";
import { filterFunction, keptOf } from "./_filter.ts";
import { kindOf } from "./_kind.ts";
import { untilAborted } from "./_until-aborted.ts";
import { VectorIndex } from "./_vector-index.ts";
import { retrieverProblem } from "./problems.ts";

/** A document to search in. */
export interface EmbeddedDocument {
  readonly id: string;
  readonly text: string;
  /** Its embedding, where it is known already. */
  readonly embedding?: ArrayLike<number>;
  /** The document that it is a chunk of. */
  readonly doc?: string;
}
/** `embed` of the AI SDK. */
// biome-ignore lint/suspicious/noExplicitAny: its parameters are types of the package.
export type AiSdkEmbed = (request: any) => PromiseLike<{ readonly embedding: ArrayLike<number> }>;
/** `embedMany` of the AI SDK. */
export type AiSdkEmbedMany = (
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  request: any,
) => PromiseLike<{ readonly embeddings: readonly ArrayLike<number>[] }>;
/** `rerank` of the AI SDK. */
export type AiSdkRerank = (
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  request: any,
) => PromiseLike<{ readonly ranking: readonly { readonly originalIndex: number; readonly score: number }[] }>;

export interface AiSdkRetrieverOptions {
  readonly documents: Iterable<EmbeddedDocument>;
  /** The embedding model, as the AI SDK takes it. */
  readonly model: unknown;
  readonly embed: AiSdkEmbed;
  /** For the documents; without it each one is embedded by itself. */
  readonly embedMany?: AiSdkEmbedMany;
  readonly rerank?: AiSdkRerank;
  /** The reranking model, as the AI SDK takes it. */
  readonly rerankModel?: unknown;
  /** How many of the nearest documents are reranked. Default: 50, or k if that is more. */
  readonly candidates?: number;
  /** Documents in one call of `embedMany`. Default: 100. */
  readonly batch?: number;
  /** Milliseconds, for the times of the parts. */
  readonly now?: () => number;
}

const name = "fromAiSdk";
const isFunction = (x: unknown): boolean => typeof x === "function";
const isCount = (x: unknown): boolean => Number.isInteger(x) && (x as number) >= 1;

/**
 * Embeddings of the AI SDK over an index in memory, and its reranking. Documents are embedded once, before the first query.
 * @example
 * import { embed, embedMany, rerank } from "ai";
 * fromAiSdk({ documents, model: openai.embedding("text-embedding-3-small"), embed, embedMany, rerank, rerankModel: cohere.reranking("rerank-v3.5") })
 */
export function fromAiSdk(options: AiSdkRetrieverOptions): Retriever {
  const names = [
    "documents",
    "model",
    "embed",
    "embedMany",
    "rerank",
    "rerankModel",
    "candidates",
    "batch",
    "now",
  ];
  checkNames(name, options, names);
  const { model, embed, embedMany, rerank, rerankModel, candidates = 50, batch = 100 } = options;
  const { now = () => performance.now() } = options;
  checked(name, "embed", embed, isFunction, "embed of the AI SDK");
  checked(name, "embedMany", embedMany ?? embed, isFunction, "embedMany of the AI SDK");
  checked(name, "rerank", rerank ?? embed, isFunction, "rerank of the AI SDK");
  checked(name, "model", model, (x) => x !== undefined && x !== null, "an embedding model");
  checked(name, "candidates", candidates, isCount, "a whole number from 1");
  checked(name, "batch", batch, isCount, "a whole number from 1");
  const documents = readDocuments(options.documents);
  let built: Promise<VectorIndex> | undefined;

  async function build(signal: AbortSignal): Promise<VectorIndex> {
    const index = new VectorIndex();
    const add = (vector: unknown, { id }: EmbeddedDocument): void => index.add(vector, `document ${id}`);
    for (let from = 0; from < documents.length; from += batch) {
      const part = documents.slice(from, from + batch);
      const missing = part.filter(({ embedding }) => embedding === undefined);
      const values = missing.map(({ text }) => text);
      const vectors = values.length === 0 ? [] : await untilAborted(signal, () => embedAll(values, signal));
      if (vectors.length !== values.length)
        throw retrieverProblem.error("bad-vector/count", { texts: values.length, vectors: vectors.length });
      const made = vectors.values();
      for (const one of part) add(one.embedding ?? made.next().value, one);
    }
    return index;
  }
  async function embedAll(
    values: readonly string[],
    abortSignal: AbortSignal,
  ): Promise<readonly ArrayLike<number>[]> {
    if (embedMany !== undefined) return (await embedMany({ model, values, abortSignal })).embeddings;
    const vectors: ArrayLike<number>[] = [];
    for (const value of values) vectors.push((await embed({ model, value, abortSignal })).embedding);
    return vectors;
  }
  /** What failed is built again by the next query: a server may have been busy. */
  function indexed(signal: AbortSignal): Promise<VectorIndex> {
    built ??= build(signal).catch((error: unknown) => {
      built = undefined;
      throw error;
    });
    return built;
  }
  const hitOf = (at: number, score: number): Hit => {
    const { id, text, doc } = documents[at]!;
    return { id, score, text, ...(doc === undefined ? {} : { doc }) };
  };

  async function retrieve(query: string, context: RetrieveContext) {
    const { k, queryId, signal } = context;
    const keep = filterFunction(name, context);
    const index = await untilAborted(signal, () => indexed(signal));
    const start = now();
    const { embedding } = await untilAborted(signal, () =>
      embed({ model, value: query, abortSignal: signal }),
    );
    const embedded = now();
    const wanted = rerank === undefined ? k : Math.max(k, candidates);
    const all = index.search(embedding);
    const { kept: nearest, filtered } = keptOf(
      all,
      wanted,
      ({ at }) => keep === undefined || keep(documents[at]!),
    );
    const searched = now();
    const timings = { embed: embedded - start, search: searched - embedded };
    const found = nearest.map(({ at, score }) => hitOf(at, score));
    const rest = {
      timings,
      ...(keep === undefined ? {} : { filtered: filtered.map(({ at }) => documents[at]!.id) }),
    };
    if (rerank === undefined || found.length === 0) return { hits: found, ...rest };
    const texts = found.map(({ text }) => text);
    const request = {
      model: rerankModel,
      query,
      documents: texts,
      topN: Math.min(k, texts.length),
      abortSignal: signal,
    };
    const answer = await untilAborted(signal, () => rerank(request));
    const ranking = listIn(queryId, answer, answer?.ranking, "ranking");
    const hits = ranking.map((one) => {
      const { originalIndex, score } = one as { readonly originalIndex: number; readonly score: number };
      const isThere = Number.isInteger(originalIndex) && originalIndex >= 0 && originalIndex < nearest.length;
      checked(
        name,
        "ranking[].originalIndex of rerank",
        originalIndex,
        () => isThere,
        "a place in the list of documents",
      );
      return hitOf(nearest[originalIndex]!.at, score);
    });
    return {
      ...rest,
      hits,
      stages: { candidates: found, reranked: hits },
      timings: { ...timings, rerank: now() - searched },
    };
  }

  return {
    about: `embeddings of ${documents.length} documents in memory${rerank === undefined ? "" : `, best ${candidates} reranked`}`,
    async open(signal) {
      await indexed(signal);
    },
    retrieve,
  };
}

function readDocuments(given: Iterable<EmbeddedDocument>): readonly EmbeddedDocument[] {
  const isIterable = typeof given === "object" && given !== null && Symbol.iterator in given;
  checked(name, "documents", given, () => isIterable, "a list of { id, text }");
  const documents = [...given];
  const seen = new Set<string>();
  for (const [i, one] of documents.entries()) {
    if (typeof one?.id !== "string" || typeof one.text !== "string")
      throw retrieverProblem.error("bad-documents/no-text", { place: i + 1, found: whyNot(one) });
    if (seen.has(one.id)) throw retrieverProblem.error("bad-documents/twice", { document: one.id });
    seen.add(one.id);
  }
  return documents;
}

function whyNot(one: unknown): string {
  if (typeof one !== "object" || one === null) return kindOf(one);
  const { id, text } = one as Partial<EmbeddedDocument>;
  return typeof id === "string"
    ? `an object whose text is ${kindOf(text)}`
    : `an object whose id is ${kindOf(id)}`;
}
