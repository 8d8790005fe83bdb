import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../test/calls/_clock.ts";
import { createFakeClient, ok, request } from "../../../test/judges/_fake-client.ts";
import { CallError } from "../../calls/call-error.ts";
import { below, oneOf, randomFrom } from "../../core/random.ts";
import { createCaller } from "./caller.ts";
import type { CallEvent } from "./events.ts";
import { createMemoryStore } from "./store.ts";

/** A run in which anything may go wrong at any time; what it ended with. */
async function chaos(seed: number) {
  const random = randomFrom(seed);
  const clock = createVirtualClock();
  const answered = new Map<string, number>();
  const faulty = random();
  const stops = random() < 0.3;
  const client = createFakeClient(
    clock,
    (_, text) => {
      if (random() < faulty * 0.8) {
        if (stops && random() < 0.05) return new CallError(oneOf(random, ["quota", "auth"]), "stop");
        const trouble = oneOf(random, [
          "rate",
          "rate",
          "server",
          "network",
          "timeout",
          "too-long",
          "refused-request",
        ] as const);
        return new CallError(
          trouble,
          trouble,
          random() < 0.3 ? { retryAfterMs: below(random, random() < 0.2 ? 200_000 : 5000) } : {},
        );
      }
      // Without the fence in front.
      const question = text.slice(text.indexOf(" "));
      answered.set(question, (answered.get(question) ?? 0) + 1);
      const limits =
        random() < 0.3
          ? {
              limits: {
                remainingRequests: below(random, 30),
                limitRequests: 100,
                resetMs: below(random, 3000),
              },
            }
          : {};
      return { ...ok(), ...limits };
    },
    { latencyMs: 1 + below(random, 3000) },
  );
  const store = createMemoryStore();
  const events: CallEvent[] = [];
  const concurrency = 1 + below(random, 6);
  const budget =
    random() < 0.3 ? { calls: below(random, 30) } : random() < 0.3 ? { tokens: below(random, 3000) } : {};
  const caller = createCaller({
    client,
    store,
    clock,
    random,
    budget,
    limits: {
      concurrency,
      attempts: 1 + below(random, 5),
      attemptMs: 2000,
      totalMs: 60_000,
      graceMs: below(random, 4000),
    },
    onEvent: (event) => events.push(event),
  });
  const stop = new AbortController();
  if (random() < 0.3) void clock.sleep(below(random, 20_000)).then(() => stop.abort());
  const questions = Array.from({ length: 1 + below(random, 40) }, () => below(random, 30));
  const ends = await clock.run(
    Promise.all(
      questions.map(async (question) => {
        await clock.sleep(below(random, 3) * 500);
        return caller.call(request({ question }), random() < 0.8 ? stop.signal : undefined).then(
          () => "ok",
          (error: unknown) => (error instanceof CallError ? error.trouble : `? ${String(error)}`),
        );
      }),
    ),
  );
  await clock.run(caller.close());
  return { ends, questions, answered, client, store, events, concurrency, budget, usage: caller.usage() };
}

describe("whatever goes wrong", () => {
  const warnings: string[] = [];
  const hear = (warning: Error) => warnings.push(warning.message);
  beforeAll(() => process.on("warning", hear));
  afterAll(() => {
    process.off("warning", hear);
    expect(warnings).toEqual([]);
  });

  it("every call ends, no reply is lost or paid for twice, and the limits hold: 400 runs", async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 400; seed++) {
      const { ends, questions, answered, client, store, events, concurrency, budget, usage } =
        await chaos(seed);
      const about = `seed ${seed}`;
      for (const end of ends) seen.add(end);
      expect(ends.length, about).toBe(questions.length);
      expect(client.peak, about).toBeLessThanOrEqual(concurrency);
      expect(Math.max(0, ...answered.values()), about).toBeLessThanOrEqual(1);
      expect(store.size, about).toBe(answered.size);
      expect(usage.calls, about).toBe(store.size);
      if (budget.calls !== undefined) expect(usage.calls, about).toBeLessThanOrEqual(budget.calls);
      const good = questions.filter((_, i) => ends[i] === "ok");
      // The others had an answer that somebody else paid for. Who paid may have gone away meanwhile.
      expect(good.length - usage.reused, about).toBeGreaterThanOrEqual(0);
      expect(good.length - usage.reused, about).toBeLessThanOrEqual(usage.calls);
      expect(new Set(good).size, about).toBeLessThanOrEqual(answered.size);
      const count = (type: CallEvent["type"]) => events.filter((event) => event.type === type).length;
      const begun = new Set(events.flatMap((event) => (event.type === "started" ? [event.key] : [])));
      const paid = events.filter((event) => event.type === "finished" && !event.reused).length;
      expect(paid, about).toBe(usage.calls);
      expect(begun.size, about).toBeLessThanOrEqual(count("started"));
      expect(count("stopped"), about).toBe(1);
    }
    // All of it did happen.
    expect([...seen].sort()).toEqual([
      "aborted",
      "auth",
      "budget",
      "network",
      "ok",
      "quota",
      "rate",
      "refused-request",
      "server",
      "timeout",
      "too-long",
    ]);
  });
});
