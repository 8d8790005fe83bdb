/** What every retriever keeps to. Each rule is also tried on a retriever that is broken on purpose. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { attempt } from "../../src/calls/attempt.ts";
import { CallError } from "../../src/calls/call-error.ts";
import { GoldieError } from "../../src/core/problem.ts";
import type { RetrieveContext, Retriever } from "../../src/core/retriever.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import * as entry from "../../src/retrievers/index.ts";
import {
  bm25,
  fromAiSdk,
  fromChroma,
  fromCommand,
  fromElasticsearch,
  fromFunction,
  fromHttp,
  fromLanceDb,
  fromLangChain,
  fromLlamaIndex,
  fromMiniSearch,
  fromOpenSearch,
  fromOrama,
  fromPinecone,
  fromPostgres,
  fromQdrant,
  fromRun,
  fromSqlite,
  fromTurbopuffer,
  fromUpstash,
  fromWeaviate,
  sweep,
} from "../../src/retrievers/index.ts";
import { jsonServer } from "../retrievers/_loopback.ts";

interface Row {
  readonly id: unknown;
  readonly score?: number;
  readonly text?: string;
}
/** What stands behind the client: gets the query, gives what the client gives back. */
type Behind = (query: string, k: number, filter?: unknown) => unknown;
interface Made {
  readonly retriever: Retriever;
  readonly close?: () => Promise<void> | void;
}
interface Kind {
  readonly make: (behind: Behind) => Made | Promise<Made>;
  /** Hits as its client gives them. */
  readonly native: (rows: readonly Row[]) => unknown;
  /** Why a rule is none of its business. */
  readonly except?: Readonly<Record<string, string>>;
}

type Asked = { readonly asked: string; readonly filter?: unknown };
const asked = (query: string): Asked => ({ asked: query });
const embed = (): number[] => [0.5, 1];
const column = (rows: readonly Row[], field: keyof Row): unknown[][] => [
  rows.map((row) => row[field] ?? null),
];
const payload = (rows: readonly Row[], field: string) =>
  rows.map(({ id, score, text }) => ({ id, score, [field]: { text } }));
const search = (made: Retriever): Made => ({ retriever: made });

const NO_IDS = "its ids are those of the documents it was made with";
const IN_FILE = "all answers are in the file before the first query";

type ElasticMatch = { readonly multi_match: { readonly query: string } };
type ElasticQuery =
  | ElasticMatch
  | { readonly bool: { readonly must: ElasticMatch[]; readonly filter: unknown } };
const asElastic = (query: ElasticQuery): [string, number, unknown] =>
  "bool" in query
    ? [query.bool.must[0]!.multi_match.query, 10, query.bool.filter]
    : [query.multi_match.query, 10, undefined];

/** Documents whose titles have every word of the queries below; one has none of them, since a corpus is never empty. */
const bm25Native = (rows: readonly Row[]): unknown => [
  ...rows.map(({ id, text = "" }) => ({ id, text, title: "q: where is the ferry?" })),
  { id: "other", text: "nothing of interest" },
];
const corpusOf = (behind: Behind) => ({
  async *[Symbol.asyncIterator]() {
    yield* (await behind("", 10)) as [];
  },
});
const FROM_CORPUS = "all answers come from its corpus, which is read before the first query";
const BM25_EXCEPTIONS = {
  ...Object.fromEntries(
    [
      "what may pass is told from what does not",
      "the query arrives as it is",
      "slow answers are not mixed up",
    ].map((rule) => [rule, FROM_CORPUS]),
  ),
  "what is not a list is a Problem": "documents are an iterable, which its options check",
  "the order is the list's, not that of scores": "it makes the order",
  "duplicates stay": "a corpus with an id twice is a Problem",
};

/** Ids are d0 … d9999, in the order of the documents. */
const documents = Array.from({ length: 10_000 }, (_, i) => ({
  id: `d${i}`,
  text: `t${i}`,
  embedding: [Math.cos(i / 10_000), Math.sin(i / 10_000)],
}));

