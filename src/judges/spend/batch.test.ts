import { describe, expect, it } from "vitest";
import { harbourCases, readsWell } from "../../../test/judges/_harbours.ts";
import { judge } from "../judge.ts";
import { follow } from "../model/_scripted.ts";
import { createAnthropicClient } from "../model/clients/anthropic.ts";
import { createOpenAiClient } from "../model/clients/openai.ts";
import { createModelJudge } from "../model/index.ts";
import type { Message, ModelClient } from "../model-types.ts";
import { type BatchRequest, createBatchCaller, printBatch, readBatchResults } from "./batch.ts";
import { createCaller } from "./caller.ts";
import { type CallStore, createMemoryStore } from "./store.ts";

const noNetwork = () => Promise.reject(new Error("a batch run may not send anything"));
const openAi = () => createOpenAiClient({ model: "m", fetch: noNetwork });
const anthropic = () => createAnthropicClient({ model: "claude", apiKey: "k", fetch: noNetwork });

/** One round: judge what can be judged, and give what is to be asked. */
async function round(client: ModelClient, store: CallStore) {
  const caller = createBatchCaller({ client, store });
  const { judgements } = await judge({ cases: harbourCases(3), judge: createModelJudge({ caller }) });
  return { requests: caller.requests, records: [...judgements.values()] };
}
const promptOf = (messages: readonly Message[]): string =>
  messages[1]!.content.includes("\nQ ") ? "support" : "claims";

/** What OpenAI would put into its output file. */
function openAiResult(line: string): string {
  const { custom_id, body } = JSON.parse(line) as { custom_id: string; body: { messages: Message[] } };
  const content = follow(readsWell, { prompt: promptOf(body.messages) }, body.messages);
  return JSON.stringify({
    id: "batch_req_1",
    custom_id,
    response: {
      status_code: 200,
      request_id: "r",
      body: {
        choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
        usage: { prompt_tokens: 900, completion_tokens: 60 },
      },
    },
    error: null,
  });
}
/** What Anthropic would put into its results. */
function anthropicResult({
  custom_id,
  params,
}: {
  custom_id: string;
  params: { system: unknown; messages: Message[] };
}): string {
  const messages = [{ role: "system", content: "" } as const, ...params.messages];
  const text = follow(readsWell, { prompt: promptOf(messages) }, messages);
  const message = {
    type: "message",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 900, output_tokens: 60 },
  };
  return JSON.stringify({ custom_id, result: { type: "succeeded", message } });
}

