/**
 * Hosted services cannot run here. Their answers are written as their published references have them, and come over
 * real HTTP to clients of a few lines that call as the real ones do; the real clients' types were checked by hand.
 */
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Retriever } from "../../src/core/retriever.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import {
  fromElasticsearch,
  fromLlamaIndex,
  fromPinecone,
  fromQdrant,
  fromTurbopuffer,
  fromUpstash,
  fromWeaviate,
} from "../../src/retrievers/index.ts";
import { jsonServer, type Loopback } from "./_loopback.ts";

interface Served {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
}
let server: Loopback;
let got: Served | undefined;
let reply: unknown;
beforeAll(async () => {
  server = await jsonServer((path, body, request) => {
    got = { path, body: body as Served["body"], request };
    if (reply instanceof Error) throw reply;
    return reply;
  });
});
afterAll(() => server.close());

/** As a client library does it: an error with the status. */
async function post(path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(server.url + path, {
    method: "POST",
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw Object.assign(new Error(`${response.status} ${JSON.stringify(answer)}`), {
      status: response.status,
      headers: response.headers,
    });
  return answer;
}
const embed = (query: string): number[] => [query.length, 0.5];
const ask = async (retriever: Retriever, filter?: unknown) => {
  const signal = new AbortController().signal;
  const context = { k: 2, queryId: "q1", signal, ...(filter === undefined ? {} : { filter }) };
  return readAnswer("q1", await retriever.retrieve("where?", context)).hits;
};

describe("Qdrant: shape of POST /collections/{name}/points/query", () => {
  const client = {
    query: async (name: string, body: object) =>
      ((await post(`/collections/${name}/points/query`, body)) as { result: object }).result,
  };
  const answer = {
    time: 0.002,
    status: "ok",
    result: {
      points: [
        { id: 42, version: 3, score: 0.81, payload: { docId: "d1", text: "one" } },
        { id: "5c56c793-69f3-4fbf-87e6-c4bf54c28c26", version: 3, score: 0.8, payload: { docId: "d2" } },
      ],
    },
  };
  test("ids of points, or of the payload", async () => {
    reply = answer;
    expect(await ask(fromQdrant({ client, collection: "docs", embed }))).toEqual([
      { id: "42", score: 0.81, text: "one" },
      { id: "5c56c793-69f3-4fbf-87e6-c4bf54c28c26", score: 0.8 },
    ]);
    const filter = { must: [{ key: "lang", match: { value: "en" } }] };
    const request = () => ({ using: "dense" });
    const hits = await ask(
      fromQdrant({ client, collection: "docs", embed, request, id: "payload.docId" }),
      filter,
    );
    expect(hits.map(({ id }) => id)).toEqual(["d1", "d2"]);
    expect(got).toMatchObject({ path: "/collections/docs/points/query" });
    expect(got!.body).toEqual({ query: [6, 0.5], limit: 2, with_payload: true, filter, using: "dense" });
  });
  test("a payload without the id: what was there", async () => {
    const wrong = fromQdrant({ client, collection: "docs", embed, id: "payload.doc_id" });
    await expect(ask(wrong)).rejects.toThrow(
      /no id at payload\.doc_id; its fields are id, version, score, payload\.docId, payload\.text/,
    );
  });
  test("429 may pass", async () => {
    reply = Object.assign(new Error("slow down"), { status: 429 });
    await expect(ask(fromQdrant({ client, collection: "docs", embed }))).rejects.toMatchObject({
      trouble: "rate",
    });
  });
});

describe("Pinecone: shape of POST /query", () => {
  const index = { query: async (body: object) => (await post("/query", body)) as object };
  test("matches", async () => {
    reply = {
      matches: [
        { id: "d1#3", score: 0.92, values: [], metadata: { text: "one", doc: "d1" } },
        { id: "d2#1", score: 0.9, values: [] },
      ],
      namespace: "en",
      usage: { readUnits: 6 },
    };
    expect(await ask(fromPinecone({ index, embed, doc: "metadata.doc" }), { lang: { $eq: "en" } })).toEqual([
      { id: "d1#3", score: 0.92, text: "one", doc: "d1" },
      { id: "d2#1", score: 0.9 },
    ]);
    expect(got!.body).toEqual({
      vector: [6, 0.5],
      topK: 2,
      includeMetadata: true,
      filter: { lang: { $eq: "en" } },
    });
  });
  test("without embed it is refused", () => {
    expect(() => fromPinecone({ index })).toThrow(/embed is undefined/);
  });
});

describe("Weaviate: shape of a query of its client 3", () => {
  const call =
    (name: string) =>
    async (wanted: unknown, options?: object): Promise<unknown> =>
      post(`/${name}`, { wanted, options });
  const query = {
    hybrid: call("hybrid"),
    bm25: call("bm25"),
    nearText: call("nearText"),
    nearVector: call("nearVector"),
  };
  const object = (docId: string, metadata: object) => ({
    uuid: `00000000-0000-0000-0000-0000000000${docId}`,
    properties: { docId, body: `text ${docId}` },
    metadata,
    references: undefined,
    vectors: {},
  });
  test("hybrid: scores", async () => {
    reply = { objects: [object("01", { score: 0.7 }), object("02", { score: 0.6 })] };
    const hits = await ask(
      fromWeaviate({ collection: { query }, id: "properties.docId", request: () => ({ alpha: 0.5 }) }),
    );
    expect(hits).toEqual([
      { id: "01", score: 0.7, text: "text 01" },
      { id: "02", score: 0.6, text: "text 02" },
    ]);
    expect(got).toMatchObject({ path: "/hybrid" });
    expect(got!.body).toEqual({
      wanted: "where?",
      options: { limit: 2, returnMetadata: ["score"], alpha: 0.5 },
    });
  });
  test("by vector: distances, turned round", async () => {
    reply = { objects: [object("01", { distance: 0.2 })] };
    expect(await ask(fromWeaviate({ collection: { query }, embed }))).toEqual([
      { id: "00000000-0000-0000-0000-000000000001", score: -0.2, text: "text 01" },
    ]);
    expect(got).toMatchObject({
      path: "/nearVector",
      body: { wanted: [6, 0.5], options: { returnMetadata: ["distance"] } },
    });
  });
  test("a search it does not have is refused", () => {
    expect(() => fromWeaviate({ collection: { query }, search: "bm52" as "bm25" })).toThrow(
      /one of hybrid, bm25/,
    );
  });
});

describe("Turbopuffer: shape of POST /v2/namespaces/{name}/query", () => {
  const namespace = {
    query: async (body: object) => (await post("/v2/namespaces/docs/query", body)) as object,
  };
  const performance = { cache_hit_ratio: 1, query_execution_ms: 3 };
  test("by vector, and by BM25", async () => {
    reply = {
      rows: [
        { id: 7, $dist: 0.25, text: "one" },
        { id: "b", $dist: 0.3 },
      ],
      performance,
    };
    expect(await ask(fromTurbopuffer({ namespace, embed }))).toEqual([
      { id: "7", score: -0.25, text: "one" },
      { id: "b", score: -0.3 },
    ]);
    expect(got!.body).toEqual({ rank_by: ["vector", "ANN", [6, 0.5]], top_k: 2, include_attributes: true });
    expect(await ask(fromTurbopuffer({ namespace, attribute: "body" }), ["lang", "Eq", "en"])).toMatchObject([
      { score: 0.25 },
      {},
    ]);
    expect(got!.body).toMatchObject({ rank_by: ["body", "BM25", "where?"], filters: ["lang", "Eq", "en"] });
  });
});

describe("Upstash Vector: shape of POST /query-data", () => {
  const index = {
    query: async (body: { vector?: unknown }) =>
      ((await post(body.vector === undefined ? "/query-data" : "/query", body)) as { result: unknown[] })
        .result,
  };
  test("by words, and by vector", async () => {
    reply = {
      result: [
        { id: "d1", score: 0.95, data: "one", metadata: { lang: "en" } },
        { id: 2, score: 0.9 },
      ],
    };
    expect(await ask(fromUpstash({ index }))).toEqual([
      { id: "d1", score: 0.95, text: "one" },
      { id: "2", score: 0.9 },
    ]);
    expect(got).toMatchObject({
      path: "/query-data",
      body: { data: "where?", topK: 2, includeData: true, includeMetadata: true },
    });
    await ask(fromUpstash({ index, embed }), "lang = 'en'");
    expect(got).toMatchObject({ path: "/query", body: { vector: [6, 0.5], filter: "lang = 'en'" } });
  });
});

describe("Elasticsearch: shape of POST /{index}/_search", () => {
  const client = {
    search: async ({ index, ...body }: { index: string }, { signal }: { signal: AbortSignal }) =>
      post(`/${index}/_search`, body, signal),
  };
  const answer = {
    took: 4,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: 2, relation: "eq" },
      max_score: 3.5,
      hits: [
        { _index: "docs", _id: "a", _score: 3.5, _source: { docId: "d1", body: "one" } },
        { _index: "docs", _id: "b", _score: null, _source: { docId: "d2" }, sort: [1] },
      ],
    },
  };
  test("ids of the index, or of the source; a score that is null is none", async () => {
    reply = answer;
    expect(await ask(fromElasticsearch({ client, index: "docs", fields: ["title^2", "body"] }))).toEqual([
      { id: "a", score: 3.5, text: "one" },
      { id: "b" },
    ]);
    expect(got).toMatchObject({ path: "/docs/_search" });
    expect(got!.body).toEqual({
      size: 2,
      query: { multi_match: { query: "where?", fields: ["title^2", "body"] } },
    });
    const filter = { term: { lang: "en" } };
    const hits = await ask(fromElasticsearch({ client, index: "docs", id: "_source.docId" }), filter);
    expect(hits.map(({ id }) => id)).toEqual(["d1", "d2"]);
    expect(got!.body).toMatchObject({
      query: { bool: { must: [{ multi_match: { query: "where?" } }], filter } },
    });
  });
  test("a request of the user's own", async () => {
    const request = (query: string, { k }: { k: number }) => ({
      knn: { field: "e", k, query_vector: embed(query) },
      query: undefined,
    });
    await ask(fromElasticsearch({ client, index: "docs", request }));
    expect(got!.body).toEqual({ size: 2, knn: { field: "e", k: 2, query_vector: [6, 0.5] } });
  });
  test("503 may pass", async () => {
    reply = Object.assign(new Error("no shards"), { status: 503 });
    await expect(ask(fromElasticsearch({ client, index: "docs" }))).rejects.toMatchObject({
      trouble: "server",
    });
  });
});

describe("LlamaIndexTS: shape of NodeWithScore", () => {
  class TextNode {
    id_ = "n1";
    metadata = { file_name: "a.md" };
    relationships = { SOURCE: { nodeId: "d1" } };
    get sourceNode() {
      return this.relationships.SOURCE;
    }
    getContent(mode: string) {
      return mode === "NONE" ? "one" : "file_name: a.md\n\none";
    }
  }
  test("the node's id, its source, its text without metadata", async () => {
    const retriever = { retrieve: async () => [{ node: new TextNode(), score: 0.5 }] };
    expect(await ask(fromLlamaIndex({ retriever }))).toEqual([
      { id: "n1", score: 0.5, text: "one", doc: "d1" },
    ]);
    const byFile = await ask(fromLlamaIndex({ retriever, id: "node.metadata.file_name" }));
    expect(byFile).toMatchObject([{ id: "a.md" }]);
  });
});
