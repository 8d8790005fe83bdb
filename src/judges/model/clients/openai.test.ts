import { expect, it } from "vitest";
import { CallError } from "../../../calls/call-error.ts";
import { createOpenAiClient, type OpenAiOptions } from "./openai.ts";

type Body = Readonly<Record<string, unknown>>;
const question = { schema: { type: "object" }, maxOutputTokens: 50, prompt: "claims@1" };
const good = { choices: [{ message: { content: "{}" }, finish_reason: "stop" }] };
const refuse = (message: string): Response => Response.json({ error: { message } }, { status: 400 });

/** A client and what it posted; `answer` sees each body. */
function clientOf(answer: (body: Body) => Response, options: Partial<OpenAiOptions> = {}) {
  const bodies: Body[] = [];
  const send = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const body = JSON.parse(String(init?.body)) as Body;
    bodies.push(body);
    return answer(body);
  };
  const client = createOpenAiClient({ model: "m", fetch: send as typeof fetch, ...options });
  const ask = () => client.send([], question, new AbortController().signal);
  return { ask, bodies, client };
}
const formatOf = (body: Body): unknown => (body["response_format"] as Body | undefined)?.["type"];

it("asks for a schema, then for JSON, then for nothing, as the server can, and remembers it", async () => {
  const { ask, bodies } = clientOf((body) =>
    formatOf(body) === undefined ? Response.json(good) : refuse("'response_format' is not supported"),
  );
  await ask();
  await ask();
  expect(bodies.map(formatOf)).toEqual(["json_schema", "json_object", undefined, undefined]);
});

it("names the limit of tokens as the server wants it", async () => {
  const { ask, bodies } = clientOf((body) =>
    "max_tokens" in body
      ? Response.json(good)
      : refuse("Unrecognized request argument supplied: max_completion_tokens"),
  );
  await ask();
  expect(bodies.map((b) => [b["max_completion_tokens"], b["max_tokens"]])).toEqual([
    [50, undefined],
    [undefined, 50],
  ]);
});

it("leaves out its own temperature where the model has none, never one that was asked for", async () => {
  const stubborn = (body: Body): Response =>
    "temperature" in body
      ? refuse("Unsupported value: 'temperature' does not support 0 with this model.")
      : Response.json(good);
  const { ask, bodies } = clientOf(stubborn);
  await ask();
  expect(bodies.map((b) => b["temperature"])).toEqual([0, undefined]);
  const wanted = clientOf(stubborn, { params: { temperature: 0.2 } });
  await expect(wanted.ask()).rejects.toThrow("temperature");
  expect(wanted.client.identity.params).toEqual({ temperature: 0.2 });
});

it("gives up on a refusal that is about something else", async () => {
  const { ask, bodies } = clientOf(() => refuse("n must be 1"));
  await expect(ask()).rejects.toMatchObject({ trouble: "refused-request", message: "HTTP 400: n must be 1" });
  expect(bodies).toHaveLength(1);
});

it("does not go round in circles", async () => {
  const { ask, bodies } = clientOf(() =>
    refuse("max_tokens, max_completion_tokens, schema and temperature are all wrong"),
  );
  await expect(ask()).rejects.toBeInstanceOf(CallError);
  expect(bodies.length).toBeLessThanOrEqual(5);
});

it("takes an error in an answer with status 200 for what it is", async () => {
  const { ask } = clientOf(() =>
    Response.json({ error: { code: 400, type: "exceed_context_size_error", message: "too much" } }),
  );
  await expect(ask()).rejects.toMatchObject({ trouble: "too-long" });
});

it.each([
  [429, "rate"],
  [502, "server"],
  [402, "quota"],
])("takes code %i in an answer with status 200 for %s", async (code, trouble) => {
  const { ask } = clientOf(() => Response.json({ error: { code, message: "from upstream" } }));
  await expect(ask()).rejects.toMatchObject({ trouble });
});

it("asks for less when a server breaks on the schema", async () => {
  const { ask, bodies } = clientOf((body) =>
    formatOf(body) === "json_schema"
      ? Response.json({ error: { message: "failed to parse grammar" } }, { status: 500 })
      : Response.json(good),
  );
  await ask();
  expect(bodies.map(formatOf)).toEqual(["json_schema", "json_object"]);
});

