// What a run says of a retriever besides its scores.
import { describe, expect, test } from "vitest";
import type { Retrieve } from "../../src/core/retriever.ts";
import { type LiveOptions, run } from "../../src/live/run.ts";
import { createVirtualClock } from "../calls/_clock.ts";
import { goldOf } from "./_retrievers.ts";

const list = (n: number): readonly string[] => Array.from({ length: n }, (_, i) => `x${i}`);
const codesOf = async (options: LiveOptions): Promise<readonly string[]> =>
  (await run(options)).problems.map(({ code }) => code);

describe("lists that are shorter than what metrics look at", () => {
  const gold = goldOf(6);
  test("a limit below k is reported, with what was asked for", async () => {
    const { problems } = await run({
      gold,
      metrics: ["recall@10", "rr"],
      retrievers: { main: () => list(4) },
    });
    expect(problems).toMatchObject([
      { code: "short-lists", what: "main: asked for 100 hits, got at most 4" },
    ]);
  });
  test("lists as long as k are not, whatever the depth, nor are lists of every length", async () => {
    const metrics = ["recall@10"];
    expect(await codesOf({ gold, metrics, depth: 50, retrievers: { main: () => list(10) } })).toEqual([]);
    const some: Retrieve = (_, { queryId }) => list(Number(queryId.slice(1)) + 1);
    expect(await codesOf({ gold, metrics, retrievers: { main: some } })).toEqual([]);
  });
  test("nor is one that searches documents it has: there may be no more to find", async () => {
    const documents = () => ({ has: () => true, text: () => undefined });
    const main = { retrieve: () => list(4), documents };
    expect(await codesOf({ gold, metrics: ["recall@10"], retrievers: { main } })).toEqual([]);
  });
});

describe("a retriever that computes on our thread", () => {
  /** Eight queries of 60 ms each, one after the other on the one thread; `idle`: how long it waited besides. */
  async function told(idle: number, concurrency: number) {
    const clock = createVirtualClock();
    const start = clock.now();
    let free = start;
    const loop = () => ({ active: free - start, idle });
    let before = true;
    const main: Retrieve = async (_, { queryId, signal }) => {
      before = false;
      const from = Math.max(free, clock.now());
      free = from + 60;
      await clock.sleep(free - clock.now(), signal);
      return [`d${queryId}`];
    };
    return clock.run(
      run({
        gold: goldOf(8),
        metrics: ["recall@1"],
        retrievers: { main },
        concurrency,
        clock,
        loop: () => (before ? { active: 0, idle: 0 } : loop()),
      }),
    );
  }
  test("is told where its queries wait for one another, with the way out", async () => {
    const { problems, runs } = await told(0, 8);
    expect(runs[0]!.timing!.p50).toBeGreaterThan(200);
    expect(problems).toMatchObject([
      {
        code: "busy-thread",
        what: "main: latencies include time in which queries waited for one another",
        why: expect.stringContaining("busy 100 % of the time"),
        fix: expect.stringContaining("concurrency: 1"),
      },
    ]);
  });
  test("is not where it is asked one query at a time, or the thread was idle", async () => {
    expect((await told(0, 1)).problems).toEqual([]);
    expect((await told(10_000, 8)).problems).toEqual([]);
  });
});

test("a retriever that cannot be opened is named, with the reason", async () => {
  const open = async (): Promise<void> => {
    throw new Error("no index yet");
  };
  const { unopened, runs } = await run({
    gold: goldOf(2),
    retrievers: { broken: { open, retrieve: () => [] }, main: () => ["d0"] },
  });
  expect(unopened).toMatchObject([
    { name: "broken", problem: { what: "the retriever could not be opened: no index yet" } },
  ]);
  expect(runs.map(({ failed }) => failed)).toEqual([2, 0]);
});
