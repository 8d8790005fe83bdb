/** Retrievers: ways to ask what people already have. Each takes the user's own client and imports none. */

export type * from "../core/retriever.ts";
export type { EmbedQuery, MakeRequest, VectorOptions } from "./_embed.ts";
export type { HitField, HitFields } from "./_fields.ts";
export {
  type AiSdkEmbed,
  type AiSdkEmbedMany,
  type AiSdkRerank,
  type AiSdkRetrieverOptions,
  type EmbeddedDocument,
  fromAiSdk,
} from "./ai-sdk.ts";
export { type Bm25Options, bm25, type ChunkRule, type CorpusDocument } from "./bm25.ts";
export { type ChromaCollection, type ChromaOptions, fromChroma } from "./chroma.ts";
export { type CommandOptions, fromCommand } from "./command.ts";
export {
  type ElasticsearchLike,
  type ElasticsearchOptions,
  fromElasticsearch,
  fromOpenSearch,
} from "./elasticsearch.ts";
export { type FunctionRetrieverOptions, fromFunction } from "./function.ts";
export { fromHttp, type HttpOptions } from "./http.ts";
export { fromLanceDb, type LanceDbOptions, type LanceDbQuery, type LanceDbTable } from "./lancedb.ts";
export {
  fromLangChain,
  type LangChainOptions,
  type LangChainRetriever,
  type LangChainVectorStore,
} from "./langchain.ts";
export { fromLlamaIndex, type LlamaIndexOptions, type LlamaIndexRetriever } from "./llamaindex.ts";
export { fromMiniSearch, type MiniSearchLike, type MiniSearchOptions } from "./minisearch.ts";
export { fromOrama, type OramaOptions } from "./orama.ts";
export { fromPinecone, type PineconeIndex, type PineconeOptions } from "./pinecone.ts";
export { fromPostgres, type PostgresLike, type PostgresOptions } from "./postgres.ts";
export { fromQdrant, type QdrantLike, type QdrantOptions } from "./qdrant.ts";
export { fromRun, type RunFileOptions } from "./run-file.ts";
export { fromSqlite, type SqliteLike, type SqliteOptions } from "./sqlite.ts";
export { type SweepGrid, type SweepParams, sweep } from "./sweep.ts";
export { fromTurbopuffer, type TurbopufferNamespace, type TurbopufferOptions } from "./turbopuffer.ts";
export { fromUpstash, type UpstashIndex, type UpstashOptions } from "./upstash.ts";
export {
  fromWeaviate,
  type WeaviateCollection,
  type WeaviateOptions,
  type WeaviateSearch,
} from "./weaviate.ts";
