import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../test/calls/_clock.ts";
import { createLimiter, type Ticket } from "./limiter.ts";

const never = new AbortController().signal;
async function enterAll(concurrency: number) {
  const clock = createVirtualClock();
  const limiter = createLimiter({ concurrency, clock });
  const round = (): Promise<Ticket[]> =>
    clock.run(Promise.all(Array.from({ length: limiter.now.most }, () => limiter.enter(never))));
  return { clock, limiter, round };
}

describe("createLimiter", () => {
  it("takes the refusals of one round for one: from 8 to 4, not to 1", async () => {
    const { limiter, round } = await enterAll(8);
    for (const ticket of await round()) ticket.done({ kind: "rate" });
    expect(limiter.now).toEqual({ active: 0, waiting: 0, most: 4 });
    for (const ticket of await round()) ticket.done({ kind: "rate" });
    expect(limiter.now.most).toBe(2);
    for (let i = 0; i < 4; i++) for (const ticket of await round()) ticket.done({ kind: "rate" });
    expect(limiter.now.most).toBe(1);
  });

  it("takes one more after a full round of good calls, and never more than allowed", async () => {
    const { limiter, round } = await enterAll(4);
    for (const ticket of await round()) ticket.done({ kind: "rate" });
    const seen: number[] = [];
    for (let i = 0; i < 6; i++) {
      for (const ticket of await round()) ticket.done({ kind: "ok" });
      seen.push(limiter.now.most);
    }
    expect(seen).toEqual([2, 3, 4, 4, 4, 4]);
  });

  it("lets in by the order of asking, those ahead first", async () => {
    const { clock, limiter } = await enterAll(1);
    const order: number[] = [];
    await clock.run(
      Promise.all(
        [0, 1, 2, 3, 4, 5].map(async (i) => {
          const ticket = await limiter.enter(never, i > 3);
          order.push(i);
          await clock.sleep(10);
          ticket.done({ kind: "ok" });
        }),
      ),
    );
    expect(order).toEqual([0, 4, 5, 1, 2, 3]);
  });
});
