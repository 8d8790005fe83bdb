/** What goes wrong around the judges of today's tools, each by name. */
import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../test/calls/_clock.ts";
import { harbourCases, readsWell } from "../../../test/judges/_harbours.ts";
import { CallError } from "../../calls/call-error.ts";
import { judge } from "../judge.ts";
import { follow } from "../model/_scripted.ts";
import { createOpenAiClient } from "../model/clients/openai.ts";
import { createModelJudge, type ModelJudgeOptions } from "../model/index.ts";
import { supportPrompt } from "../model/prompts.ts";
import type { ModelClient, ModelReply } from "../model-types.ts";
import { createBatchCaller, printBatch } from "./batch.ts";
import { createCaller } from "./caller.ts";
import { dryRun } from "./dry-run.ts";
import { type CallStore, createMemoryStore } from "./store.ts";

type Answer = (
  right: string,
  request: Parameters<ModelClient["send"]>[1],
  n: number,
) => ModelReply | CallError;

/** A model that reads well, unless `answer` makes something else of it; each reply takes 50 ms. */
function setUp(answer: Answer = (text) => ({ text, finish: "stop" })) {
  const clock = createVirtualClock();
  const start = clock.now();
  let sent = 0;
  const client = (identity: Partial<ModelClient["identity"]> = {}): ModelClient => ({
    identity: { provider: "fake", model: "m", params: { temperature: 0 }, ...identity },
    async send(messages, request) {
      const n = ++sent;
      await clock.sleep(50);
      const reply = answer(follow(readsWell, request, messages), request, n);
      if (reply instanceof CallError) throw reply;
      return reply;
    },
  });
  const run = async (
    cases = harbourCases(1),
    {
      store = createMemoryStore(),
      identity = {},
      options = {},
    }: { store?: CallStore; identity?: Partial<ModelClient["identity"]>; options?: ModelJudgeOptions } = {},
  ) => {
    const before = sent;
    const caller = createCaller({ client: client(identity), store, clock, limits: { attempts: 2 } });
    const { judgements } = await clock.run(judge({ cases, judge: createModelJudge({ caller, options }) }));
    return { calls: sent - before, records: [...judgements.values()], usage: caller.usage() };
  };
  return { run, client, passed: () => clock.now() - start };
}

describe("C6 deepeval", () => {
  it("cache key lacks template: other words of a prompt are another question", async () => {
    const { run } = setUp();
    const store = createMemoryStore();
    expect((await run(undefined, { store })).calls).toBe(2);
    expect((await run(undefined, { store })).calls).toBe(0);
    const prompts = { support: { ...supportPrompt, system: `${supportPrompt.system}\nBe strict.` } };
    expect((await run(undefined, { store, options: { prompts } })).calls).toBe(1);
  });
});

