/** What every client of a model keeps to, against a real server on loopback. Each rule is also tried on a client that is broken on purpose. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { CallError } from "../../src/calls/call-error.ts";
import { createAiSdkClient } from "../../src/judges/model/clients/ai-sdk.ts";
import { createAnthropicClient } from "../../src/judges/model/clients/anthropic.ts";
import { createFunctionClient } from "../../src/judges/model/clients/function.ts";
import { createOpenAiClient } from "../../src/judges/model/clients/openai.ts";
import type { ModelClient } from "../../src/judges/model-types.ts";

interface Said {
  readonly text: string;
  readonly finish?: "stop" | "length" | "refusal";
}
interface Kind {
  readonly make: (baseUrl: string) => ModelClient;
  /** The body of a good answer. */
  readonly body: (said: Said) => unknown;
  /** Why a rule is none of its business. */
  readonly except?: Readonly<Record<string, string>>;
}

const KEY = "sk-very-secret";
const NOW = Date.UTC(2026, 0, 1);
const SCHEMA = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
};
const MESSAGES = [
  { role: "system", content: "Reply with JSON." },
  { role: "user", content: `Tom & Jerry's "R&D" < profit\u2028{{x}} $& \${y}` },
] as const;
const QUESTION = { schema: SCHEMA, maxOutputTokens: 77, prompt: "claims@1" };

const openAiBody = ({ text, finish = "stop" }: Said): unknown => ({
  choices: [
    finish === "refusal"
      ? { message: { content: null, refusal: text }, finish_reason: "stop" }
      : { message: { content: text }, finish_reason: finish },
  ],
  usage: { prompt_tokens: 11, completion_tokens: 3 },
});

