/** The filter of a run: used by retrievers that can use it, refused by the others. */
import MiniSearch from "minisearch";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, test } from "vitest";
import type { RetrieveContext, Retriever } from "../../src/core/retriever.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import {
  bm25,
  fromAiSdk,
  fromElasticsearch,
  fromHttp,
  fromLangChain,
  fromLlamaIndex,
  fromMiniSearch,
  fromPostgres,
  fromRun,
  fromSqlite,
  type HttpOptions,
} from "../../src/retrievers/index.ts";
import { listen } from "./_loopback.ts";

const contextOf = (filter: unknown, k = 10): RetrieveContext => ({
  k,
  queryId: "q1",
  ...(filter === undefined ? {} : { filter }),
  signal: new AbortController().signal,
});
const answer = async (retriever: Retriever, filter: unknown, k = 10, query = "ferry") =>
  readAnswer("q1", await retriever.retrieve(query, contextOf(filter, k)));
const ids = async (...given: Parameters<typeof answer>) => (await answer(...given)).hits.map(({ id }) => id);

describe("a service over HTTP", () => {
  /** What arrives. */
  async function sent(options: Partial<HttpOptions>, filter: unknown): Promise<string[]> {
    const seen: string[] = [];
    const server = await listen((request, text, response) => {
      seen.push(request.url!, text);
      response.end("[]");
    });
    try {
      const url = typeof options.url === "string" ? `${server.url}${options.url}` : server.url;
      await answer(fromHttp({ ...options, url }), filter);
    } finally {
      await server.close();
    }
    return seen;
  }

  test.each<[string, Partial<HttpOptions>, unknown, string, string]>([
    ["the default body", {}, { tenant: 3 }, "/", '{"query":"ferry","k":10,"filter":{"tenant":3}}'],
    ["the default body without a filter", {}, undefined, "/", '{"query":"ferry","k":10}'],
    ["null is no filter", {}, null, "/", '{"query":"ferry","k":10}'],
    [
      "a body",
      { body: { q: "{query}", where: "{filter}", note: "for {filter}" } },
      { a: [1] },
      "/",
      '{"q":"ferry","where":{"a":[1]},"note":"for {\\"a\\":[1]}"}',
    ],
    [
      "an optional field of a body",
      { body: { q: "{query}", where: "{filter}" } },
      undefined,
      "/",
      '{"q":"ferry"}',
    ],
    ["a text", { body: '{"q":"{query}","lang":"{filter}"}' }, 'a"b', "/", '{"q":"ferry","lang":"a\\"b"}'],
    [
      "a text with an object",
      { body: '{"q":"{query}","f":{filter}}' },
      { a: 1 },
      "/",
      '{"q":"ferry","f":{"a":1}}',
    ],
    ["an address", { url: "/s?q={query}&f={filter}" }, "a b&c", "/s?q=ferry&f=a%20b%26c", ""],
    [
      "an address with an object",
      { url: "/s?q={query}&f={filter}" },
      { a: 1 },
      "/s?q=ferry&f=%7B%22a%22%3A1%7D",
      "",
    ],
    ["a function", { body: (q, { filter }) => ({ q, tenant: filter }) }, 3, "/", '{"q":"ferry","tenant":3}'],
  ])("%s", async (_, options, filter, url, body) => {
    expect(await sent(options, filter)).toEqual([url, body]);
  });

  test.each<[string, Partial<HttpOptions>, unknown, RegExp]>([
    [
      "no place",
      { body: { q: "{query}" } },
      { a: 1 },
      /cannot use the filter \(an object\)[\s\S]*put \{filter\}/,
    ],
    ["no place in an address", { url: "/s?q={query}" }, "x", /cannot use the filter \(the string "x"\)/],
    [
      "a body that is not sent",
      { url: "/s?q={query}", method: "GET", body: { f: "{filter}" } },
      1,
      /cannot use the filter/,
    ],
    ["a function that does not look at it", { body: (q, { k }) => ({ q, k }) }, 3, /cannot use the filter/],
    ["a filter that is a function", {}, () => true, /cannot use the filter \(a function\)[\s\S]*plain data/],
    [
      "a place and no filter",
      { url: "/s?q={query}&f={filter}" },
      undefined,
      /contains \{filter\}, but the run has no filter/,
    ],
  ])("%s is refused, and nothing is sent", async (_, options, filter, words) => {
    const seen: string[] = [];
    const fetching = async (url: string | URL | Request): Promise<Response> => {
      seen.push(String(url));
      return new Response("[]");
    };
    const url = typeof options.url === "string" ? `http://localhost${options.url}` : "http://localhost";
    await expect(answer(fromHttp({ ...options, url, fetch: fetching }), filter)).rejects.toThrow(words);
    expect(seen).toEqual([]);
  });
});

