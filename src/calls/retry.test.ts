import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../test/calls/_clock.ts";
import { CallError } from "./call-error.ts";
import { createLimiter } from "./limiter.ts";
import { type CallLimits, defaultLimits } from "./limits.ts";
import { callUntilAnswered } from "./retry.ts";

/** A service that answers the n-th try so. */
function setUp(script: (n: number) => string | CallError, limits: CallLimits = {}, nobodyYet = true) {
  const clock = createVirtualClock();
  const steps: string[] = [];
  const stopped = new AbortController();
  const cancelled = new AbortController();
  let tries = 0;
  const pace = {
    clock,
    limits: { ...defaultLimits, ...limits },
    limiter: createLimiter({ concurrency: 2, clock }),
    random: () => 0,
    stopped: stopped.signal,
    stop: (why: Error) => stopped.abort(why),
  };
  const ask = () =>
    clock.run(
      callUntilAnswered(
        {
          cancelled: cancelled.signal,
          begin: () => steps.push("begin"),
          async send() {
            await clock.sleep(10);
            const said = script(++tries);
            if (said instanceof CallError) throw said;
            return said;
          },
          landed: (reply) => ({ kept: Promise.resolve(`${reply}!`) }),
          failed: ({ trouble }) => steps.push(trouble),
          retried: (_, inMs) => steps.push(`again in ${inMs}`),
          ended: () => steps.push("ended"),
          nobodyYet: () => nobodyYet,
        },
        pace,
      ),
    );
  return { ask, steps, stopped: stopped.signal, tries: () => tries };
}

describe("callUntilAnswered", () => {
  it("sends again what may pass, after longer and longer waits", async () => {
    const { ask, steps } = setUp((n) => (n < 3 ? new CallError("server", "HTTP 500") : "hits"));
    expect(await ask()).toBe("hits!");
    expect(steps).toEqual(["begin", "server", "again in 250", "server", "again in 500"]);
  });
  it("waits as long as the server asks for", async () => {
    const { ask, steps } = setUp((n) =>
      n === 1 ? new CallError("rate", "HTTP 429", { retryAfterMs: 4000 }) : "hits",
    );
    expect(await ask()).toBe("hits!");
    expect(steps).toEqual(["begin", "rate", "again in 4000"]);
  });
  it("gives up after so many tries, and says how many they were", async () => {
    const { ask, steps, stopped } = setUp(() => new CallError("server", "HTTP 500"), { attempts: 2 });
    await expect(ask()).rejects.toThrow("HTTP 500 (tried 2 times)");
    expect(steps.at(-1)).toBe("ended");
    expect(stopped.aborted).toBe(false);
  });
  it("does not send again what would be refused again, and stops for all where no call can be answered", async () => {
    const refused = setUp(() => new CallError("refused-request", "HTTP 400"));
    await expect(refused.ask()).rejects.toThrow("HTTP 400");
    expect([refused.tries(), refused.stopped.aborted]).toEqual([1, false]);
    const key = setUp(() => new CallError("auth", "HTTP 401"));
    await expect(key.ask()).rejects.toThrow("HTTP 401");
    expect([key.tries(), key.stopped.aborted]).toEqual([1, true]);
    const nobody = setUp(() => new CallError("network", "ECONNREFUSED"), { attempts: 1 });
    await expect(nobody.ask()).rejects.toThrow("ECONNREFUSED");
    expect(nobody.stopped.aborted).toBe(true);
  });
  it("fails at once where nobody listens at the address, and tries again where somebody did before", async () => {
    const refused = () => new CallError("network", "connection refused", { unreachable: true });
    const first = setUp(refused);
    await expect(first.ask()).rejects.toThrow("connection refused");
    expect([first.tries(), first.stopped.aborted]).toEqual([1, true]);
    const later = setUp((n) => (n < 3 ? refused() : "hits"), {}, false);
    expect(await later.ask()).toBe("hits!");
  });
});