/** Behaves as the package does, by its documentation: throws errors with what the server said. */
const fakeAi = (baseUrl: string) => async (): Promise<unknown> => ({
  jsonSchema: (schema: unknown) => schema,
  Output: { object: ({ schema }: { schema: unknown }) => ({ schema }) },
  async generateText(given: Readonly<Record<string, unknown>>) {
    const { system, messages, output, maxOutputTokens, abortSignal } = given;
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}` },
      body: JSON.stringify({
        messages: [{ role: "system", content: system }, ...(messages as unknown[])],
        max_tokens: maxOutputTokens,
        response_format: output,
      }),
      signal: abortSignal as AbortSignal,
    });
    const text = await response.text();
    const failed = (message: string, more: object): Error => Object.assign(new Error(message), more);
    if (!response.ok)
      throw failed("call failed", {
        statusCode: response.status,
        responseHeaders: Object.fromEntries(response.headers),
        responseBody: text,
      });
    let body: { choices: { message: { content: string | null; refusal?: string }; finish_reason: string }[] };
    try {
      body = JSON.parse(text);
      if (body.choices === undefined) throw new Error("no choices");
    } catch {
      throw failed("invalid response", { statusCode: 500, responseBody: text });
    }
    const [{ message, finish_reason: finish }] = body.choices as [(typeof body.choices)[0]];
    const result = {
      text: message.refusal ?? message.content,
      finishReason: message.refusal === undefined ? finish : "content-filter",
      usage: { inputTokens: 11, outputTokens: 3 },
    };
    if (finish === "length") throw failed("no object generated", result);
    return result;
  },
});

const kinds: Readonly<Record<string, Kind>> = {
  openai: {
    make: (baseUrl) => createOpenAiClient({ model: "m", apiKey: KEY, baseUrl, now: () => NOW }),
    body: openAiBody,
  },
  anthropic: {
    make: (baseUrl) => createAnthropicClient({ model: "m", apiKey: KEY, baseUrl, now: () => NOW }),
    body: ({ text, finish = "stop" }) => ({
      content: [{ type: "text", text }],
      stop_reason: { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[finish],
      usage: { input_tokens: 8, cache_read_input_tokens: 3, output_tokens: 3 },
    }),
  },
  "ai-sdk": {
    make: (baseUrl) =>
      createAiSdkClient({ model: { provider: "fake", modelId: "m" }, load: fakeAi(baseUrl), now: () => NOW }),
    body: openAiBody,
    except: {
      "limits in headers of a good answer are read": "the package does not give them back",
      "a key that the server says again is not in the error": "the key is the provider's, and not known here",
    },
  },
  function: {
    make: (baseUrl) =>
      createFunctionClient({
        name: "m",
        async ask(messages, schema, { signal, maxOutputTokens }) {
          const body = JSON.stringify({ messages, max_tokens: maxOutputTokens, response_format: schema });
          const response = await fetch(baseUrl, { method: "POST", body, signal });
          if (!response.ok) throw new Error(`HTTP ${response.status}`);
          return ((await response.json()) as { said: unknown }).said;
        },
      }),
    body: ({ text }) => ({ said: text }),
    except: Object.fromEntries(
      [
        ...["429 is a rate, with the time to wait in each form", "429 for an empty account is a quota"],
        ...["401 is about the key", "a prompt that is too long is reported", "400 is not tried again"],
        ...["a lost connection is the network", "an answer that breaks off is the network"],
        ...["limits in headers of a good answer are read", "a refusal is no reply", "tokens are counted"],
        ...["a reply that was cut off says so", "a key that the server says again is not in the error"],
      ].map((rule) => [rule, "statuses, headers and counts are the function's own business"]),
    ),
  },
};

/** Runs `use` against a server, which is there for it alone. */
async function withServer<T>(listener: RequestListener, use: (baseUrl: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}
const answer = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
};
const never = new AbortController().signal;
const ask = (client: ModelClient, signal = never) => client.send(MESSAGES, QUESTION, signal);

async function trouble(sent: Promise<unknown>): Promise<CallError> {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError)) throw new Error(`no CallError but ${String(error)}`);
  return error;
}
/** Trouble that a client has with one answer. */
const afterAnswer = (
  kind: Kind,
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): Promise<CallError> =>
  withServer(
    (_, response) => answer(response, status, body, headers),
    (baseUrl) => trouble(ask(kind.make(baseUrl))),
  );
const said = (kind: Kind, what: Said) =>
  withServer(
    (_, response) => answer(response, 200, kind.body(what)),
    (baseUrl) => ask(kind.make(baseUrl)),
  );
const problem = (type: string, message: string) => ({ error: { type, code: type, message } });

const RULES: Readonly<Record<string, (kind: Kind) => Promise<void>>> = {
  "a good answer is given as it is": async (kind) => {
    expect(await said(kind, { text: '{"a":"ü"}' })).toMatchObject({ text: '{"a":"ü"}', finish: "stop" });
  },
  "tokens are counted": async (kind) => {
    expect((await said(kind, { text: "{}" })).usage).toEqual({ input: 11, output: 3 });
  },
  "texts arrive as they are, with the schema and the room for the reply": async (kind) => {
    let seen = "";
    await withServer(
      async (request, response) => {
        seen = await textOf(request);
        answer(response, 200, kind.body({ text: "{}" }));
      },
      (baseUrl) => ask(kind.make(baseUrl)),
    );
    const body = JSON.parse(seen) as { messages: { role: string; content: string }[]; max_tokens: number };
    expect(body.messages.at(-1)!.content).toBe(MESSAGES[1].content);
    expect(seen).toContain('"additionalProperties":false');
    expect(body.max_tokens).toBe(77);
  },
  "no secret is part of its identity": async (kind) => {
    const { identity } = kind.make("http://127.0.0.1:9");
    expect(JSON.stringify(identity)).not.toContain(KEY);
    expect(identity.model).toBe("m");
    expect(identity.provider).not.toBe("");
  },
  "a reply that was cut off says so": async (kind) => {
    expect(await said(kind, { text: '{"a":', finish: "length" })).toMatchObject({
      text: '{"a":',
      finish: "length",
    });
  },
  "a refusal is no reply": async (kind) => {
    expect(await said(kind, { text: "I can't.", finish: "refusal" })).toMatchObject({
      finish: "refusal",
      text: "I can't.",
    });
  },
  "429 is a rate, with the time to wait in each form": async (kind) => {
    const limited = problem("rate_limit_error", "slow down");
    const waits: [Record<string, string>, number | undefined][] = [
      [{ "retry-after": "7" }, 7000],
      [{ "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }, 9000],
      [{ "retry-after-ms": "250", "retry-after": "1" }, 250],
      [{}, undefined],
    ];
    for (const [headers, wait] of waits) {
      const error = await afterAnswer(kind, 429, limited, headers);
      expect([error.trouble, error.retryAfterMs]).toEqual(["rate", wait]);
    }
  },
  "429 for an empty account is a quota": async (kind) => {
    expect((await afterAnswer(kind, 429, problem("insufficient_quota", "no money"))).trouble).toBe("quota");
  },
  "401 is about the key": async (kind) => {
    expect((await afterAnswer(kind, 401, problem("invalid_api_key", "who are you"))).trouble).toBe("auth");
  },
  "a key that the server says again is not in the error": async (kind) => {
    const error = await afterAnswer(kind, 401, problem("invalid_api_key", `wrong key ${KEY}`));
    expect(error.message).toContain("wrong key");
    expect(error.message).not.toContain(KEY);
  },
  "a prompt that is too long is reported": async (kind) => {
    for (const [status, body] of [
      [400, problem("context_length_exceeded", "maximum context length is 8192")],
      [400, problem("invalid_request_error", "prompt is too long: 9 tokens > 8 maximum")],
      [400, problem("exceed_context_size_error", "the request exceeds the available context size")],
      [413, "too large"],
    ] as const)
      expect((await afterAnswer(kind, status, body)).trouble).toBe("too-long");
  },
  "400 is not tried again": async (kind) => {
    expect((await afterAnswer(kind, 400, problem("invalid_request_error", "n must be 1"))).trouble).toBe(
      "refused-request",
    );
  },
  "500, 503 and 529 are the server": async (kind) => {
    for (const status of [500, 503, 529])
      expect((await afterAnswer(kind, status, "<html>oops</html>")).trouble).toBe("server");
  },
  "an answer that is not what it should be is the server": async (kind) => {
    expect((await afterAnswer(kind, 200, '{"choices')).trouble).toBe("server");
  },
  "a web page is the server, or no API where we read the answer ourselves": async (kind) => {
    expect(["server", "not-api"]).toContain((await afterAnswer(kind, 200, "<html>hello</html>")).trouble);
  },
  "a lost connection is the network": async (kind) => {
    const reset = await withServer(
      (request) => void request.socket.destroy(),
      (baseUrl) => trouble(ask(kind.make(baseUrl))),
    );
    expect(reset.trouble).toBe("network");
    expect((await trouble(ask(kind.make("http://127.0.0.1:1")))).trouble).toBe("network");
  },
  "an answer that breaks off is the network": async (kind) => {
    const error = await withServer(
      (_, response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write('{"choices":[{"mess', () => response.socket?.destroy());
      },
      (baseUrl) => trouble(ask(kind.make(baseUrl))),
    );
    expect(error.trouble).toBe("network");
  },
  "slow bytes are waited for": async (kind) => {
    const bytes = Buffer.from(JSON.stringify(kind.body({ text: '{"a":"ßü€"}' })));
    const reply = await withServer(
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const next = (i: number): void => {
          if (i === bytes.length) response.end();
          else response.write(bytes.subarray(i, i + 1), () => setImmediate(next, i + 1));
        };
        next(0);
      },
      (baseUrl) => ask(kind.make(baseUrl)),
    );
    expect(reply.text).toBe('{"a":"ßü€"}');
  },
  "a cancel ends it, before, while it waits and while it reads": async (kind) => {
    const early = AbortSignal.abort();
    expect((await trouble(ask(kind.make("http://127.0.0.1:1"), early))).trouble).toBe("aborted");
    for (const start of [false, true]) {
      const stop = new AbortController();
      const error = await withServer(
        (_, response) => {
          if (start) {
            response.writeHead(200, { "content-length": "1000" });
            response.write("{", () => stop.abort());
          } else stop.abort();
        },
        (baseUrl) => trouble(ask(kind.make(baseUrl), stop.signal)),
      );
      expect(error.trouble).toBe("aborted");
    }
  },
  "a deadline is a time-out; a reason that is a CallError is kept": async (kind) => {
    for (const [reason, wanted] of [
      [new DOMException("late", "TimeoutError"), "timeout"],
      [new CallError("timeout", "60 s are over"), "timeout"],
      [new CallError("budget", "spent"), "budget"],
    ] as const) {
      const stop = new AbortController();
      const error = await withServer(
        () => stop.abort(reason),
        (baseUrl) => trouble(ask(kind.make(baseUrl), stop.signal)),
      );
      expect(error.trouble).toBe(wanted);
    }
  },
  "limits in headers of a good answer are read": async (kind) => {
    const headers = {
      "x-ratelimit-limit-requests": "100",
      "x-ratelimit-remaining-requests": "90",
      "x-ratelimit-reset-requests": "12ms",
      "x-ratelimit-limit-tokens": "1000",
      "x-ratelimit-remaining-tokens": "50",
      "x-ratelimit-reset-tokens": "1m0.5s",
      "anthropic-ratelimit-requests-limit": "100",
      "anthropic-ratelimit-requests-remaining": "90",
      "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:01Z",
      "anthropic-ratelimit-tokens-limit": "1000",
      "anthropic-ratelimit-tokens-remaining": "50",
      "anthropic-ratelimit-tokens-reset": "2026-01-01T00:01:00.500Z",
    };
    const reply = await withServer(
      (_, response) => answer(response, 200, kind.body({ text: "{}" }), headers),
      (baseUrl) => ask(kind.make(baseUrl)),
    );
    expect(reply.limits).toEqual({
      remainingRequests: 90,
      limitRequests: 100,
      remainingTokens: 50,
      limitTokens: 1000,
      resetMs: 60_500,
    });
  },
};

describe.each(Object.entries(kinds))("the client %s", (_, kind) => {
  for (const [rule, check] of Object.entries(RULES)) {
    const reason = kind.except?.[rule];
    it.skipIf(reason !== undefined)(reason === undefined ? rule : `${rule} (skipped: ${reason})`, () =>
      check(kind),
    );
  }
});

/** Says the same whatever happens, and everything about itself. */
const broken: Kind = {
  make: () => ({
    identity: { provider: "", model: KEY, params: {} },
    send: async () => ({ text: "", finish: "stop" }),
  }),
  body: openAiBody,
};

it.each(Object.entries(RULES))("a broken client does not pass: %s", async (_, check) => {
  await expect(check(broken)).rejects.toThrow();
});