describe("documents in memory", () => {
  const documents = ["en/a", "de/b", "en/c", "de/d", "en/e"].map((id, i) => ({
    id,
    text: `ferry ${"and more ".repeat(i)}`,
  }));
  const english = ({ id }: { readonly id: string }): boolean => id.startsWith("en/");

  test("bm25 looks further down until there are k, and says what was left out of the first k", async () => {
    const search = bm25({ corpus: documents });
    expect(await ids(search, undefined, 2)).toEqual(["en/a", "de/b"]);
    expect(await answer(search, english, 2)).toMatchObject({
      hits: [{ id: "en/a" }, { id: "en/c" }],
      filtered: ["de/b"],
    });
    expect(await ids(search, english, 3)).toEqual(["en/a", "en/c", "en/e"]);
    expect(await answer(search, () => undefined, 4)).toMatchObject({
      hits: [],
      filtered: ["en/a", "de/b", "en/c", "de/d"],
    });
    const last = bm25({ corpus: Array.from({ length: 500 }, (_, i) => ({ id: `d${i}`, text: "ferry" })) });
    expect(await ids(last, ({ id }: { id: string }) => id === "d499", 3)).toEqual(["d499"]);
    await expect(answer(search, { lang: "en" })).rejects.toThrow(/bm25 cannot use the filter \(an object\)/);
  });

  test("bm25 shows the filter texts and documents of chunks", async () => {
    const search = bm25({ corpus: [{ id: "a", text: "ferry one two ferry three four" }], chunk: 3 });
    const seen: unknown[] = [];
    await answer(search, (hit: object) => seen.push(hit));
    expect(seen).toMatchObject([
      { text: "ferry one two ", doc: "a" },
      { text: "ferry three four", doc: "a" },
    ]);
  });

  test("AI SDK, before reranking", async () => {
    const asked: unknown[] = [];
    const options = {
      documents: documents.map((one, i) => ({ ...one, embedding: [1, i] })),
      model: "m",
      embed: async () => ({ embedding: [1, 0] }),
    };
    expect(await answer(fromAiSdk(options), english, 2)).toMatchObject({
      hits: [{ id: "en/a" }, { id: "en/c" }],
      filtered: ["de/b"],
    });
    const reranked = fromAiSdk({
      ...options,
      rerank: async ({ documents: texts }: { documents: string[] }) => {
        asked.push(texts);
        return { ranking: texts.map((_, i) => ({ originalIndex: texts.length - 1 - i, score: i })) };
      },
    });
    expect(await ids(reranked, english, 2)).toEqual(["en/e", "en/c", "en/a"]);
    expect(asked).toEqual([[0, 2, 4].map((i) => documents[i]!.text)]);
    await expect(answer(reranked, "en")).rejects.toThrow(/fromAiSdk cannot use the filter/);
  });

  test("MiniSearch, with the filter of its options", async () => {
    const index = new MiniSearch({ fields: ["text"], storeFields: ["text"] });
    index.addAll(documents);
    const notFirst = ({ id }: { id: string }): boolean => id !== "en/a";
    const search = { filter: notFirst };
    expect(await ids(fromMiniSearch({ index }), english)).toEqual(["en/a", "en/c", "en/e"]);
    expect(await ids(fromMiniSearch({ index, search }), english)).toEqual(["en/c", "en/e"]);
    expect(await ids(fromMiniSearch({ index, search }), undefined)).toHaveLength(4);
    await expect(answer(fromMiniSearch({ index }), { lang: "en" })).rejects.toThrow(/cannot use the filter/);
    const own = fromMiniSearch({
      index,
      search: (_, { filter }) => ({ filter: ({ id }: { id: string }) => id.startsWith(`${filter}`) }),
    });
    expect(await ids(own, "de")).toEqual(["de/b", "de/d"]);
  });
});

