import { expect, it } from "vitest";
import { createAnthropicClient } from "./anthropic.ts";

type Body = Readonly<Record<string, unknown>>;
const question = { schema: { type: "object" }, maxOutputTokens: 50, prompt: "claims@1" };
const messages = [
  { role: "system", content: "Judge." },
  { role: "user", content: "data" },
] as const;

function clientOf(answer: (body: Body) => Response) {
  const bodies: Body[] = [];
  const headers: Headers[] = [];
  const send = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const body = JSON.parse(String(init?.body)) as Body;
    bodies.push(body);
    headers.push(new Headers(init?.headers));
    return answer(body);
  };
  const client = createAnthropicClient({ model: "m", apiKey: "key", fetch: send as typeof fetch });
  return { ask: () => client.send(messages, question, new AbortController().signal), bodies, headers };
}

it("keeps instructions apart from data, and says who it is", async () => {
  const { ask, bodies, headers } = clientOf(() =>
    Response.json({ content: [{ type: "text", text: "{}" }], stop_reason: "end_turn" }),
  );
  await ask();
  expect(bodies[0]).toMatchObject({
    system: "Judge.",
    messages: [{ role: "user", content: "data" }],
    max_tokens: 50,
  });
  expect([headers[0]!.get("x-api-key"), headers[0]!.get("anthropic-version")]).toEqual(["key", "2023-06-01"]);
});

it("asks an older model by a tool, and reads what the tool was given", async () => {
  const { ask, bodies } = clientOf((body) =>
    "output_config" in body
      ? Response.json(
          { error: { type: "invalid_request_error", message: "output_config: not supported" } },
          { status: 400 },
        )
      : Response.json({
          content: [{ type: "tool_use", name: "reply", input: { claims: [] } }],
          stop_reason: "tool_use",
        }),
  );
  expect(await ask()).toEqual({ text: '{"claims":[]}', finish: "stop" });
  await ask();
  expect(bodies.map((b) => "tools" in b)).toEqual([false, true, true]);
});

it("takes a spend limit for a quota, though it comes as a rate", async () => {
  const error = {
    type: "rate_limit_error",
    message: "stop",
    details: { error_code: "enforced_spend_limit_reached" },
  };
  const { ask } = clientOf(() => Response.json({ type: "error", error }, { status: 429 }));
  await expect(ask()).rejects.toMatchObject({ trouble: "quota" });
});

it("does not take thinking for the reply", async () => {
  const content = [
    { type: "thinking", thinking: "{}" },
    { type: "text", text: '{"a":1}' },
  ];
  const { ask } = clientOf(() => Response.json({ content, stop_reason: "end_turn" }));
  expect((await ask()).text).toBe('{"a":1}');
});
