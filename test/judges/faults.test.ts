import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JudgeCase, JudgementRecord } from "../../src/core/judgement-record.ts";
import { randomFrom } from "../../src/core/random.ts";
import { judge } from "../../src/judges/judge.ts";
import { createOpenAiClient } from "../../src/judges/model/clients/openai.ts";
import { createModelJudge } from "../../src/judges/model/index.ts";
import { createCaller } from "../../src/judges/spend/caller.ts";
import { openFileStore } from "../../src/judges/spend/file-store.ts";
import { harbourCases, readsWell } from "./_harbours.ts";
import { type Fault, type ScriptedServer, startServer } from "./_server.ts";

const allFaults: readonly Fault[] = [
  "429",
  "429 with a date",
  "500",
  "no answer",
  "reset",
  "reset halfway",
  "body cut off",
  "slow bytes",
  "reply cut off",
  "wrong ids",
  "refusal",
  "no JSON",
];

let folder: string;
const servers: ScriptedServer[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-faults-"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await rm(folder, { recursive: true });
});
const start = async (options: Omit<Parameters<typeof startServer>[0], "script">): Promise<ScriptedServer> => {
  const server = await startServer({ script: readsWell, ...options });
  servers.push(server);
  return server;
};

/** One run, as a command would do it: open the journal, judge, close. */
async function run(server: ScriptedServer, cases: readonly JudgeCase[], journal = "calls.jsonl") {
  const client = createOpenAiClient({ model: "m", baseUrl: server.url });
  const store = await openFileStore(join(folder, journal));
  const caller = createCaller({
    client,
    store,
    random: randomFrom(7),
    limits: { concurrency: 8, attemptMs: 1_500, firstBackoffMs: 5 },
  });
  const result = await judge({ cases, judge: createModelJudge({ caller, identity: client.identity }) });
  await caller.close();
  await store.close();
  return { records: [...result.judgements.values()], usage: caller.usage() };
}
/** What is judged, without what it cost and what happened on the way. */
const verdicts = (records: readonly JudgementRecord[]) =>
  records.map(({ id, chunks, claims, entities }) => ({ id, chunks, claims, entities }));
const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((a, b) => a + b, 0);

describe("a judged run through real sockets", () => {
  it("gets the right verdicts from a server that does 30 % wrong, loses no paid call and makes none twice", async () => {
    const cases = harbourCases(120);
    const calm = await start({});
    const right = await run(calm, cases, "calm.jsonl");
    expect(calm.requests).toBe(240);

    const server = await start({ faultRate: 0.3, faults: allFaults, seed: 3 });
    let records: readonly JudgementRecord[] = [];
    let lost = 0;
    let runs = 0;
    do {
      const one = await run(server, cases);
      records = one.records;
      lost += one.usage.lost;
      // What was not judged says why, and has no number.
      for (const { unjudged = [] } of records)
        for (const { problem } of unjudged)
          expect(problem.code).toMatch(/^judge-(refused|unreadable|cut-off|left-out)$/u);
      runs++;
    } while (records.some((record) => (record.unjudged ?? []).length > 0) && runs < 6);
    expect(verdicts(records)).toEqual(verdicts(right.records));
    for (const fault of allFaults) expect(server.faults.get(fault) ?? 0, fault).toBeGreaterThan(0);

    const lines = (await readFile(join(folder, "calls.jsonl"), "utf8")).trimEnd().split("\n");
    // Lines are a key of 64 digits, and then what happened to it.
    const keysOf = (what: string): string[] =>
      lines.filter((line) => line.startsWith(what, 72)).map((line) => line.slice(8, 72));
    const kept = keysOf('","at":');
    const dropped = new Set(keysOf('","dropped":'));
    // Every reply that went out whole was written down, but for those whose time ran out on the way.
    expect(total(server.delivered) - kept.length).toBeLessThanOrEqual(lost);
    expect(total(server.delivered)).toBeGreaterThanOrEqual(kept.length);
    // Twice in the journal is only what was rejected in between.
    const times = new Map<string, number>();
    for (const key of kept) times.set(key, (times.get(key) ?? 0) + 1);
    expect([...times].filter(([key, n]) => n > 1 && !dropped.has(key))).toEqual([]);

    const before = server.requests;
    const again = await run(server, cases);
    expect(server.requests).toBe(before);
    expect(verdicts(again.records)).toEqual(verdicts(records));
    expect(again.usage).toMatchObject({ calls: 0, inputTokens: 0 });
  });

  it("makes two calls for a case, one for a second retriever, none for a rerun", async () => {
    const server = await start({});
    const cases = harbourCases(25);
    const first = await run(server, cases);
    expect(server.requests).toBe(50);
    expect(first.usage.byPrompt).toMatchObject({ "claims@1": { calls: 25 }, "support@2": { calls: 25 } });
    const second = await run(server, harbourCases(25, 1));
    expect(server.requests).toBe(75);
    expect(second.usage).toMatchObject({ calls: 25, reused: 25 });
    await run(server, cases);
    await run(server, harbourCases(25, 1));
    expect(server.requests).toBe(75);
  });

  it("asks a server again under another model name, address or temperature", async () => {
    const server = await start({});
    const [one] = harbourCases(1);
    const store = await openFileStore(join(folder, "calls.jsonl"));
    const ask = async (options: Partial<Parameters<typeof createOpenAiClient>[0]>): Promise<number> => {
      const before = server.requests;
      const client = createOpenAiClient({ model: "m", baseUrl: server.url, ...options });
      const caller = createCaller({ client, store });
      await judge({ cases: [one!], judge: createModelJudge({ caller }) });
      return server.requests - before;
    };
    expect(await ask({})).toBe(2);
    expect(await ask({})).toBe(0);
    expect(await ask({ model: "other" })).toBe(2);
    expect(await ask({ params: { temperature: 1 } })).toBe(2);
    expect(await ask({ baseUrl: server.url.replace("127.0.0.1", "localhost") })).toBe(2);
    expect(await ask({})).toBe(0);
    await store.close();
  });
});