const kinds: Readonly<Record<string, Kind>> = {
  fromFunction: {
    make: (behind) =>
      search(fromFunction((query, { k, filter }) => behind(query, k, filter) as Promise<string[]>)),
    native: (rows) => rows,
  },
  "sweep (of functions)": {
    make(behind) {
      const made = sweep(
        { k1: [1.2] },
        () =>
          (query, { k, filter }) =>
            behind(query, k, filter) as Promise<string[]>,
      );
      return search(made["k1=1.2"]!);
    },
    native: (rows) => rows,
    except: Object.fromEntries(
      [
        "an abort ends it at once",
        "nothing is asked after an abort",
        "what may pass is told from what does not",
      ].map((rule) => [
        rule,
        "it changes nothing about the function, which a run stops listening to by itself",
      ]),
    ),
  },
  "sweep (of bm25)": {
    make(behind) {
      const corpus = corpusOf(behind);
      return search(sweep({ k1: [1.2, 0.9] }, ({ k1 }) => bm25({ corpus, k1 }))["k1=0.9"]!);
    },
    native: bm25Native,
    except: BM25_EXCEPTIONS,
  },
  bm25: {
    make: (behind) => search(bm25({ corpus: corpusOf(behind) })),
    native: bm25Native,
    except: BM25_EXCEPTIONS,
  },
  "fromFunction with paths": {
    make: (behind) =>
      search(
        fromFunction({
          retrieve: (query, { k, filter }) => behind(query, k, filter),
          hits: "found.list",
          id: "doc.key",
          text: (hit: { snippet?: string }) => hit.snippet,
        }),
      ),
    native: (rows) => ({
      found: { list: rows.map(({ id, score, text }) => ({ doc: { key: id }, score, snippet: text })) },
    }),
  },
  fromHttp: {
    async make(behind) {
      const server = await jsonServer((_, body) => {
        const { query, k, filter } = body as { query: string; k: number; filter?: unknown };
        return behind(query, k, filter);
      });
      const retriever = fromHttp({ url: server.url, hits: "results", id: "doc.id", text: "snippet" });
      return { retriever, close: server.close };
    },
    native: (rows) => ({
      results: rows.map(({ id, score, text }) => ({ doc: { id }, score, snippet: text })),
    }),
  },
  fromCommand: {
    async make(behind) {
      const server = await jsonServer((_, body) => {
        const { query, k, filter } = body as { query: string; k: number; filter?: unknown };
        return behind(query, k, filter);
      });
      const child = join(root, "test/retrievers/_proxy-child.mjs");
      const retriever = fromCommand({ command: [process.execPath, child, server.url], graceMs: 10_000 });
      return {
        retriever,
        async close() {
          await server.close();
          await retriever.close?.();
        },
      };
    },
    native: (rows) => rows,
    except: { "what may pass is told from what does not": "its protocol has texts for errors, not kinds" },
  },
  fromRun: {
    async make(behind) {
      const folder = mkdtempSync(join(tmpdir(), "goldie-run-"));
      const file = join(folder, "run.jsonl");
      const hits = await behind("", 10);
      writeFileSync(file, `${JSON.stringify({ id: "q1", hits })}\n`);
      return { retriever: fromRun(file), close: () => rmSync(folder, { recursive: true }) };
    },
    native: (rows) => rows,
    except: {
      "what is not a list is a Problem":
        "an object is a mapping of scores there; its formats refuse the rest",
      ...Object.fromEntries(
        [
          ...["an abort ends it at once", "a time-out is one", "what is thrown is thrown"],
          ...["what may pass is told from what does not", "the query arrives as it is"],
          ...["slow answers are not mixed up", "nothing is asked after an abort"],
        ].map((rule) => [rule, IN_FILE]),
      ),
    },
  },
  fromAiSdk: {
    make: (behind) =>
      search(
        fromAiSdk({
          documents,
          model: "m",
          embed: async () => ({ embedding: [0, 1] }),
          rerank: async ({ query, topN }) => (await behind(query, topN)) as { ranking: [] },
          candidates: 10_000,
        }),
      ),
    // The nearest comes first, which is the last document.
    native: (rows) => ({
      ranking: rows.map(({ id, score = 0 }) => ({
        originalIndex: 9999 - Number(String(id).slice(1)),
        score,
      })),
    }),
    except: {
      ...Object.fromEntries(
        ["a hit without an id is a Problem", "numbers are ids", "hostile text is kept"].map((rule) => [
          rule,
          NO_IDS,
        ]),
      ),
      "a filter is used, or refused before anything is asked":
        "the places of documents here are those without a filter; test/retrievers/filter.test.ts has it",
    },
  },
  "fromLangChain (retriever)": {
    make: (behind) =>
      search(fromLangChain({ retriever: { invoke: async (q) => (await behind(q, 10)) as [] } })),
    native: (rows) => rows.map(({ id, text = "" }) => ({ pageContent: text, metadata: { id } })),
  },
  "fromLangChain (vector store, id by path)": {
    make: (behind) =>
      search(
        fromLangChain({
          vectorStore: {
            similaritySearchWithScore: async (q, k, filter) => (await behind(q, k!, filter)) as [],
          },
          id: "metadata.file",
        }),
      ),
    native: (rows) =>
      rows.map(({ id, score = 0, text = "" }) => [{ pageContent: text, metadata: { file: id } }, score]),
  },
  fromLlamaIndex: {
    make: (behind) =>
      search(
        fromLlamaIndex({ retriever: { retrieve: async ({ query }) => (await behind(query, 10)) as [] } }),
      ),
    native: (rows) =>
      rows.map(({ id, score, text }) => ({ node: { id_: id, getContent: () => text }, score })),
  },
  fromQdrant: {
    make: (behind) =>
      search(
        fromQdrant({
          client: {
            query: async (_, request) => {
              const { asked: query, filter } = request as Asked;
              return (await behind(query, 10, filter)) as object;
            },
          },
          collection: "docs",
          embed,
          request: asked,
        }),
      ),
    native: (rows) => ({ points: payload(rows, "payload") }),
  },
  fromChroma: {
    make: (behind) =>
      search(
        fromChroma({
          collection: {
            async query(request) {
              const { queryTexts, where } = request as { queryTexts: string[]; where?: unknown };
              return (await behind(queryTexts[0]!, 10, where)) as object;
            },
          },
        }),
      ),
    native: (rows) => ({
      ids: column(rows, "id"),
      distances: column(rows, "score"),
      documents: column(rows, "text"),
      metadatas: [rows.map(() => null)],
    }),
  },
  fromPostgres: {
    make: (behind) =>
      search(
        fromPostgres({
          client: { query: async (_, values = []) => (await behind(values[0], values[1])) as { rows: [] } },
          sql: "select id, text, score from docs where words @@ $1 limit $2",
        }),
      ),
    native: (rows) => ({ rows }),
  },
  "fromPostgres with a place for the filter": {
    make: (behind) =>
      search(
        fromPostgres({
          client: {
            query: async (_, [query, k, filter] = []) => (await behind(query, k, filter)) as { rows: [] },
          },
          sql: "select id, text, score from docs where words @@ $1 and tenant = coalesce($3, tenant) limit $2",
        }),
      ),
    native: (rows) => ({ rows }),
  },
  fromLanceDb: {
    make: (behind) =>
      search(
        fromLanceDb({
          table: {
            search(query: string) {
              let where: string | undefined;
              const made = {
                limit: () => made,
                where(filter: string) {
                  where = filter;
                  return made;
                },
                toArray: async () => (await behind(query, 10, where)) as [],
              };
              return made;
            },
          },
        }),
      ),
    native: (rows) => rows.map(({ id, score, text }) => ({ id, text, _distance: score })),
  },
  fromPinecone: {
    make: (behind) =>
      search(
        fromPinecone({
          index: {
            query: async (request: Asked) => (await behind(request.asked, 10, request.filter)) as object,
          },
          embed,
          request: asked,
        }),
      ),
    native: (rows) => ({ matches: payload(rows, "metadata") }),
  },
  fromWeaviate: {
    make(behind) {
      const query = async (words: string, { filters }: { filters?: unknown } = {}) =>
        behind(words, 10, filters);
      return search(
        fromWeaviate({
          collection: { query: { hybrid: query, bm25: query, nearText: query, nearVector: query } },
          id: "properties.docId",
        }),
      );
    },
    native: (rows) => ({
      objects: rows.map(({ id, score, text }) => ({
        uuid: "00000000-0000-0000-0000-000000000001",
        properties: { docId: id, text },
        metadata: { score },
      })),
    }),
  },
  fromElasticsearch: {
    make: (behind) =>
      search(
        fromElasticsearch({
          client: {
            search: async (request: { query: ElasticQuery }) => behind(...asElastic(request.query)),
          },
          index: "docs",
        }),
      ),
    native: (rows) => ({
      hits: { hits: rows.map(({ id, score, text }) => ({ _id: id, _score: score, _source: { text } })) },
    }),
  },
  fromOpenSearch: {
    make: (behind) =>
      search(
        fromOpenSearch({
          client: {
            search: async (request: { body: { query: ElasticQuery } }) =>
              behind(...asElastic(request.body.query)),
          },
          index: "docs",
          id: "_source.docId",
        }),
      ),
    native: (rows) => ({
      body: {
        hits: {
          hits: rows.map(({ id, score, text }) => ({
            _id: "x",
            _score: score,
            _source: { docId: id, text },
          })),
        },
      },
    }),
  },
  fromTurbopuffer: {
    make: (behind) =>
      search(
        fromTurbopuffer({
          namespace: {
            query: async (request: { rank_by: string[]; filters?: unknown }) =>
              (await behind(request.rank_by[2]!, 10, request.filters)) as object,
          },
        }),
      ),
    native: (rows) => ({ rows: rows.map(({ id, score, text }) => ({ id, $dist: score, text })) }),
  },
  fromUpstash: {
    make: (behind) =>
      search(
        fromUpstash({
          index: {
            query: async (request: { data: string; filter?: unknown }) =>
              (await behind(request.data, 10, request.filter)) as [],
          },
        }),
      ),
    native: (rows) => rows.map(({ id, score, text }) => ({ id, score, data: text })),
  },
  fromOrama: {
    make: (behind) =>
      search(
        fromOrama({
          db: {},
          search: async (_, { term, where }: { term: string; where?: unknown }) => behind(term, 10, where),
        }),
      ),
    native: (rows) => ({
      hits: rows.map(({ id, score, text }) => ({ id, score, document: { text } })),
    }),
  },
  fromMiniSearch: {
    make: (behind) =>
      search(
        fromMiniSearch({
          index: {
            search: (query: string, { filter }: { filter?: unknown } = {}) => behind(query, 10, filter) as [],
          },
        }),
      ),
    native: (rows) => rows,
  },
  fromSqlite: {
    make: (behind) =>
      search(
        fromSqlite({
          db: { all: (_: string, [words, k]: [string, number]) => behind(words, k) },
          table: "docs",
        }),
      ),
    native: (rows) => rows,
    except: {
      "the query arrives as it is": "the signs in a question are syntax there, so its words are asked for",
      "slow answers are not mixed up": "as above; and the libraries answer at once",
    },
  },
  "fromSqlite with a place for the filter": {
    make: (behind) =>
      search(
        fromSqlite({
          db: { all: (_: string, [words, filter, k]: [string, unknown, number]) => behind(words, k, filter) },
          sql: "select id from docs where docs match ? and tenant = ? limit ?",
          match: (query) => query,
          values: (words, { k, filter }) => [words, filter, k],
        }),
      ),
    native: (rows) => rows,
  },
};