describe("a run by batch", () => {
  it("OpenAI: writes requests, reads results, and ends with all records after two rounds", async () => {
    const store = createMemoryStore();
    const client = openAi();
    const first = await round(client, store);
    // Not yet about the chunks: that question needs the claims.
    expect(first.requests.map(({ prompt, item }) => [prompt, item])).toEqual([
      ["claims@1", "q0"],
      ["claims@1", "q1"],
      ["claims@1", "q2"],
    ]);
    expect(
      first.records.every((record) =>
        (record.unjudged ?? []).some(({ problem }) => problem.code === "judge-pending"),
      ),
    ).toBe(true);
    let rounds = 0;
    let { requests, records } = first;
    while (requests.length > 0 && rounds < 4) {
      const [file] = printBatch(requests, client.batch!);
      const lines = file!.trimEnd().split("\n");
      expect(JSON.parse(lines[0]!)).toMatchObject({
        custom_id: requests[0]!.key,
        method: "POST",
        url: "/v1/chat/completions",
        body: { model: "m" },
      });
      const read = await readBatchResults(lines.map(openAiResult), { client, store });
      expect(read).toMatchObject({ stored: requests.length, known: 0, problems: [] });
      ({ requests, records } = await round(client, store));
      rounds++;
    }
    expect(rounds).toBe(2);
    expect(records.every((record) => (record.unjudged ?? []).length === 0)).toBe(true);
    // The same store serves a run that would send.
    const caller = createCaller({ client, store });
    const direct = await judge({ cases: harbourCases(3), judge: createModelJudge({ caller }) });
    expect(caller.usage()).toMatchObject({ calls: 0, reused: 6 });
    expect([...direct.judgements.values()].map((r) => r.claims)).toEqual(records.map((r) => r.claims));
  });

  it("Anthropic: the body of a message batch, and its results", async () => {
    const store = createMemoryStore();
    const client = anthropic();
    let { requests, records } = await round(client, store);
    for (let rounds = 0; requests.length > 0 && rounds < 4; rounds++) {
      const [file] = printBatch(requests, client.batch!);
      const body = JSON.parse(file!) as { requests: Parameters<typeof anthropicResult>[0][] };
      expect(body.requests[0]).toMatchObject({ custom_id: requests[0]!.key, params: { model: "claude" } });
      await readBatchResults(body.requests.map(anthropicResult), { client, store });
      ({ requests, records } = await round(client, store));
    }
    expect(requests).toEqual([]);
    expect(records.flatMap((record) => record.unjudged ?? [])).toEqual([]);
    expect(store.size).toBe(6);
  });

  it("says which requests have no reply, and asks them again", async () => {
    const store = createMemoryStore();
    const client = openAi();
    const { requests } = await round(client, store);
    const key = requests[0]!.key;
    const lines = [
      JSON.stringify({
        custom_id: key,
        response: null,
        error: {
          code: "batch_expired",
          message: "This request could not be executed before the completion window expired.",
        },
      }),
      JSON.stringify({
        custom_id: key,
        response: { status_code: 429, body: { error: { message: "slow down" } } },
        error: null,
      }),
      JSON.stringify({ custom_id: "not-ours", response: { status_code: 200, body: {} } }),
      "{ half",
      "",
    ];
    const { stored, problems } = await readBatchResults(lines, { client, store, file: "out.jsonl" });
    expect(stored).toBe(0);
    expect(problems.map(({ code, at }) => [code, at?.line])).toEqual(
      [1, 2, 3, 4].map((line) => ["batch-result", line]),
    );
    expect(problems[0]!.what).toContain("completion window expired");
    expect(problems[1]!.what).toContain("slow down");
    expect((await round(client, store)).requests.map((one) => one.key)).toContain(key);
    const other = anthropic();
    const bad = [
      {
        type: "errored",
        error: { type: "error", error: { type: "invalid_request_error", message: "too long" } },
      },
      { type: "expired" },
      { type: "canceled" },
    ];
    const read = await readBatchResults(
      bad.map((result) => JSON.stringify({ custom_id: key, result })),
      { client: other, store },
    );
    expect(read.problems.map(({ what }) => what.replace(/.*: /u, ""))).toEqual([
      "too long",
      "expired",
      "canceled",
    ]);
  });

  it("asks in another way after a batch that the model refused as a whole", async () => {
    const client = openAi();
    const store = createMemoryStore();
    const asked = async () =>
      (await round(client, store)).requests.map(({ body }) => body as { temperature?: number });
    expect((await asked()).map(({ temperature }) => temperature)).toEqual([0, 0, 0]);
    const said = {
      error: { message: "Unsupported value: 'temperature' does not support 0 with this model." },
    };
    const lines = (await round(client, store)).requests.map(({ key }) =>
      JSON.stringify({ custom_id: key, response: { status_code: 400, body: said }, error: null }),
    );
    expect((await readBatchResults(lines, { client, store })).problems).toHaveLength(3);
    const again = await asked();
    expect(again.map((body) => "temperature" in body)).toEqual([false, false, false]);
    expect(again.every((body) => "response_format" in body)).toBe(true);
  });

  it("keeps what is in the store already", async () => {
    const store = createMemoryStore();
    const client = openAi();
    const { requests } = await round(client, store);
    const lines = [...printBatch(requests, client.batch!)].join("").trimEnd().split("\n").map(openAiResult);
    await readBatchResults(lines, { client, store });
    expect(await readBatchResults(lines, { client, store })).toMatchObject({
      stored: 0,
      known: requests.length,
    });
  });

  it("splits what is too much for one file", () => {
    const requests: BatchRequest[] = Array.from({ length: 10 }, (_, i) => ({
      key: `${i}`,
      prompt: "p",
      body: "x".repeat(100),
    }));
    const lines = (files: Iterable<string>) => [...files].map((file) => file.trimEnd().split("\n").length);
    expect(lines(printBatch(requests, { kind: "openai" }, { requests: 4, bytes: 1e9 }))).toEqual([4, 4, 2]);
    expect(lines(printBatch(requests, { kind: "openai" }, { requests: 100, bytes: 600 }))).toEqual([
      3, 3, 3, 1,
    ]);
    expect(lines(printBatch([], { kind: "openai" }))).toEqual([]);
  });

  it("is refused for a client without batches", () => {
    const { batch, ...client } = openAi();
    expect(() => createBatchCaller({ client, store: createMemoryStore() })).toThrow(
      "openai does not support batches",
    );
  });
});
