import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../test/calls/_clock.ts";
import { createFakeClient, ok, request } from "../../../test/judges/_fake-client.ts";
import { CallError } from "../../calls/call-error.ts";
import { GoldieError } from "../../core/problem.ts";
import { randomFrom } from "../../core/random.ts";
import { type CallerOptions, createCaller } from "./caller.ts";
import type { CallEvent } from "./events.ts";
import { createMemoryStore } from "./store.ts";

type Script = Parameters<typeof createFakeClient>[1];
function setUp(script: Script = () => ok(), more: Partial<CallerOptions> = {}, latencyMs = 50) {
  const clock = createVirtualClock();
  const client = createFakeClient(clock, script, { latencyMs });
  const store = createMemoryStore();
  const events: CallEvent[] = [];
  const caller = createCaller({
    client,
    store,
    clock,
    random: randomFrom(1),
    onEvent: (event) => events.push(event),
    ...more,
  });
  const start = clock.now();
  return { clock, client, store, events, caller, run: clock.run, passed: () => clock.now() - start };
}
const trouble = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "ok",
    (error) => (error instanceof CallError ? error.trouble : String(error)),
  );
const many = (n: number) => Array.from({ length: n }, (_, i) => request({ i }));

describe("createCaller", () => {
  it("asks once, and then never again", async () => {
    const { caller, client, store, clock, run } = setUp(() => ok('{"a":1}'));
    expect(await run(caller.call(request({ q: 1 })))).toEqual({ reply: ok('{"a":1}'), reused: false });
    expect(await run(caller.call(request({ q: 1 })))).toEqual({ reply: ok('{"a":1}'), reused: true });
    const later = createCaller({ client, store, clock });
    expect(await run(later.call(request({ q: 1 })))).toEqual({ reply: ok('{"a":1}'), reused: true });
    expect(client.sent.length).toBe(1);
    expect(caller.usage()).toMatchObject({ calls: 1, reused: 1, inputTokens: 100, outputTokens: 10 });
  });

  it("sends identical requests in flight once", async () => {
    const { caller, client, run } = setUp();
    const called = await run(Promise.all([1, 2, 3].map(() => caller.call(request({ q: 1 })))));
    expect(called.map((one) => one.reused)).toEqual([false, true, true]);
    expect(client.sent.length).toBe(1);
  });

  it("puts a new fence around the data at each try", async () => {
    const { caller, client, run } = setUp((n) => (n < 4 ? new CallError("server", "500") : ok()));
    await run(caller.call(request({ q: 1 })));
    expect(new Set(client.sent).size).toBe(4);
  });

  it("keeps to so many calls at once, and to all of them", async () => {
    const { caller, client, run, passed } = setUp(() => ok(), { limits: { concurrency: 8 } });
    await run(Promise.all(many(400).map((one) => caller.call(one))));
    expect(client.peak).toBe(8);
    expect(passed()).toBe((400 * 50) / 8);
  });

  it("halves on 429, and comes back one by one", async () => {
    let refused = 0;
    const { caller, client, run } = setUp(
      (n) => (n >= 9 && n <= 16 && ++refused > 0 ? new CallError("rate", "429") : ok()),
      { limits: { concurrency: 8, firstBackoffMs: 10 } },
    );
    const first = Promise.all(many(16).map((one) => caller.call(one)));
    await run(first);
    expect(refused).toBe(8);
    // Eight refusals of one round are one cut: to 4, not to 0.
    client.peak = 0;
    await run(Promise.all(many(10).map((_, i) => caller.call(request({ again: i })))));
    expect(client.peak).toBeGreaterThanOrEqual(4);
    expect(client.peak).toBeLessThan(8);
    await run(Promise.all(many(60).map((_, i) => caller.call(request({ more: i })))));
    client.peak = 0;
    await run(Promise.all(many(20).map((_, i) => caller.call(request({ last: i })))));
    expect(client.peak).toBe(8);
  });

  it("sends nothing at all while a server asks to wait", async () => {
    const { caller, client, events, run } = setUp(
      (n) => (n === 1 ? new CallError("rate", "429", { retryAfterMs: 30_000 }) : ok()),
      { limits: { concurrency: 1 } },
    );
    const start = client.times.length;
    await run(Promise.all(many(3).map((one) => caller.call(one))));
    const [first, second] = client.times.slice(start);
    expect(second! - first!).toBeGreaterThanOrEqual(30_000);
    expect(events.filter((event) => event.type === "waiting")).toMatchObject([
      { until: first! + 50 + 30_000, why: "rate" },
    ]);
  });

  it("tries again after errors that pass, ever later", async () => {
    const { caller, client, run } = setUp((n) =>
      n < 6 ? new CallError((["server", "network", "timeout"] as const)[n % 3]!, "bad") : ok(),
    );
    await run(caller.call(request({})));
    const waits = client.times.slice(1).map((time, i) => time - client.times[i]! - 50);
    waits.forEach((wait, i) => {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** i);
      expect(wait).toBeLessThanOrEqual(500 * 2 ** i);
    });
    expect(caller.usage()).toMatchObject({ calls: 1, retried: 5 });
  });

  it("does not count refusals for too many calls as tries, and waits ever longer", async () => {
    const { caller, client, run } = setUp((n) => (n < 8 ? new CallError("rate", "429") : ok()), {
      limits: { attempts: 2 },
    });
    await run(caller.call(request({})));
    expect(client.sent.length).toBe(8);
    expect(client.times[7]! - client.times[6]!).toBeGreaterThan(10_000);
  });

  it("waits ever longer for a server that says to wait no time, too", async () => {
    const { caller, client, run } = setUp(() => new CallError("rate", "429", { retryAfterMs: 0 }), {
      limits: { totalMs: 600_000 },
    });
    await expect(run(caller.call(request({})))).rejects.toThrow("gave up");
    expect(client.sent.length).toBeLessThan(30);
  });

  it("gives up after so many tries, with the reason", async () => {
    const { caller, client, run } = setUp(() => new CallError("server", "the server said 500"), {
      limits: { attempts: 3 },
    });
    await expect(run(caller.call(request({})))).rejects.toThrow("the server said 500 (tried 3 times)");
    expect(client.sent.length).toBe(3);
  });

  it("does not try again what cannot get better", async () => {
    for (const kind of ["too-long", "refused-request"] as const) {
      const { caller, client, run } = setUp(() => new CallError(kind, "no"));
      expect(await run(trouble(caller.call(request({ a: 1 }))))).toBe(kind);
      expect(await run(trouble(caller.call(request({ a: 2 }))))).toBe(kind);
      expect(client.sent.length).toBe(2);
    }
  });

  it("stops at once for a used-up quota and a wrong key: those who wait hear the same reason", async () => {
    for (const kind of ["quota", "auth"] as const) {
      const { caller, client, events, run } = setUp((n) => (n === 3 ? new CallError(kind, "no") : ok()), {
        limits: { concurrency: 2 },
      });
      const all = await run(Promise.all(many(10).map((one) => trouble(caller.call(one)))));
      // What was sent together with it is paid for, and kept.
      expect(all).toEqual(["ok", "ok", kind, "ok", ...Array.from({ length: 6 }, () => kind)]);
      expect(client.sent.length).toBe(4);
      expect(events.filter((event) => event.type === "stopped")).toEqual([
        { type: "stopped", trouble: kind, what: "no" },
      ]);
      expect(await run(trouble(caller.call(request("later"))))).toBe(kind);
    }
  });

  it("stops when a server asks to wait longer than a call may take", async () => {
    const { caller, client, run } = setUp(() => new CallError("rate", "429", { retryAfterMs: 7_200_000 }), {
      limits: { concurrency: 1 },
    });
    const all = Promise.all(many(3).map((one) => trouble(caller.call(one))));
    expect(await run(all)).toEqual(["rate", "rate", "rate"]);
    expect(client.sent.length).toBe(1);
  });

  it("stops with the reason when a client cannot be used at all", async () => {
    const { clock, run } = setUp();
    let tries = 0;
    const missing = new GoldieError({
      code: "missing-package",
      what: "it is not installed",
      fix: "install it",
    });
    const caller = createCaller({
      clock,
      limits: { concurrency: 1 },
      client: {
        identity: { provider: "absent", model: "m", params: {} },
        send: () => Promise.reject(++tries === 1 ? missing : new Error("asked again")),
      },
    });
    const all = Promise.allSettled(many(5).map((one) => caller.call(one)));
    expect((await run(all)).map((one) => one.status === "rejected" && one.reason)).toEqual(
      Array.from({ length: 5 }, () => missing),
    );
    expect(tries).toBe(1);
  });

  it("stops when nobody is there", async () => {
    const { caller, client, run } = setUp(() => new CallError("network", "refused"), {
      limits: { concurrency: 1, attempts: 2 },
    });
    expect(await run(Promise.all(many(50).map((one) => trouble(caller.call(one)))))).toEqual(
      Array.from({ length: 50 }, () => "network"),
    );
    expect(client.sent.length).toBeLessThan(60);
  });

  it("ends a try that takes too long, even if the client does not listen", async () => {
    const { clock, run } = setUp();
    let tries = 0;
    const caller = createCaller({
      clock,
      limits: { attemptMs: 1000 },
      client: {
        identity: { provider: "deaf", model: "m", params: {} },
        send: () => (++tries === 1 ? new Promise(() => {}) : Promise.resolve(ok())),
      },
    });
    await run(caller.call(request({})));
    expect(tries).toBe(2);
    expect(caller.usage()).toMatchObject({ calls: 1, retried: 1, lost: 1 });
  });

  it("keeps to a deadline for all tries of a call", async () => {
    const { caller, run, passed } = setUp(() => new CallError("rate", "429"), {
      limits: { totalMs: 60_000 },
    });
    await expect(run(caller.call(request({})))).rejects.toThrow("gave up after 60 s");
    expect(passed()).toBeLessThanOrEqual(60_000);
  });

  it("sends nothing that has no time left", async () => {
    // While the first waits for its second try, the answer to another makes all wait for longer than it has.
    const { caller, client, clock, run } = setUp(
      (n) =>
        n === 2 ? new CallError("rate", "429", { retryAfterMs: 39_000 }) : new CallError("server", "500"),
      { limits: { totalMs: 40_000, firstBackoffMs: 10_000 } },
      500,
    );
    const first = caller.call(request({ q: 1 }));
    const other = clock.sleep(2000).then(() => caller.call(request({ q: 2 })));
    await run(Promise.allSettled([first, other]));
    await expect(first).rejects.toThrow("500; gave up after 40 s (tried 1 time)");
    expect(client.sent.filter((text) => text.includes('"q":1'))).toHaveLength(1);
    expect(caller.usage().lost).toBe(0);
  });

  it("slows down when headers say that little is left", async () => {
    const limits = (n: number) => ({ remainingRequests: 100 - n, limitRequests: 100, resetMs: 10_000 });
    const { caller, client, run } = setUp((n) => ({ ...ok(), limits: limits(n) }), {
      limits: { concurrency: 4 },
    });
    await run(Promise.all(many(99).map((one) => caller.call(one))));
    const gaps = client.times.slice(1).map((time, i) => time - client.times[i]!);
    expect(Math.max(...gaps.slice(0, 85))).toBe(50);
    expect(Math.min(...gaps.slice(96))).toBeGreaterThan(1000);
  });

  it("waits when headers say that nothing is left", async () => {
    const { caller, events, run, passed } = setUp(
      (n) => ({
        ...ok(),
        limits: { remainingTokens: n === 1 ? 0 : 90_000, limitTokens: 90_000, resetMs: 7_000 },
      }),
      { limits: { concurrency: 1 } },
    );
    await run(Promise.all(many(2).map((one) => caller.call(one))));
    expect(passed()).toBe(7_100);
    expect(events).toContainEqual(expect.objectContaining({ type: "waiting", why: "headers" }));
  });

  it("stops cleanly at a budget of calls", async () => {
    const { caller, client, run } = setUp(() => ok(), { budget: { calls: 10 }, limits: { concurrency: 4 } });
    const all = await run(Promise.all(many(30).map((one) => trouble(caller.call(one)))));
    expect(all).toEqual([
      ...Array.from({ length: 10 }, () => "ok"),
      ...Array.from({ length: 20 }, () => "budget"),
    ]);
    expect(client.sent.length).toBe(10);
    await expect(run(caller.call(request("x")))).rejects.toThrow(
      "the budget of 10 calls is used up (10 calls so far)",
    );
    // What was paid for is still there.
    expect(await run(trouble(caller.call(request({ i: 3 }))))).toBe("ok");
  });

  it("counts tries of one call once, and failed calls not at all", async () => {
    const { caller, run } = setUp(
      (n) => (n === 1 ? new CallError("server", "500") : n === 2 ? new CallError("too-long", "") : ok()),
      {
        budget: { calls: 2 },
        limits: { concurrency: 1, firstBackoffMs: 1000 },
      },
    );
    const all = await run(
      (async () => {
        const first = caller.call(request({ i: 1 }));
        const second = trouble(caller.call(request({ i: 2 })));
        return [
          await trouble(first),
          await second,
          await trouble(caller.call(request({ i: 3 }))),
          await trouble(caller.call(request({ i: 4 }))),
        ];
      })(),
    );
    expect(all).toEqual(["ok", "too-long", "ok", "budget"]);
  });

  it("stops at a budget of tokens and of money, and says what was spent", async () => {
    const prices = { input: 10, output: 100 };
    const byTokens = setUp(() => ok(), { budget: { tokens: 1000 }, limits: { concurrency: 1 } });
    await byTokens.run(Promise.all(many(30).map((one) => trouble(byTokens.caller.call(one)))));
    const { inputTokens, outputTokens } = byTokens.caller.usage();
    expect(inputTokens + outputTokens).toBeLessThanOrEqual(1000);
    expect(inputTokens + outputTokens).toBeGreaterThan(800);

    const byMoney = setUp(() => ok(), { budget: { money: 0.05 }, prices, limits: { concurrency: 1 } });
    const all = await byMoney.run(Promise.all(many(40).map((one) => trouble(byMoney.caller.call(one)))));
    // 100 in and 10 out are $0.002.
    expect(byMoney.caller.usage().money).toBeLessThanOrEqual(0.05);
    expect(all.filter((one) => one === "ok").length).toBeGreaterThanOrEqual(20);
    expect(all).toContain("budget");
    expect(await byMoney.run(byMoney.caller.call(request({ i: 0 })))).not.toHaveProperty("money");
  });

  it("says what a call cost, and by which prompt", async () => {
    const { caller, run } = setUp(
      (_, text) => (text.includes("told") ? ok() : { text: "hello there", finish: "stop" }),
      {
        prices: { input: 1, output: 2 },
      },
    );
    expect((await run(caller.call(request("told")))).money).toBeCloseTo(0.00012, 12);
    await run(caller.call(request("silent", { prompt: "support" })));
    const { byPrompt, estimated } = caller.usage();
    expect(estimated).toBe(1);
    expect(byPrompt["claims"]).toMatchObject({ calls: 1, inputTokens: 100, estimated: 0, money: 0.00012 });
    expect(byPrompt["support"]).toMatchObject({ calls: 1, outputTokens: 2, estimated: 1 });
  });

  it("cancels: what waits ends at once, what was sent may finish and is kept", async () => {
    const stop = new AbortController();
    const { caller, client, store, clock, run, passed } = setUp(() => ok(), { limits: { concurrency: 2 } });
    void clock.sleep(75).then(() => stop.abort());
    const all = await run(Promise.all(many(6).map((one) => trouble(caller.call(one, stop.signal)))));
    expect(all).toEqual(["ok", "ok", "ok", "ok", "aborted", "aborted"]);
    expect(client.sent.length).toBe(4);
    expect(store.size).toBe(4);
    expect(passed()).toBe(100);
    expect(await run(trouble(caller.call(request("new"), stop.signal)))).toBe("aborted");
  });

  it("does not wait for ever for what was sent", async () => {
    const stop = new AbortController();
    const { caller, clock, run, passed } = setUp(() => ok(), { limits: { graceMs: 500 } }, 60_000);
    void clock.sleep(100).then(() => stop.abort());
    expect(await run(trouble(caller.call(request("slow"), stop.signal)))).toBe("aborted");
    expect(passed()).toBe(600);
    expect(caller.usage()).toMatchObject({ calls: 0, lost: 1 });
  });

  it("does not end for all what one case no longer wants", async () => {
    const stop = new AbortController();
    const { caller, clock, run } = setUp(() => ok(), { limits: { graceMs: 5 } });
    void clock.sleep(10).then(() => stop.abort());
    const [one, two] = await run(
      Promise.all([
        trouble(caller.call(request("same"), stop.signal)),
        trouble(caller.call(request("same"))),
      ]),
    );
    expect([one, two]).toEqual(["aborted", "ok"]);
  });

  it("asks anew for who joins a call that others have cancelled", async () => {
    const stop = new AbortController();
    const { caller, client, clock, run } = setUp(() => ok(), { limits: { graceMs: 5 } });
    const first = trouble(caller.call(request("same"), stop.signal));
    const late = clock.sleep(12).then(() => trouble(caller.call(request("same"))));
    void clock.sleep(10).then(() => stop.abort());
    expect(await run(Promise.all([first, late]))).toEqual(["aborted", "ok"]);
    expect(client.sent.length).toBe(2);
  });

  it("asks again in a later run what was rejected, not in this one, and keeps what was repaired", async () => {
    const { caller, client, store, clock, run } = setUp();
    await run(caller.call(request("bad")));
    await run(caller.call(request("good")));
    await caller.reject(request("bad"), "no JSON");
    await caller.reject(request("bad"), "no JSON");
    await caller.reject(request("never asked"), "no JSON");
    expect((await run(caller.call(request("bad")))).reused).toBe(true);
    const later = createCaller({ client, store, clock });
    expect((await run(later.call(request("good")))).reused).toBe(true);
    expect((await run(later.call(request("bad")))).reused).toBe(false);
    expect(client.sent.length).toBe(3);
  });

  it("stops paying when the journal cannot be written", async () => {
    const full = { ...createMemoryStore(), put: () => Promise.reject(new Error("disk full")) };
    const { caller, client, run } = setUp(() => ok(), { store: full, limits: { concurrency: 2 } });
    const all = await run(Promise.all(many(10).map((one) => trouble(caller.call(one)))));
    expect(client.sent.length).toBeLessThanOrEqual(4);
    // What was sent is paid for and used; the others say why they were not asked.
    expect(all.filter((end) => end === "ok")).toHaveLength(client.sent.length);
    expect(new Set(all)).toEqual(new Set(["ok", "Error: disk full"]));
  });

  it("closes when what was sent is kept", async () => {
    const { caller, store, run } = setUp();
    const one = trouble(caller.call(request("x")));
    await new Promise(setImmediate);
    await run(caller.close());
    expect(await one).toBe("ok");
    expect(store.size).toBe(1);
    expect(await trouble(caller.call(request("y")))).toBe("aborted");
  });

  it.each([
    ["bad-option", { limits: { concurrency: 0 } }],
    ["bad-option", { limits: { concurrency: Number.NaN } }],
    ["bad-option", { limits: { attemptMs: -1 } }],
    ["bad-option", { budget: { calls: Number.NaN } }],
    ["bad-option", { budget: { money: 1 }, prices: { input: Number.NaN, output: 1 } }],
    ["budget-without-prices", { budget: { money: 1 } }],
  ] as const)("refuses %s at once: %j", (code, more) => {
    expect(() => setUp(undefined, more)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code }) }),
    );
  });
});
