import { describe, expect, it } from "vitest";
import { createFakeClient, ok, request } from "../../../test/judges/_fake-client.ts";
import { harbourCases, readsWell } from "../../../test/judges/_harbours.ts";
import { systemClock } from "../../calls/clock.ts";
import { judge } from "../judge.ts";
import { follow } from "../model/_scripted.ts";
import { createModelJudge } from "../model/index.ts";
import { createCaller } from "./caller.ts";
import { createDryCaller, dryRun } from "./dry-run.ts";
import { createMemoryStore } from "./store.ts";

const identity = { provider: "fake", model: "m", params: { temperature: 0 } };

describe("dryRun", () => {
  it("foretells the calls of a run, and its tokens and money nearly", async () => {
    const cases = harbourCases(20);
    const prices = { input: 1, output: 4 };
    const foretold = await dryRun({ identity, prices }, (caller) =>
      judge({ cases, judge: createModelJudge({ caller }) }),
    );

    const store = createMemoryStore();
    const caller = createCaller({
      store,
      prices,
      client: {
        identity,
        send: async (messages, asked) => ({ text: follow(readsWell, asked, messages), finish: "stop" }),
      },
    });
    await judge({ cases, judge: createModelJudge({ caller }) });
    const real = caller.usage();
    expect(foretold.calls).toBe(40);
    expect(real.calls).toBe(40);
    expect(foretold.byPrompt["support@2"]?.calls).toBe(20);
    expect(foretold.inputTokens / real.inputTokens).toBeCloseTo(1, 1);
    expect(Math.abs(foretold.money! / real.money! - 1)).toBeLessThan(0.3);

    const second = await dryRun({ identity, prices, store }, (dry) =>
      judge({ cases: harbourCases(20, 1), judge: createModelJudge({ caller: dry }) }),
    );
    expect(second).toMatchObject({ calls: 20, reused: 20 });
    const rerun = await dryRun({ identity, prices, store }, (dry) =>
      judge({ cases, judge: createModelJudge({ caller: dry }) }),
    );
    expect(rerun).toMatchObject({ calls: 0, reused: 40, money: 0 });
  });

  it("counts the same question once, and sends nothing", async () => {
    const client = createFakeClient(systemClock, () => ok());
    const caller = createDryCaller({ identity: client.identity });
    const schema = { type: "object", properties: { claims: { type: "array", items: { type: "string" } } } };
    const first = await caller.call(request("a", { schema }));
    expect(JSON.parse(first.reply.text)).toEqual({ claims: [expect.any(String)] });
    expect(await caller.call(request("a", { schema }))).toMatchObject({
      reused: true,
      reply: { text: first.reply.text },
    });
    expect(caller.usage()).toMatchObject({ calls: 1, reused: 1 });
    expect(caller.usage().money).toBeUndefined();
    expect(client.sent).toEqual([]);
  });
});