// ---------------------------------------------------------------- rules

const never = new Promise<never>(() => {});
const context = (k = 10, signal: AbortSignal = new AbortController().signal): RetrieveContext => ({
  k,
  queryId: "q1",
  signal,
});
const read = async (retriever: Retriever, query = "where is the ferry?", k = 10) =>
  readAnswer("q1", await retriever.retrieve(query, context(k)));

/** How a promise ended, or that it has not after many turns of the event loop. */
async function ending(
  promise: PromiseLike<unknown>,
): Promise<{ readonly value?: unknown; readonly error?: unknown } | "pending"> {
  let end: { value?: unknown; error?: unknown } | undefined;
  promise.then(
    (value) => {
      end = { value };
    },
    (error: unknown) => {
      end = { error };
    },
  );
  for (let turn = 0; turn < 500 && end === undefined; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  return end ?? "pending";
}

/** Something to wait for: `call` is called by what is behind the client. */
function signalled(): { readonly called: Promise<void>; call(): void; readonly calls: () => number } {
  let calls = 0;
  let tell = (): void => {};
  const called = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return {
    called,
    call: () => {
      calls++;
      tell();
    },
    calls: () => calls,
  };
}

type Rule = (made: (behind: Behind) => Promise<Retriever>, native: Kind["native"]) => Promise<void>;
const hit = (i: number): Row => ({ id: `d${i}`, score: 1 - i / 1e6, text: `text ${i}` });
const idsOf = ({ hits }: { readonly hits: readonly { readonly id: unknown }[] }): unknown[] =>
  hits.map(({ id }) => id);

const rules: Readonly<Record<string, Rule>> = {
  async "an abort ends it at once"(make) {
    const { called, call } = signalled();
    const retriever = await make(() => {
      call();
      return never;
    });
    const controller = new AbortController();
    const asked = Promise.resolve(retriever.retrieve("q", context(10, controller.signal)));
    asked.catch(() => {});
    await Promise.race([called, asked]);
    controller.abort();
    const end = await ending(asked);
    expect(end).toMatchObject({ error: expect.any(CallError) });
    expect(end).toMatchObject({ error: { trouble: "aborted" } });
  },
  async "nothing is asked after an abort"(make, native) {
    const { call, calls } = signalled();
    const retriever = await make(() => {
      call();
      return native([hit(1)]);
    });
    const end = await ending(Promise.resolve(retriever.retrieve("q", context(10, AbortSignal.abort()))));
    expect(end).toMatchObject({ error: expect.anything() });
    expect(calls()).toBe(0);
  },
  async "a time-out is one"(make) {
    const { called, call } = signalled();
    const retriever = await make(() => {
      call();
      return never;
    });
    const clock = { now: () => 0, sleep: (ms: number) => (ms === 1000 ? called : never) };
    const asked = attempt(async (signal) => retriever.retrieve("q", context(10, signal)), {
      clock,
      deadlineMs: 1000,
      graceMs: 5,
      cancelled: new AbortController().signal,
    });
    await expect(asked).rejects.toMatchObject({ trouble: "timeout" });
  },
  async "what is thrown is thrown"(make) {
    const retriever = await make(async () => {
      throw new Error("the index is down");
    });
    await expect(retriever.retrieve("q", context())).rejects.toThrow("the index is down");
  },
  async "what may pass is told from what does not"(make) {
    for (const [status, trouble] of [
      [503, "server"],
      [429, "rate"],
      [401, "auth"],
      [400, "refused-request"],
    ] as const) {
      const retriever = await make(async () => {
        throw Object.assign(new Error("no"), { status });
      });
      await expect(retriever.retrieve("q", context()), String(status)).rejects.toMatchObject({ trouble });
    }
  },
  async "what is not a list is a Problem"(make) {
    for (const wrong of [null, "d1", 7, {}, { error: "none" }]) {
      const asked = (async () => read(await make(async () => wrong)))();
      await expect(asked, JSON.stringify(wrong)).rejects.toThrow(GoldieError);
    }
  },
  async "fewer than k are fine, and so are none"(make, native) {
    const few = await make(async () => native([hit(1), hit(2)]));
    expect(idsOf(await read(few, "q", 10))).toEqual(["d1", "d2"]);
    const none = await make(async () => native([]));
    expect(idsOf(await read(none, "q", 10))).toEqual([]);
  },
  async "more than k are fine"(make, native) {
    const rows = Array.from({ length: 30 }, (_, i) => hit(i));
    const ids = idsOf(await read(await make(async () => native(rows)), "q", 10));
    expect(ids.length).toBeGreaterThanOrEqual(10);
    expect(ids).toEqual(rows.slice(0, ids.length).map(({ id }) => id));
  },
  async "the order is the list's, not that of scores"(make, native) {
    const rows = [3, 1, 2].map((i) => ({ ...hit(i), score: i }));
    expect(idsOf(await read(await make(async () => native(rows))))).toEqual(["d3", "d1", "d2"]);
  },
  async "duplicates stay"(make, native) {
    const rows = [hit(1), hit(2), hit(1)];
    expect(idsOf(await read(await make(async () => native(rows))))).toEqual(["d1", "d2", "d1"]);
  },
  async "a hit without an id is a Problem"(make, native) {
    const rows = [hit(1), { id: null, score: 0.5 }];
    const asked = (async () => read(await make(async () => native(rows))))();
    await expect(asked).rejects.toThrow(GoldieError);
    await expect(asked).rejects.toThrow(/fields are .*|id/);
  },
  async "numbers are ids"(make, native) {
    const retriever = await make(async () => native([{ id: 7, score: 1, text: "seven" }]));
    expect(idsOf(await read(retriever))).toEqual(["7"]);
  },
  async "hostile text is kept"(make, native) {
    const text = `</script>\u0000\u2028"\\{k}${"x".repeat(100_000)}\u{1f600}\r\n`;
    const rows = [{ id: "__proto__", score: 1, text }];
    const { hits } = await read(await make(async () => native(rows)));
    expect(hits).toMatchObject([{ id: "__proto__", text }]);
  },
  async "the query arrives as it is"(make, native) {
    const query = `"quoted" {k} {query} \\ %7B 'it''s' $1 ? \u2028 \u{1f600}\n</script> ${"long ".repeat(1000)}`;
    let arrived: string | undefined;
    const retriever = await make(async (got) => {
      arrived = got;
      return native([hit(1)]);
    });
    await read(retriever, query);
    expect(arrived).toBe(query);
  },
  async "slow answers are not mixed up"(make, native) {
    const { called, call } = signalled();
    const retriever = await make(async (query) => {
      if (query === "slow") await called;
      return native([hit(query === "slow" ? 1 : 2)]);
    });
    const slow = read(retriever, "slow");
    expect(idsOf(await read(retriever, "fast"))).toEqual(["d2"]);
    call();
    expect(idsOf(await slow)).toEqual(["d1"]);
  },
  async "a filter is used, or refused before anything is asked"(make, native) {
    const onlyFirst = ({ id }: { readonly id: string }): boolean => id === "d1";
    for (const filter of [{ tenant: 3 }, "tenant = 3", ["tenant", "Eq", 3], onlyFirst]) {
      const seen: unknown[] = [];
      const retriever = await make(async (query, _, got) => {
        if (query !== "") seen.push(got);
        return native([hit(1), hit(2)]);
      });
      const asked = (async () => readAnswer("q1", await retriever.retrieve("q", { ...context(), filter })))();
      const end = (await asked.then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )) as { readonly value?: Parameters<typeof idsOf>[0]; readonly error?: unknown };
      if (end.error !== undefined) {
        expect(end.error).toMatchObject({ problem: { code: "unused-filter", fix: expect.any(String) } });
        expect(seen).toEqual([]);
      } else if (!seen.some((got) => isDeepStrictEqual(got, filter)))
        expect(idsOf(end.value!)).toEqual(["d1"]);
    }
  },
  async "10,000 hits"(make, native) {
    const rows = Array.from({ length: 10_000 }, (_, i) => hit(i));
    const ids = idsOf(await read(await make(async () => native(rows)), "q", 10_000));
    expect(ids).toEqual(rows.map(({ id }) => id));
  },
};