test("SQLite (node-sqlite3-wasm)", async () => {
  const db = new sqlite.Database(":memory:");
  try {
    db.run("create virtual table docs using fts5(id unindexed, lang unindexed, text)");
    for (const [id, lang] of [
      ["a", "en"],
      ["b", "de"],
      ["c", "en"],
    ] as const)
      db.run("insert into docs values (?, ?, ?)", [id, lang, "the ferry"]);
    const sql = "select id, text from docs where docs match ? and lang = ? order by rank limit ?";
    const search = fromSqlite({ db, sql, values: (words, { k, filter }) => [words, filter, k] });
    expect(await ids(search, "en", 10, "ferry?")).toEqual(["a", "c"]);
    const byMatch = fromSqlite({ db, table: "docs", match: (query, { filter }) => `${filter} : ${query}` });
    expect(await ids(byMatch, "text")).toEqual(["a", "b", "c"]);
    await expect(answer(fromSqlite({ db, table: "docs" }), "en")).rejects.toThrow(
      /fromSqlite cannot use the filter \(the string "en"\)[\s\S]*give sql a \? for it/,
    );
  } finally {
    db.close();
  }
});

test("PostgreSQL: $3, or values that use it", async () => {
  const seen: unknown[] = [];
  const client = {
    query: async (_: string, values?: unknown[]) => {
      seen.push(values);
      return { rows: [] };
    },
  };
  const sql = "select id from docs where ts @@ $1 and ($3::int is null or tenant = $3) limit $2";
  await answer(fromPostgres({ client, sql }), 3);
  await answer(fromPostgres({ client, sql }), undefined);
  await answer(fromPostgres({ client, sql: "select $1, $2, $30" }), undefined);
  await answer(fromPostgres({ client, sql, values: (query, { filter }) => [filter, query] }), 7);
  expect(seen.splice(0)).toEqual([
    ["ferry", 10, 3],
    ["ferry", 10, null],
    ["ferry", 10],
    [7, "ferry"],
  ]);
  await expect(answer(fromPostgres({ client, sql: "select $1, $2, $30" }), 3)).rejects.toThrow(
    /put \$3 into sql/,
  );
  const deaf = fromPostgres({ client, sql, values: (query) => [query] });
  await expect(answer(deaf, 3)).rejects.toThrow(/use it among your values/);
  expect(seen).toEqual([]);
});

test("Elasticsearch: a request of one's own must use it where it searches", async () => {
  const seen: unknown[] = [];
  const client = {
    search: async (request: object) => {
      seen.push(request);
      return { hits: { hits: [] } };
    },
  };
  const filter = { term: { tenant: 3 } };
  await answer(fromElasticsearch({ client, request: () => ({ min_score: 1 }) }), filter);
  await answer(
    fromElasticsearch({ client, request: (_, given) => ({ knn: { filter: given.filter } }) }),
    filter,
  );
  expect(seen.splice(0)).toMatchObject([{ query: { bool: { filter } }, min_score: 1 }, { knn: { filter } }]);
  for (const field of ["query", "knn", "retriever"])
    await expect(
      answer(fromElasticsearch({ client, request: () => ({ [field]: {} }) }), filter),
    ).rejects.toThrow(`put it into the ${field} of your request`);
  expect(seen).toEqual([]);
});

test("what has its list already refuses it, with a way out", async () => {
  const never = () => expect.unreachable();
  await expect(answer(fromLangChain({ retriever: { invoke: never } }), {})).rejects.toThrow(
    /pass vectorStore/,
  );
  await expect(answer(fromLlamaIndex({ retriever: { retrieve: never } }), {})).rejects.toThrow(
    /its own filters/,
  );
  await expect(answer(fromRun("no-such-file.trec"), {})).rejects.toThrow(/fromRun cannot use the filter/);
});
