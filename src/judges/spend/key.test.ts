import { describe, expect, it } from "vitest";
import { request } from "../../../test/judges/_fake-client.ts";
import { callKey } from "./key.ts";

const identity = {
  provider: "openai",
  baseUrl: "http://a/v1",
  model: "m",
  params: { temperature: 0, seed: 1 },
};
const base = callKey(identity, request({ q: 1 }));

describe("callKey", () => {
  it("is the same for equal data in another order, and for another fence, item or rendering", () => {
    expect(callKey({ ...identity, params: { seed: 1, temperature: 0 } }, request({ q: 1 }))).toBe(base);
    expect(callKey(identity, request({ q: 1 }, { item: "q7", render: () => [] }))).toBe(base);
    expect(base).toMatch(/^[0-9a-f]{64}$/u);
  });
  it.each([
    ["provider", callKey({ ...identity, provider: "x" }, request({ q: 1 }))],
    ["base URL", callKey({ ...identity, baseUrl: "http://b/v1" }, request({ q: 1 }))],
    ["model", callKey({ ...identity, model: "m2" }, request({ q: 1 }))],
    [
      "a sampling parameter",
      callKey({ ...identity, params: { temperature: 0, seed: 2 } }, request({ q: 1 })),
    ],
    [
      "one more parameter",
      callKey({ ...identity, params: { ...identity.params, top_p: 1 } }, request({ q: 1 })),
    ],
    ["the prompt", callKey(identity, request({ q: 1 }, { hash: "h2" }))],
    ["the schema", callKey(identity, request({ q: 1 }, { schema: { type: "array" } }))],
    ["the room for the reply", callKey(identity, request({ q: 1 }, { maxOutputTokens: 2000 }))],
    ["the inputs", callKey(identity, request({ q: "1" }))],
  ])("differs by %s", (_, key) => {
    expect(key).not.toBe(base);
  });
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1])("%s is refused in words", (value) => {
  expect(() => callKey(identity, request({ value }))).toThrow(
    `a setting or input of a model call is ${String(value)}, which JSON cannot represent`,
  );
});