/** Makes retrievers for a rule, and closes them after it. */
async function check(
  rule: Rule,
  { make, native }: Kind,
  wrap: (retriever: Retriever) => Retriever = (one) => one,
) {
  const made: Made[] = [];
  try {
    await rule(async (behind) => {
      const one = await make(behind);
      made.push(one);
      return wrap(one.retriever);
    }, native);
  } finally {
    for (const one of made) await one.close?.();
  }
}

describe.each(Object.entries(kinds))("%s", (_, kind) => {
  for (const [name, rule] of Object.entries(rules)) {
    const reason = kind.except?.[name];
    it.skipIf(reason !== undefined)(reason === undefined ? name : `${name} (not here: ${reason})`, () =>
      check(rule, kind),
    );
  }
});

/** Everything that the entry exports, apart from types, makes retrievers. */
function missing(factories: readonly string[]): string[] {
  const here = new Set(Object.keys(kinds).map((name) => name.replace(/ .*/, "")));
  return factories.filter((name) => !here.has(name));
}

test("every factory of goldie/retrievers is here", () => {
  const factories = Object.keys(entry);
  expect(missing(factories)).toEqual([]);
  expect(missing([...factories, "fromNowhere", "search"])).toEqual(["fromNowhere", "search"]);
  const folder = join(root, "src/retrievers");
  const made = readdirSync(folder)
    .filter((name) => /^[a-z\d-]+\.ts$/.test(name) && !name.startsWith("problem"))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/^export (?:const|function) (\w+)/gm),
    ]);
  expect(made.map(([, name]) => name).sort()).toEqual(factories.sort());
});

