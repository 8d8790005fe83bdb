/** Client libraries by package name: their adapter, and an example call. */

export interface Client {
  readonly title: string;
  /** Package names; a trailing * matches anything. */
  readonly packages: readonly string[];
  /** The adapter in goldie/retrievers. */
  readonly adapter: string;
  /** The options of the adapter, to be filled in. */
  readonly options: string;
  /** Exported values that the adapter accepts directly: name → option. */
  readonly exported?: readonly { readonly name: RegExp; readonly option: string }[];
}

export const clients: readonly Client[] = [
  {
    title: "LangChain",
    packages: ["@langchain/*", "langchain"],
    adapter: "fromLangChain",
    options: "{ retriever }",
    exported: [
      { name: /retriever$/i, option: "retriever" },
      { name: /(vector_?)?store$/i, option: "vectorStore" },
    ],
  },
  {
    title: "LlamaIndex",
    packages: ["llamaindex", "@llamaindex/*"],
    adapter: "fromLlamaIndex",
    options: "{ retriever }",
    exported: [{ name: /retriever$/i, option: "retriever" }],
  },
  {
    title: "Qdrant",
    packages: ["@qdrant/js-client-rest", "@qdrant/js-client-grpc"],
    adapter: "fromQdrant",
    options: '{ client, collection: "docs", embed: (query) => embed(query), id: "payload.docId" }',
  },
  {
    title: "Chroma",
    packages: ["chromadb", "chromadb-client"],
    adapter: "fromChroma",
    options: "{ collection }",
  },
  {
    title: "PostgreSQL",
    packages: ["pg", "postgres", "@electric-sql/pglite", "@neondatabase/serverless"],
    adapter: "fromPostgres",
    options: "{ client, sql: (query, { k }) => ({ text: 'select …', values: [query, k] }) }",
  },
  {
    title: "LanceDB",
    packages: ["@lancedb/lancedb", "vectordb"],
    adapter: "fromLanceDb",
    options: "{ table, embed: (query) => embed(query) }",
  },
  {
    title: "Pinecone",
    packages: ["@pinecone-database/pinecone"],
    adapter: "fromPinecone",
    options: "{ index, embed: (query) => embed(query) }",
  },
  {
    title: "Weaviate",
    packages: ["weaviate-client", "weaviate-ts-client"],
    adapter: "fromWeaviate",
    options: '{ collection, id: "properties.docId" }',
  },
  {
    title: "Elasticsearch",
    packages: ["@elastic/elasticsearch"],
    adapter: "fromElasticsearch",
    options: '{ client, index: "docs", field: "text" }',
  },
  {
    title: "OpenSearch",
    packages: ["@opensearch-project/opensearch"],
    adapter: "fromOpenSearch",
    options: '{ client, index: "docs", field: "text" }',
  },
  {
    title: "Turbopuffer",
    packages: ["@turbopuffer/turbopuffer"],
    adapter: "fromTurbopuffer",
    options: "{ namespace, embed: (query) => embed(query) }",
  },
  {
    title: "Upstash Vector",
    packages: ["@upstash/vector"],
    adapter: "fromUpstash",
    options: "{ index }",
  },
  {
    title: "Orama",
    packages: ["@orama/orama"],
    adapter: "fromOrama",
    options: "{ search, db }",
  },
  {
    title: "MiniSearch",
    packages: ["minisearch"],
    adapter: "fromMiniSearch",
    options: "{ index }",
    exported: [{ name: /(mini_?search|index)$/i, option: "index" }],
  },
  {
    title: "SQLite",
    packages: ["better-sqlite3", "node-sqlite3-wasm", "sqlite3"],
    adapter: "fromSqlite",
    options: '{ db, sql: "select …" }',
  },
];

/** The libraries of a project, in the order of the list. */
export function clientsIn(packages: readonly string[]): Client[] {
  const has = (wanted: string): boolean =>
    wanted.endsWith("*")
      ? packages.some((name) => name.startsWith(wanted.slice(0, -1)))
      : packages.includes(wanted);
  return clients.filter((client) => client.packages.some(has));
}
