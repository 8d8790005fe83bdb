import { describe, expect, test } from "vitest";
import { CallError } from "../../src/calls/call-error.ts";
import { GoldieError } from "../../src/core/problem.ts";
import { readAnswer } from "../../src/evaluate/input/read-answer.ts";
import { fromHttp, type HttpOptions } from "../../src/retrievers/index.ts";
import { listen } from "./_loopback.ts";

const QUERY = `say "{k}" & more/§\n`;
const context = { k: 5, queryId: "q 1", signal: new AbortController().signal };

interface Got {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}
/** What the server got, and what came of its reply. */
async function sent(
  options: (url: string) => Omit<HttpOptions, "url"> & { readonly url?: HttpOptions["url"] },
  reply: { readonly status?: number; readonly text?: string; readonly headers?: Record<string, string> } = {},
): Promise<{ readonly got: Got | undefined; readonly answer?: unknown; readonly error?: unknown }> {
  let got: Got | undefined;
  const server = await listen(({ method, url, headers }, text, response) => {
    got = { method, url, headers, text };
    response.writeHead(reply.status ?? 200, reply.headers ?? {}).end(reply.text ?? "[]");
  });
  try {
    const retriever = fromHttp({ url: server.url, ...options(server.url) });
    const answer = await retriever.retrieve(QUERY, context);
    return { got, answer };
  } catch (error) {
    return { got, error };
  } finally {
    await server.close();
  }
}