describe("a retriever that is broken is caught", () => {
  const signal = new AbortController().signal;
  const swallow =
    (value: unknown) =>
    (one: Retriever): Retriever => ({
      retrieve: async (query, given) => {
        try {
          return await one.retrieve(query, { ...given, signal });
        } catch {
          return value as [];
        }
      },
    });
  const changed =
    (change: (hits: Row[]) => unknown) =>
    (one: Retriever): Retriever => ({
      retrieve: async (query, given) => change((await one.retrieve(query, given)) as Row[]) as [],
    });
  /** What goes wrong where. */
  const broken: Readonly<Record<keyof typeof rules, (one: Retriever) => Retriever>> = {
    "an abort ends it at once": swallow([]),
    "nothing is asked after an abort": swallow([]),
    "a time-out is one": () => ({
      retrieve: async () => {
        throw new Error("it took too long");
      },
    }),
    "what is thrown is thrown": swallow([]),
    "what may pass is told from what does not": (one) => ({
      retrieve: async (query, given) => {
        try {
          return await one.retrieve(query, given);
        } catch (error) {
          throw new Error((error as Error).message);
        }
      },
    }),
    "what is not a list is a Problem": (one) => ({
      retrieve: async (query, given) => {
        const list = await one.retrieve(query, given);
        return Array.isArray(list) ? list : [];
      },
    }),
    "fewer than k are fine, and so are none": changed((hits) => [...hits, ...hits]),
    "more than k are fine": changed((hits) => hits.slice(1)),
    "the order is the list's, not that of scores": changed((hits) =>
      hits.toSorted((a, b) => b.score! - a.score!),
    ),
    "duplicates stay": changed((hits) =>
      hits.filter(({ id }, i) => hits.findIndex((one) => one.id === id) === i),
    ),
    "a hit without an id is a Problem": changed((hits) => hits.filter(({ id }) => id !== null)),
    "numbers are ids": changed((hits) => hits.filter(({ id }) => typeof id === "string")),
    "hostile text is kept": changed((hits) => hits.map(({ id }) => ({ id, text: "" }))),
    "the query arrives as it is": (one) => ({
      retrieve: (query, given) => one.retrieve(query.trim(), given),
    }),
    "slow answers are not mixed up": (one) => {
      let first: ReturnType<Retriever["retrieve"]> | undefined;
      return {
        retrieve: (query, given) => {
          first ??= one.retrieve(query === "slow" ? "fast" : query, given);
          return first;
        },
      };
    },
    "a filter is used, or refused before anything is asked": (one) => ({
      retrieve: (query, { filter: _, ...given }) => one.retrieve(query, given),
    }),
    "10,000 hits": changed((hits) => hits.slice(0, 1000)),
  };

  test("for every rule there is one", () => {
    expect(Object.keys(broken)).toEqual(Object.keys(rules));
  });
  test.each(Object.keys(rules))("%s", async (name) => {
    const passed = check(rules[name]!, kinds["fromFunction"]!, broken[name]!).then(
      () => true,
      () => false,
    );
    expect(await passed).toBe(false);
  });
});
