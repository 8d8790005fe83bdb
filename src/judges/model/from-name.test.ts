import { describe, expect, it } from "vitest";
import type { ModelClient } from "../model-types.ts";
import { parseJudge } from "./from-name.ts";

const env = { OPENAI_API_KEY: "sk-secret", ANTHROPIC_API_KEY: "sk-ant-secret", GOLDIE_API_KEY: "own-secret" };
const clientOf = (name: string, given: Readonly<Record<string, string>> = env): ModelClient => {
  const judge = parseJudge(name, { env: given });
  if (judge.kind !== "model") throw new Error(`${name} is no model`);
  return judge.client;
};

describe("a judge by its name", () => {
  it.each([
    ["openai:gpt-5-mini", "openai", "https://api.openai.com/v1", "gpt-5-mini"],
    ["anthropic:claude-x", "anthropic", "https://api.anthropic.com", "claude-x"],
    ["ollama:qwen3:8b", "ollama", "http://localhost:11434/v1", "qwen3:8b"],
    ["http://localhost:8080/v1/#tiny", "http", "http://localhost:8080/v1", "tiny"],
  ])("%s", (name, provider, baseUrl, model) => {
    expect(clientOf(name).identity).toEqual({ provider, baseUrl, model, params: { temperature: 0 } });
  });

  it("takes the embedded one and files", () => {
    expect(parseJudge("lexical", { env: {} })).toEqual({ kind: "lexical" });
    expect(parseJudge("./judge.ts", { env: {} })).toEqual({ kind: "module", path: "./judge.ts" });
  });

  it("keeps keys out of what is recorded", () => {
    for (const name of ["openai:gpt-5-mini", "anthropic:claude-x", "http://localhost:8080/v1#m"])
      expect(JSON.stringify(clientOf(name).identity)).not.toContain("secret");
  });

  it("sends a key only where it belongs", async () => {
    const seen: (string | null)[] = [];
    const fetchOf = async (_: unknown, init?: RequestInit): Promise<Response> => {
      seen.push(new Headers(init?.headers).get("authorization"));
      return Response.json({ choices: [{ message: { content: "{}" }, finish_reason: "stop" }] });
    };
    for (const given of [env, { OPENAI_API_KEY: "sk-secret" }]) {
      const judge = parseJudge("http://localhost:8080/v1#m", { env: given, fetch: fetchOf as typeof fetch });
      if (judge.kind === "model")
        await judge.client.send(
          [],
          { schema: {}, maxOutputTokens: 1, prompt: "x" },
          new AbortController().signal,
        );
    }
    expect(seen).toEqual(["Bearer own-secret", null]);
  });

  it.each([
    ["opnai:gpt", {}, "unknown-judge", "did you mean openai?"],
    ["openai", env, "unknown-judge", "openai:MODEL"],
    ["http://localhost:8080/v1", env, "unknown-judge", "--judge http://localhost:8080/v1#MODEL"],
    ["http://localhost:8080/v1/#", env, "unknown-judge", "needs a model name"],
    ["openai:gpt", {}, "missing-key", "OPENAI_API_KEY"],
    ["http://me:pass@localhost/v1", {}, "bad-judge", "password"],
  ])("says what is wrong with %s", (name, given, code, words) => {
    expect(() => parseJudge(name, { env: given })).toThrow(words);
    expect(() => parseJudge(name, { env: given })).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code }) }),
    );
  });

  it("takes a server that speaks like OpenAI's from the environment, with no key needed", () => {
    expect(clientOf("openai:m", { OPENAI_BASE_URL: "http://127.0.0.1:1/v1/" }).identity.baseUrl).toBe(
      "http://127.0.0.1:1/v1",
    );
  });
});
