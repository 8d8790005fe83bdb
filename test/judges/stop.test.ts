import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JudgementRecord } from "../../src/core/judgement-record.ts";
import { judge } from "../../src/judges/judge.ts";
import { createOpenAiClient } from "../../src/judges/model/clients/openai.ts";
import { createModelJudge } from "../../src/judges/model/index.ts";
import { type CallerOptions, createCaller } from "../../src/judges/spend/caller.ts";
import { type CallStore, createMemoryStore } from "../../src/judges/spend/store.ts";
import { harbourCases, readsWell } from "./_harbours.ts";
import { type ScriptedServer, startServer } from "./_server.ts";

let server: ScriptedServer;
let store: CallStore;
beforeEach(async () => {
  server = await startServer({ script: readsWell, latencyMs: 5 });
  store = createMemoryStore();
});
afterEach(() => server.close());

async function run(more: Partial<CallerOptions> = {}, signal?: AbortSignal) {
  const client = createOpenAiClient({ model: "m", baseUrl: server.url });
  const caller = createCaller({ client, store, limits: { concurrency: 4 }, ...more });
  const { judgements } = await judge({
    cases: harbourCases(30),
    judge: createModelJudge({ caller }),
    ...(signal === undefined ? {} : { signal }),
  });
  await caller.close();
  return { records: [...judgements.values()], usage: caller.usage() };
}
const codes = (records: readonly JudgementRecord[]): string[] => [
  ...new Set(records.flatMap(({ unjudged = [] }) => unjudged.map(({ problem }) => problem.code))),
];

describe("a judged run that ends early", () => {
  it("when it is cancelled: what was paid for is kept, and a second run asks for the rest", async () => {
    const stop = new AbortController();
    server.onRequest = (count) => {
      if (count === 20) stop.abort();
    };
    const { records, usage } = await run({}, stop.signal);
    expect(records.length).toBe(30);
    expect(codes(records)).toEqual(["judge-cancelled"]);
    expect(usage.lost).toBe(0);
    // What was under way came in, and nothing was sent after it.
    expect(server.requests).toBeLessThanOrEqual(20 + 4);
    expect(store.size).toBe(server.requests);
    const rest = await run();
    expect(codes(rest.records)).toEqual([]);
    expect(server.requests).toBe(60);
  });

  it("when its budget is used up: the rest says so, and has no number", async () => {
    const { records } = await run({ budget: { calls: 25 } });
    // The last call would begin a case that cannot be ended.
    expect(server.requests).toBe(24);
    expect(codes(records)).toEqual(["judge-budget"]);
    const judged = records.filter(({ unjudged = [] }) => unjudged.length === 0);
    expect(judged).toHaveLength(12);
    const rest = await run({ budget: { calls: 36 } });
    expect(codes(rest.records)).toEqual([]);
    expect(server.requests).toBe(60);
  });
});