it("takes a filter of the provider for a refusal", async () => {
  const filtered = clientOf(() =>
    Response.json({ error: { code: "content_filter", message: "filtered" } }, { status: 400 }),
  );
  expect(await filtered.ask()).toEqual({ text: "filtered", finish: "refusal" });
  const half = clientOf(() =>
    Response.json({ choices: [{ message: { content: "" }, finish_reason: "content_filter" }] }),
  );
  expect((await half.ask()).finish).toBe("refusal");
});

it("reads a reply in parts, and one without counts", async () => {
  const message = {
    content: [
      { type: "text", text: "{" },
      { type: "text", text: "}" },
    ],
  };
  const { ask } = clientOf(() => Response.json({ choices: [{ message, finish_reason: "stop" }] }));
  expect(await ask()).toEqual({ text: "{}", finish: "stop" });
});

it("posts to a batch what it would send, and reads it back", async () => {
  const { ask, bodies, client } = clientOf(() => Response.json(good));
  await ask();
  expect(client.batch!.body([], question)).toEqual(bodies[0]);
  expect(client.batch!.reply(good)).toEqual({ text: "{}", finish: "stop" });
  expect(() => client.batch!.reply({})).toThrow(CallError);
});

it("does not say a key that cannot be sent", async () => {
  const { ask, bodies } = clientOf(() => Response.json(good), { apiKey: "sk-one-secret\nsk-two-secret" });
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ trouble: "auth" });
  expect(JSON.stringify([(error as Error).message, (error as Error).cause])).not.toContain("secret");
  expect(bodies).toEqual([]);
});

it("does not take a text that was refused for a key that was", async () => {
  const flagged = {
    error: { code: 403, message: "This model requires moderation. Your input was flagged." },
  };
  await expect(clientOf(() => Response.json(flagged, { status: 403 })).ask()).rejects.toMatchObject({
    trouble: "refused-request",
  });
  const denied = { error: { message: "You may not use this model." } };
  await expect(clientOf(() => Response.json(denied, { status: 403 })).ask()).rejects.toMatchObject({
    trouble: "auth",
  });
});

it.each(["http://ann:secret@one.test/v1", "http://one.test/v1?key=secret"])(
  "refuses an address that records must not have: %s",
  (baseUrl) => {
    const make = () => createOpenAiClient({ model: "m", baseUrl });
    expect(make).toThrow("the address of the model server contains");
    expect(make).not.toThrow("secret");
  },
);

it("has the form of the output in its identity where one was asked for", () => {
  const params = (options: Partial<OpenAiOptions>) =>
    createOpenAiClient({ model: "m", ...options }).identity.params;
  expect(params({})).toEqual({ temperature: 0 });
  expect(params({ output: "text" })).toEqual({ temperature: 0, output: "text" });
});

it("asks in the next batch without what was refused in the last", () => {
  const { batch } = createOpenAiClient({ model: "m" });
  const temperature = () => (batch!.body([], question) as Body)["temperature"];
  expect(temperature()).toBe(0);
  batch!.refused!("Unsupported value: 'temperature' does not support 0 with this model.");
  expect(temperature()).toBeUndefined();
});

it("a web page, and a path that is not there, are no API address", async () => {
  const page = () =>
    new Response("<!doctype html><title>Welcome</title>", { headers: { "content-type": "text/html" } });
  await expect(clientOf(page).ask()).rejects.toMatchObject({
    trouble: "not-api",
    message: expect.stringMatching(
      /\/chat\/completions answers with a web page, so it is not an API address/,
    ),
  });
  const lost = () => new Response("404 page not found", { status: 404 });
  await expect(clientOf(lost).ask()).rejects.toMatchObject({
    trouble: "not-api",
    message: expect.stringMatching(/^HTTP 404: there is no .*\/chat\/completions on this server/),
  });
  // As FastAPI and Express say it.
  for (const body of [{ detail: "Not Found" }, { error: "Not Found" }, {}]) {
    const json = () => Response.json(body, { status: 404 });
    await expect(clientOf(json, { baseUrl: "http://one.test" }).ask()).rejects.toMatchObject({
      trouble: "not-api",
      message:
        "HTTP 404: there is no /chat/completions on this server; the usual path is /v1/chat/completions",
    });
    await expect(clientOf(json, { baseUrl: "http://one.test/v1" }).ask()).rejects.toMatchObject({
      message: "HTTP 404: there is no /v1/chat/completions on this server",
    });
  }
  const model = () => Response.json({ error: { message: "no such model" } }, { status: 404 });
  await expect(clientOf(model).ask()).rejects.toMatchObject({ trouble: "refused-request" });
});
