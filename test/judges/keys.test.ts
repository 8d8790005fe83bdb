/** Keys and money: what a hostile or broken server must not get, cost or hide. Real servers, real files. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { CallError } from "../../src/calls/call-error.ts";
import { judge } from "../../src/judges/judge.ts";
import { createAnthropicClient } from "../../src/judges/model/clients/anthropic.ts";
import { createOpenAiClient } from "../../src/judges/model/clients/openai.ts";
import { createModelJudge } from "../../src/judges/model/index.ts";
import type { ModelClient } from "../../src/judges/model-types.ts";
import { createCaller } from "../../src/judges/spend/caller.ts";
import { createMemoryStore } from "../../src/judges/spend/store.ts";
import { harbourCases } from "./_harbours.ts";

const key = "sk-live-7Qx2-do-not-tell-9Zk4";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Seen {
  readonly url: string;
  readonly requests: { readonly headers: IncomingMessage["headers"]; readonly body: string }[];
}
/** A server that answers every request so. */
async function serve(answer: (response: ServerResponse, body: string) => void): Promise<Seen> {
  const requests: Seen["requests"] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString("utf8");
    requests.push({ headers: request.headers, body });
    answer(response, body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(
    () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
};
const clients: readonly (readonly [string, (url: string) => ModelClient])[] = [
  ["openai", (url) => createOpenAiClient({ model: "m", apiKey: key, baseUrl: `${url}/v1` })],
  ["anthropic", (url) => createAnthropicClient({ model: "m", apiKey: key, baseUrl: url })],
];
const ask = (client: ModelClient) =>
  client.send(
    [{ role: "user", content: "the private prompt" }],
    { schema: { type: "object" }, maxOutputTokens: 50, prompt: "claims@1" },
    new AbortController().signal,
  );
const failure = async (client: ModelClient): Promise<CallError> => {
  const error = await ask(client).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
};
/** As OpenAI's servers and as Anthropic's say it. */
const saying = (text: string, usage: readonly [unknown, unknown] = [900, 60]) => ({
  choices: [{ message: { content: text }, finish_reason: "stop" }],
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  usage: {
    prompt_tokens: usage[0],
    completion_tokens: usage[1],
    input_tokens: usage[0],
    output_tokens: usage[1],
  },
});

describe.each(clients)("a redirect is not followed: %s", (_, make) => {
  it.each([301, 302, 303, 307, 308])(
    "HTTP %i: neither key nor prompt reaches the other host",
    async (status) => {
      const thief = await serve((response) => json(response, saying("{}")));
      const server = await serve((response) => {
        response.writeHead(status, { location: `${thief.url}/v1/steal?token=path-secret` });
        response.end();
      });
      const error = await failure(make(server.url));
      expect(thief.requests).toEqual([]);
      expect(server.requests).toHaveLength(1);
      expect(error.trouble).toBe("redirect");
      expect(error.message).toContain(`HTTP ${status}`);
      expect(error.message).toContain(new URL(thief.url).host);
      expect(error.message).not.toMatch(/steal|path-secret|sk-live/);
    },
  );
});

it("a redirect ends the run at once: one request, and every case says why", async () => {
  const server = await serve((response) => {
    response.writeHead(307, { location: "http://other.example/v1" });
    response.end();
  });
  const client = createOpenAiClient({ model: "m", apiKey: key, baseUrl: server.url });
  const caller = createCaller({ client, limits: { concurrency: 1 } });
  const { judgements } = await judge({ cases: harbourCases(20), judge: createModelJudge({ caller }) });
  expect(server.requests).toHaveLength(1);
  const codes = [...judgements.values()].flatMap(({ unjudged = [] }) =>
    unjudged.map(({ problem }) => problem.code),
  );
  expect(new Set(codes)).toEqual(new Set(["judge-redirect"]));
});

describe("a reply is read up to a limit", () => {
  it("17 MB of gzip that unpack to 17 GB are not unpacked to their end", async () => {
    // Members of a gzip file can follow one another; each is 64 MB of blanks.
    const member = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "), { level: 9 });
    const members = Math.ceil((17 * 1024 * 1024) / member.length);
    const server = await serve((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      Readable.from(Array.from({ length: members }, () => member)).pipe(response);
    });
    const before = process.memoryUsage().rss;
    const error = await failure(createOpenAiClient({ model: "m", apiKey: key, baseUrl: server.url }));
    expect(error.trouble).toBe("too-large");
    expect(error.message).toContain("larger than 16 MiB unpacked");
    // All of it would be 17 GB.
    expect(process.memoryUsage().rss - before).toBeLessThan(1024 ** 3);
  });

  it("so is one that is not packed and never ends", async () => {
    const piece = Buffer.alloc(1 << 20, "x");
    let sent = 0;
    const endless = function* (): Generator<Buffer> {
      for (;;) {
        sent++;
        yield piece;
      }
    };
    const server = await serve((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      Readable.from(endless()).pipe(response);
    });
    const error = await failure(createAnthropicClient({ model: "m", apiKey: key, baseUrl: server.url }));
    expect(error.trouble).toBe("too-large");
    expect(sent).toBeLessThan(100);
  });

  it("a packed reply of the usual size is read as before", async () => {
    const server = await serve((response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify(saying('{"claims":["ünï"]}'))));
    });
    const reply = await ask(createOpenAiClient({ model: "m", apiKey: key, baseUrl: server.url }));
    expect(reply.text).toBe('{"claims":["ünï"]}');
  });
});

