import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../test/calls/_clock.ts";
import { attempt, createWaits } from "./attempt.ts";
import type { Clock } from "./clock.ts";
import { createDeadlines } from "./deadlines.ts";

/** How many alarms are set, and how many ever were. */
function counting(): { clock: ReturnType<typeof createVirtualClock>; set(): number; ever(): number } {
  const inner = createVirtualClock(0);
  let pending = 0;
  let ever = 0;
  const sleep: Clock["sleep"] = async (ms, signal) => {
    pending++;
    ever++;
    await inner.sleep(ms, signal);
    pending--;
  };
  return { clock: { ...inner, sleep }, set: () => pending, ever: () => ever };
}
const turn = () => new Promise((next) => setImmediate(next));

describe("deadlines with one alarm", () => {
  test("each at its time, whatever the order of asking", async () => {
    const { clock, set } = counting();
    const rung: string[] = [];
    const deadlines = createDeadlines(clock);
    const done = new Promise<void>((resolve) => {
      for (const [name, ms] of [
        ["c", 30],
        ["a", 10],
        ["d", 40],
        ["b", 20],
        ["a2", 10],
      ] as const)
        deadlines.in(ms, () => {
          rung.push(`${name} ${clock.now()}`);
          if (name === "d") resolve();
        });
    });
    await turn();
    expect(set()).toBe(1);
    await clock.run(done);
    expect(rung).toEqual(["a 10", "a2 10", "b 20", "c 30", "d 40"]);
    expect(set()).toBe(0);
  });

  test("what is forgotten does not ring, and with the last one the alarm goes", async () => {
    const { clock, set, ever } = counting();
    const deadlines = createDeadlines(clock);
    const forget = Array.from({ length: 50 }, () => deadlines.in(10, () => expect.unreachable()));
    for (const one of forget.slice(1)) one();
    expect(set()).toBe(1);
    forget[0]!();
    await turn();
    expect([set(), ever()]).toEqual([0, 1]);
  });

  test("one that rings may forget others and set new ones", async () => {
    const { clock } = counting();
    const rung: number[] = [];
    const deadlines = createDeadlines(clock);
    await clock.run(
      new Promise<void>((resolve) => {
        deadlines.in(5, () => {
          forget();
          deadlines.in(1, () => rung.push(clock.now()));
          deadlines.in(7, () => resolve());
        });
        const forget = deadlines.in(5, () => rung.push(-1));
      }),
    );
    expect(rung).toEqual([6]);
  });
});

test("attempts that share their waits time out and are cancelled one by one", async () => {
  const { clock, set } = counting();
  const waits = createWaits(clock);
  const stop = new AbortController();
  const options = { clock, deadlineMs: 100, graceMs: 5, cancelled: stop.signal, waits };
  const sent: AbortSignal[] = [];
  const never = (signal: AbortSignal) => new Promise<string>(() => void sent.push(signal));
  const after = (ms: number) => () => clock.sleep(ms).then(() => "there");
  const all = await clock.run(
    Promise.allSettled([
      attempt(never, options),
      attempt(after(20), options),
      attempt(() => {
        throw new TypeError("at once");
      }, options),
      attempt(never, { ...options, deadlineMs: 10 }),
      clock.sleep(50).then(() => stop.abort()),
    ]),
  );
  expect(all.slice(0, 4)).toMatchObject([
    { reason: { trouble: "aborted" } },
    { value: "there" },
    { reason: { trouble: "refused-request", message: "at once" } },
    { reason: { trouble: "timeout", message: "no reply within 0 s" } },
  ]);
  expect(sent.map(({ aborted }) => aborted)).toEqual([true, true]);
  // 50 ms and the grace of 5, not the deadline of 100.
  expect(clock.now()).toBe(55);
  await turn();
  expect(set()).toBe(0);
});