describe("C7 ragas", () => {
  it("cache key lacks model: nor do base URL and temperature share replies", async () => {
    const { run } = setUp();
    const store = createMemoryStore();
    for (const identity of [
      {},
      { model: "m2" },
      { baseUrl: "http://other/v1" },
      { params: { temperature: 0.3 } },
    ]) {
      expect((await run(undefined, { store, identity })).calls).toBe(2);
      expect((await run(undefined, { store, identity })).calls).toBe(0);
    }
  });

  it("sequential chunk calls: the chunks of a case are asked about at once", async () => {
    const { run, passed } = setUp();
    const contexts = Array.from({ length: 8 }, (_, i) => `The pier ${i} was built in ${1900 + i}.`);
    const [one] = harbourCases(1);
    const { calls } = await run([{ ...one!, contexts }], { options: { perChunk: true } });
    expect(calls).toBe(9);
    // The claims, and then eight chunks in the time of one.
    expect(passed()).toBe(100);
  });

  it("NaN silently: a case without an answer has the reason, and no number", async () => {
    const { run } = setUp((text, _, n) =>
      n % 3 === 0 ? new CallError("server", "HTTP 500") : { text, finish: "stop" },
    );
    const { records } = await run(harbourCases(12), {});
    const { records: dead } = await setUp(() => new CallError("server", "HTTP 500")).run(harbourCases(3));
    expect(dead.map((record) => record.unjudged?.length ?? 0)).not.toContain(0);
    for (const { unjudged = [], ...record } of [...records, ...dead]) {
      for (const { problem } of unjudged)
        expect(problem).toMatchObject({ code: "judge-server", fix: expect.any(String) });
      expect(JSON.stringify(record)).not.toContain("null");
    }
  });

  it("shared temperature mutation: two runs at once keep their own", async () => {
    const sent: { model: string; temperature: number }[] = [];
    const fetch = async (_: unknown, init?: { body?: unknown }): Promise<Response> => {
      sent.push(JSON.parse(String(init?.body)) as { model: string; temperature: number });
      await new Promise(setImmediate);
      return Response.json({ choices: [{ message: { content: "{}" }, finish_reason: "stop" }] });
    };
    const params = [Object.freeze({ temperature: 0 }), Object.freeze({ temperature: 0.7 })];
    await Promise.all(
      params.map((one, i) => {
        const caller = createCaller({
          client: createOpenAiClient({
            model: `m${i}`,
            params: one,
            fetch: fetch as typeof globalThis.fetch,
          }),
        });
        return judge({ cases: harbourCases(10), judge: createModelJudge({ caller }) });
      }),
    );
    expect(sent.length).toBeGreaterThan(20);
    for (const { model, temperature } of sent) expect(temperature).toBe(model === "m0" ? 0 : 0.7);
  });

  it("1,024-token cap: a reply that was cut off gets more room, and is not taken from the store as it is", async () => {
    const caps: number[] = [];
    const { run } = setUp((text, { maxOutputTokens }) => {
      caps.push(maxOutputTokens);
      return maxOutputTokens < 4000
        ? { text: text.slice(0, 20), finish: "length" }
        : { text, finish: "stop" };
    });
    const store = createMemoryStore();
    const { records } = await run(undefined, { store, options: { maxOutputTokens: 1024 } });
    expect(caps).toEqual([1024, 4096, 1024, 4096]);
    expect(records[0]!.unjudged ?? []).toEqual([]);
    expect(records[0]!.claims?.length).toBe(3);
    expect((await run(undefined, { store, options: { maxOutputTokens: 1024 } })).calls).toBe(0);
  });
});

describe("C11 none of them", () => {
  it("resumable journal: a run that stopped half-way asks only for the rest", async () => {
    const store = createMemoryStore();
    const { run } = setUp((text, _, n) =>
      n === 8 ? new CallError("quota", "insufficient_quota") : { text, finish: "stop" },
    );
    const cases = harbourCases(10);
    const stopped = await run(cases, { store });
    const done = store.size;
    expect(done).toBeLessThan(20);
    expect(done).toBe(stopped.usage.calls);
    const resumed = await run(cases, { store });
    expect(resumed.records.flatMap((record) => record.unjudged ?? [])).toEqual([]);
    expect(store.size).toBe(done + resumed.calls);
    expect((await run(cases, { store })).calls).toBe(0);
  });

  it("dry-run cost: calls, tokens and money before anything is sent", async () => {
    const { client } = setUp();
    const { identity } = client();
    const foretold = await dryRun({ identity, prices: { input: 0.25, output: 2 } }, (caller) =>
      judge({ cases: harbourCases(5), judge: createModelJudge({ caller }) }),
    );
    expect(foretold).toMatchObject({ calls: 10, inputTokens: expect.any(Number), money: expect.any(Number) });
    expect(foretold.money).toBeGreaterThan(0);
  });

  it("Batch API: the questions of a run as a file", async () => {
    const client = createOpenAiClient({ model: "m" });
    const caller = createBatchCaller({ client, store: createMemoryStore() });
    await judge({ cases: harbourCases(5), judge: createModelJudge({ caller }) });
    const [file] = printBatch(caller.requests, client.batch!);
    expect(
      file!
        .trimEnd()
        .split("\n")
        .map((line) => Object.keys(JSON.parse(line) as object)),
    ).toEqual(Array.from({ length: 5 }, () => ["custom_id", "method", "url", "body"]));
  });
});