describe.each(clients)("a key that comes back is masked: %s", (_, make) => {
  const escaped = `\\u0073${key.slice(1, 6)}\\u${key.charCodeAt(6).toString(16).padStart(4, "0")}${key.slice(7)}`;
  it.each([
    ["as it is", `{"error":{"message":"wrong key ${key}"}}`],
    ["escaped, so that it shows only after parsing", `{"error":{"message":"wrong key ${escaped}"}}`],
    ["in part", `{"error":{"message":"wrong key ${key.slice(0, 14)}... of 29"}}`],
    ["percent-encoded", `{"error":{"message":"wrong key ${encodeURIComponent(key).replace("7", "%37")}"}}`],
    ["where it is cut at the end of a long message", `{"error":{"message":"${"x".repeat(285)} ${key}"}}`],
    ["in base64", `{"error":{"message":"wrong key ${Buffer.from(key).toString("base64")}"}}`],
    ["in a body that is no JSON", `<h1>wrong key ${key}</h1>`],
    ["as the code of the error", `{"error":{"code":"${key}","message":"no"}}`],
  ])("in errors, %s", async (_how, body) => {
    for (const status of [400, 401, 500, 200]) {
      const server = await serve((response) => json(response, body, status));
      const { message } = await failure(make(server.url));
      expect(message).not.toContain(key.slice(0, 8));
      expect(message).not.toContain(Buffer.from(key).toString("base64").slice(0, 8));
      expect(message).not.toMatch(/\\u0073k/);
    }
  });

  it("in replies, and so in the journal and in records", async () => {
    const inner = JSON.stringify({ claims: [`The key is ${key}.`], entities: [] }).replace(key, escaped);
    for (const text of [`{"claims":["${key}"]}`, inner, `no JSON, but ${key.slice(0, 12)}`]) {
      const server = await serve((response) => json(response, saying(text)));
      const store = createMemoryStore();
      const put = store.put;
      const kept: string[] = [];
      const client = make(server.url);
      const caller = createCaller({
        client,
        store: {
          ...store,
          put(call) {
            kept.push(JSON.stringify(call));
            return put(call);
          },
        },
      });
      const result = await judge({ cases: harbourCases(1), judge: createModelJudge({ caller }) });
      expect(kept.length).toBeGreaterThan(0);
      for (const said of [...kept, JSON.stringify([...result.judgements]), JSON.stringify(result.problems)]) {
        expect(said).not.toContain(key.slice(0, 8));
        expect(said.replaceAll("\\\\", "\\")).not.toContain(escaped.slice(0, 10));
      }
    }
  });
});

describe.each(clients)("usage counts only where it can be one: %s", (_, make) => {
  it.each([
    [-1_000_000, 5],
    [5, -1_000_000],
    ["900", 60],
    [null, 60],
    [900, undefined],
  ])("%o and %o are estimated instead, and widen no budget", async (input, output) => {
    const server = await serve((response) => json(response, saying('{"claims":[]}', [input, output])));
    expect(await ask(make(server.url))).not.toHaveProperty("usage");
    const run = async (budget: { tokens: number }) => {
      const before = server.requests.length;
      const caller = createCaller({ client: make(server.url), budget, limits: { concurrency: 1 } });
      await judge({ cases: harbourCases(10), judge: createModelJudge({ caller }) });
      return { usage: caller.usage(), requests: server.requests.length - before };
    };
    const { usage, requests } = await run({ tokens: 3000 });
    expect(usage.estimated).toBe(usage.calls);
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(usage.inputTokens + usage.outputTokens).toBeLessThanOrEqual(3000);
    expect(requests).toBeLessThan(10);
  });
});

it("usage of a client of one's own counts only where it can be one", async () => {
  for (const usage of [
    { input: -5, output: 1 },
    { input: Number.NaN, output: 1 },
    { input: 1, output: Number.POSITIVE_INFINITY },
  ]) {
    const client: ModelClient = {
      identity: { provider: "own", model: "m", params: {} },
      send: async () => ({ text: "{}", finish: "stop", usage }),
    };
    const caller = createCaller({ client });
    await judge({ cases: harbourCases(1), judge: createModelJudge({ caller }) });
    const { inputTokens, outputTokens, estimated, calls } = caller.usage();
    expect([inputTokens, outputTokens].every((n) => Number.isFinite(n) && n > 0)).toBe(true);
    expect(estimated).toBe(calls);
  }
});
