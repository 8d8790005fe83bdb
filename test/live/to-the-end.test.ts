/** Scoring a live run lets the event loop turn, and a cancelled run is not scored to its end. */
import { describe, expect, test } from "vitest";
import type { Clock } from "../../src/calls/clock.ts";
import { systemClock } from "../../src/calls/clock.ts";
import { type LiveOptions, run, runToTheEnd } from "../../src/live/run.ts";
import { goldOf, usual } from "./_retrievers.ts";

/** Every look at it is long after the one before, so that every pause is one. */
function lateClock(): Clock {
  let now = 0;
  return { ...systemClock, now: () => (now += 1000) };
}

/** `then` is called by the event loop, once the last query is answered. */
const options = (then: () => void, clock = lateClock()): LiveOptions => ({
  gold: goldOf(40),
  metrics: ["recall@5"],
  retrievers: { main: usual },
  clock,
  on: ({ kind }) => {
    if (kind === "finished") setImmediate(then);
  },
});

describe("a run that is cancelled while it is scored", () => {
  test("says how far it came", async () => {
    const stop = new AbortController();
    const live = await runToTheEnd({ ...options(() => stop.abort()), signal: stop.signal });
    expect(live.cancelled).toBe(true);
    expect(live.runs).toMatchObject([{ name: "main", answered: 40, unasked: 0 }]);
    expect(live.runs[0]).not.toHaveProperty("result");
  });

  test("is scored all the same where its caller wants scores", async () => {
    const stop = new AbortController();
    const { runs } = await run({ ...options(() => stop.abort()), signal: stop.signal });
    expect(stop.signal.aborted).toBe(true);
    expect(runs[0]!.result.mean("recall@5").counts.scored).toBe(40);
  });
});

describe("the event loop", () => {
  const heardBy = async (clock: Clock): Promise<boolean> => {
    let heard = false;
    const retriever = {
      retrieve: usual,
      // Closed when all is scored.
      close: () => {
        heardBefore = heard;
      },
    };
    let heardBefore = false;
    const asked = options(() => {
      heard = true;
    }, clock);
    const live = await runToTheEnd({ ...asked, retrievers: { main: retriever } });
    expect(live.runs[0]).toHaveProperty("result");
    return heardBefore;
  };

  test("turns while a long run is scored", async () => {
    expect(await heardBy(lateClock())).toBe(true);
  });

  test("is not waited for where no time passes", async () => {
    expect(await heardBy({ ...systemClock, now: () => 0 })).toBe(false);
  });
});
