import { expect, it } from "vitest";
import { createAiSdkClient } from "./ai-sdk.ts";

const question = { schema: { type: "object" }, maxOutputTokens: 50, prompt: "claims@1" };
const signal = new AbortController().signal;
const asked = (load: () => Promise<unknown>) =>
  createAiSdkClient({ model: { provider: "p", modelId: "m" }, load }).send([], question, signal);

it("names the package that is missing", async () => {
  const absent = asked(() =>
    Promise.reject(Object.assign(new Error("no"), { code: "ERR_MODULE_NOT_FOUND" })),
  );
  await expect(absent).rejects.toThrow("the package ai is not installed");
  await expect(asked(() => Promise.reject(new Error("bad syntax")))).rejects.toThrow(
    "could not load the package ai: Error: bad syntax",
  );
  await expect(asked(async () => ({ generateObject() {} }))).rejects.toThrow("version 5 or later");
});

it("reads the text of a reply that the package could not read", async () => {
  const thrown = Object.assign(new Error("No object generated"), {
    text: 'Here: {"a":1}',
    finishReason: "stop",
    usage: { inputTokens: 5, outputTokens: 2 },
  });
  const reply = await asked(async () => ({
    generateText: () => Promise.reject(thrown),
    jsonSchema: (s: unknown) => s,
    Output: { object: (o: unknown) => o },
  }));
  expect(reply).toEqual({ text: 'Here: {"a":1}', finish: "stop", usage: { input: 5, output: 2 } });
});

it("tells two servers with a model of the same name apart, and keeps no secret of their address", () => {
  const at = (config: object, baseUrl?: string) =>
    createAiSdkClient({
      model: { provider: "p", modelId: "m", config },
      ...(baseUrl === undefined ? {} : { baseUrl }),
    }).identity.baseUrl;
  expect(at({ baseURL: "http://one.test/v1" })).toBe("http://one.test/v1");
  expect(at({ url: ({ path }: { path: string }) => `http://two.test/v1${path}?key=secret` })).toBe(
    "http://two.test/v1",
  );
  expect(at({ baseURL: "http://ann:secret@one.test/v1" })).toBeUndefined();
  expect(at({ url: () => Promise.reject })).toBeUndefined();
  expect(at({}, "http://three.test/v1/")).toBe("http://three.test/v1");
});