describe("requests", () => {
  test("without a body: query and k as JSON", async () => {
    const { got } = await sent(() => ({}));
    expect(got).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
    expect(JSON.parse(got!.text)).toEqual({ query: QUERY, k: 5 });
  });
  test("an object with placeholders; what the query contains is not filled in again", async () => {
    const body = {
      q: "{query}",
      size: "{k}",
      deep: [{ text: "find {query} ({k})", id: "{queryId}" }],
      rest: null,
    };
    const { got } = await sent(() => ({ body }));
    expect(JSON.parse(got!.text)).toEqual({
      q: QUERY,
      size: 5,
      deep: [{ text: `find ${QUERY} (5)`, id: "q 1" }],
      rest: null,
    });
  });
  test("a text of JSON, where the query is escaped", async () => {
    const { got } = await sent(() => ({ body: '{"q": "{query}", "size": {k}}' }));
    expect(JSON.parse(got!.text)).toEqual({ q: QUERY, size: 5 });
  });
  test("a form", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const { got } = await sent(() => ({ headers, body: "q={query}&k={k}" }));
    expect(Object.fromEntries(new URLSearchParams(got!.text))).toEqual({ q: QUERY, k: "5" });
  });
  test("functions", async () => {
    const { got } = await sent((url) => ({
      url: (query) => new URL(`/find?n=${query.length}`, url),
      method: "PUT",
      body: async (query, { k }) => ({ query, twice: k * 2 }),
    }));
    expect(got).toMatchObject({ method: "PUT", url: `/find?n=${QUERY.length}` });
    expect(JSON.parse(got!.text)).toEqual({ query: QUERY, twice: 10 });
  });
  test("in the address: GET, encoded", async () => {
    const { got } = await sent((url) => ({ url: `${url}/search?q={query}&k={k}&of={queryId}` }));
    expect(got).toMatchObject({ method: "GET", text: "" });
    expect(Object.fromEntries(new URL(got!.url!, "http://x").searchParams)).toEqual({
      q: QUERY,
      k: "5",
      of: "q 1",
    });
  });
  test("a password in the address becomes a header", async () => {
    const { got } = await sent((url) => ({ url: url.replace("://", "://me:p%40ss@") }));
    expect(got!.headers["authorization"]).toBe(`Basic ${Buffer.from("me:p@ss").toString("base64")}`);
  });

  test.each<[string, object, RegExp]>([
    ["no address", { url: undefined }, /url is undefined/],
    ["another protocol", { url: "file:///etc/passwd" }, /https:\/\//],
    ["not an address", { url: "localhost" }, /https:\/\//],
    ["a mistyped option", { url: "http://x", hit: "results" }, /did you mean hits\?/],
    ["a mistyped placeholder", { url: "http://x/?q={qurey}" }, /\{qurey\}, which is not a placeholder/],
    ["a body without the query", { url: "http://x", body: { q: "query" } }, /does not contain \{query\}/],
    ["GET without the query", { url: "http://x", method: "GET" }, /url does not contain \{query\}/],
    ["a path that is none", { url: "http://x", id: "a..b" }, /is not a path/],
    ["a path to a prototype", { url: "http://x", id: "__proto__.id" }, /prototype/],
    ["an id that is a number", { url: "http://x", id: 3 }, /id is the number 3/],
  ])("%s is refused before anything is sent", (_, options, words) => {
    expect(() => fromHttp(options as HttpOptions)).toThrow(GoldieError);
    expect(() => fromHttp(options as HttpOptions)).toThrow(words);
  });
});

describe("answers", () => {
  const results = JSON.stringify({ results: [{ doc: { id: 7 }, snippet: "x", rank: 0.5 }], total: 1 });
  test("paths to hits, id, text and score", async () => {
    const { answer } = await sent(() => ({ hits: "results", id: "doc.id", text: "snippet", score: "rank" }), {
      text: results,
    });
    expect(readAnswer("q", answer).hits).toEqual([{ id: "7", text: "x", score: 0.5 }]);
  });
  test("as Goldie writes them: with stages", async () => {
    const text = JSON.stringify({ hits: ["b"], stages: { candidates: ["a", "b"] }, timings: { search: 3 } });
    const { answer } = await sent(() => ({}), { text });
    expect(readAnswer("q", answer)).toMatchObject({ hits: [{ id: "b" }], timings: { search: 3 } });
  });
  test("a list somewhere else: the fields that were there, and the way out", async () => {
    const { error } = await sent(() => ({ hits: "items", id: "doc.id" }), { text: results });
    expect(error).toMatchObject({
      problem: { code: "no-hits-in-answer", fields: { fields: ["results", "total"], likely: "results" } },
    });
  });
  test("an id somewhere else", async () => {
    const { error } = await sent(() => ({ hits: "results", id: "id" }), { text: results });
    expect(error).toMatchObject({ problem: { code: "no-id-in-hit", fields: { likely: "doc.id" } } });
    expect((error as Error).message).toContain("its fields are doc.id, snippet, rank");
  });
});

describe("trouble", () => {
  test.each([
    [400, "refused-request"],
    [401, "auth"],
    [404, "refused-request"],
    [408, "timeout"],
    [429, "rate"],
    [500, "server"],
    [503, "server"],
  ])("HTTP %i is %s", async (status, trouble) => {
    const { error } = await sent(() => ({}), {
      status,
      text: '{"error": "so sorry"}',
      headers: { "retry-after": "7" },
    });
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ trouble, retryAfterMs: 7000, message: `HTTP ${status}: so sorry` });
  });
  test("a redirect is not followed", async () => {
    const { error } = await sent(() => ({}), {
      status: 302,
      headers: { location: "http://elsewhere.example/x" },
    });
    expect(error).toMatchObject({
      trouble: "redirect",
      message: expect.stringContaining("elsewhere.example"),
    });
  });
  test("a page instead of JSON may pass", async () => {
    const { error } = await sent(() => ({}), { text: "<html>busy</html>" });
    expect(error).toMatchObject({ trouble: "server", message: expect.stringContaining("not JSON") });
  });
  test("more bytes than allowed", async () => {
    const { error } = await sent(() => ({ mostBytes: 1000 }), { text: JSON.stringify("x".repeat(2000)) });
    expect(error).toMatchObject({ trouble: "too-large" });
  });
  test("nothing listens there", async () => {
    const server = await listen(() => {});
    await server.close();
    const asked = fromHttp({ url: server.url }).retrieve("q", context);
    await expect(asked).rejects.toMatchObject({ trouble: "network", unreachable: true });
  });
  test("keys are in no error, wherever they were", async () => {
    const key = "sk-very-secret-4711";
    const told = JSON.stringify({ error: `wrong key ${key}, or ${encodeURIComponent(`p@ss-${key}`)}` });
    for (const status of [401, 500, 200]) {
      const { error } = await sent(
        (url) => ({ url: `${url}/?api_key=p@ss-${key}&q={query}`, headers: { "x-api-key": key } }),
        {
          status,
          text: status === 200 ? `not JSON ${key}` : told,
        },
      );
      expect((error as Error).message).toContain("***");
      expect((error as Error).message).not.toContain(key);
    }
  });
  test("nor in what is said about it", () => {
    expect(
      fromHttp({ url: "https://me:secret@x.example/tenants/secret/find?key=secret&q={query}" }).about,
    ).toBe("GET https://x.example");
    expect(fromHttp({ url: "http://x.example/%zz?q={query}" }).about).toBe("GET http://x.example");
  });
  test("a password with a sign that encodes nothing is sent as it is", async () => {
    const server = await listen((request, _, response) => {
      response.end(JSON.stringify([request.headers.authorization]));
    });
    try {
      const url = server.url.replace("http://", "http://me:%zz@");
      expect(await fromHttp({ url }).retrieve("q", context)).toEqual([
        `Basic ${Buffer.from("me:%zz").toString("base64")}`,
      ]);
    } finally {
      await server.close();
    }
  });
  test("nor where the address is none", () => {
    expect(() => fromHttp({ url: "search.example/sk-very-secret?q={query}" })).toThrow(
      /^(?![\s\S]*secret)[\s\S]*url is not a full address/,
    );
  });
});
