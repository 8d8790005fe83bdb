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
    "cannot be loaded: Error: bad syntax",
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
