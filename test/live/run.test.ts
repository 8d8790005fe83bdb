import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Answer } from "../../src/core/answer.ts";
import { GoldieError } from "../../src/core/problem.ts";
import type { Retrieve } from "../../src/core/retriever.ts";
import { evaluate } from "../../src/evaluate/evaluate.ts";
import type { LiveEvent } from "../../src/live/events.ts";
import { type LiveOptions, type LiveRun, run } from "../../src/live/run.ts";
import { createVirtualClock } from "../calls/_clock.ts";
import { goldOf, slow, status, timeless, usual } from "./_retrievers.ts";

const random = (): number => 0.5;

/** A run in which nobody waits. */
function virtual(options: Omit<LiveOptions, "clock" | "random">, clock = createVirtualClock()) {
  return clock.run(run({ random, ...options, clock }));
}
async function problemOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (why: unknown) => why,
  );
  expect(error).toBeInstanceOf(GoldieError);
  return (error as GoldieError).problem;
}

describe("what is asked and scored", () => {
  test("the words of the gold, or the id where there are none, with k, filter and a signal", async () => {
    const asked: unknown[] = [];
    const { runs, queries } = await virtual({
      gold: [
        { id: "q1", query: "two words", relevant: ["a"] },
        { id: "q2", relevant: ["b"] },
      ],
      retrievers: {
        main: (words, { k, queryId, filter, signal }) => {
          asked.push([words, k, queryId, filter, signal.aborted]);
          return ["a", "b"];
        },
      },
      filter: { tenant: 7 },
    });
    expect(asked).toEqual([
      ["two words", 100, "q1", { tenant: 7 }, false],
      ["q2", 100, "q2", { tenant: 7 }, false],
    ]);
    expect([...queries]).toEqual([
      ["q1", "two words"],
      ["q2", "q2"],
    ]);
    const [{ result, answered, empty, failed }] = runs as [(typeof runs)[0]];
    expect(result.mean("rr").mean).toBe(0.75);
    expect({ answered, empty, failed }).toEqual({ answered: 2, empty: 0, failed: 0 });
  });

  test("words that are given come first", async () => {
    const asked: string[] = [];
    await virtual({
      gold: { q1: ["a"], q2: ["b"] },
      queries: new Map([["q2", "given"]]),
      retrievers: {
        main: (words) => {
          asked.push(words);
          return [];
        },
      },
    });
    expect(asked).toEqual(["q1", "given"]);
  });

  test("an empty list is an answer with a score; a failure is a failed cell, never a 0", async () => {
    const { runs } = await virtual({
      gold: goldOf(3),
      metrics: ["recall@5"],
      retrievers: {
        main: (_, { queryId }) => {
          if (queryId === "q2") throw new TypeError("x is not a function");
          return queryId === "q1" ? [] : ["d0"];
        },
      },
    });
    const { result, answered, empty, failed, retried } = runs[0]!;
    expect({ answered, empty, failed, retried }).toEqual({ answered: 2, empty: 1, failed: 1, retried: 0 });
    expect(result.mean("recall@5")).toMatchObject({
      mean: 0.5,
      counts: { scored: 2, failed: 1, missing: 0 },
    });
    expect(result.score("q1", "recall@5")).toEqual({ status: "scored", value: 0 });
    expect(result.score("q2", "recall@5")).toMatchObject({
      status: "failed",
      problem: { code: "retriever-failed", fields: { message: "x is not a function" }, at: { query: "q2" } },
    });
  });

  test("what is not an answer fails its query alone, with the reader's Problem", async () => {
    const { runs } = await virtual({
      gold: goldOf(2),
      retrievers: { main: ((_, { queryId }) => (queryId === "q0" ? ["d0"] : { docs: [] })) as Retrieve },
    });
    expect(runs[0]).toMatchObject({ answered: 1, failed: 1, retried: 0 });
    expect(runs[0]!.answers.get("q1")).toMatchObject({
      status: "failed",
      attempts: 1,
      problem: { code: "bad-answer" },
    });
  });

  test("an answer that the rules refuse fails its query alone, and is kept as failed", async () => {
    const kept: [string, string][] = [];
    const { runs } = await virtual({
      gold: goldOf(3),
      keep: { answer: (_, query, { status }) => void kept.push([query, status]) },
      metrics: ["recall@5"],
      retrievers: {
        main: (_, { queryId }) =>
          queryId === "q1" ? [{ id: null, text: "no id" }] : [`d${queryId.slice(1)}`],
      },
    });
    expect(runs[0]).toMatchObject({ answered: 2, failed: 1 });
    expect(runs[0]!.result.mean("recall@5")).toMatchObject({ mean: 1, counts: { scored: 2, failed: 1 } });
    expect(Object.fromEntries(kept)).toEqual({ q0: "answered", q1: "failed", q2: "answered" });
  });

  describe("how far metrics look", () => {
    const far: Retrieve = (_, { k, queryId }) => {
      const others = Array.from({ length: 60 }, (_, i) => `x${i}`);
      others.splice(6, 0, `d${queryId.slice(1)}`);
      return others.slice(0, k);
    };
    const asking = async (metrics: string[], depth?: number, as?: string) => {
      const asked = new Set<number>();
      const retrieve: Retrieve = (words, context) => {
        asked.add(context.k);
        return far(words, context);
      };
      const limits = { ...(depth === undefined ? {} : { depth }), ...(as === undefined ? {} : { as }) };
      const { runs } = await virtual({ gold: goldOf(2), metrics, retrievers: { main: retrieve }, ...limits });
      return {
        asked: [...asked],
        mean: (metric: string) => runs[0]!.result.mean(metric).mean,
        run: runs[0]!,
      };
    };

    test("one without a cut-off is scored over all that was asked for, whatever the others cut", async () => {
      const alone = await asking(["rr"]);
      const beside = await asking(["recall@5", "rr"]);
      expect([alone.asked, beside.asked]).toEqual([[100], [100]]);
      expect([alone.mean("rr"), beside.mean("rr")]).toEqual([1 / 7, 1 / 7]);
      expect(beside.mean("recall@5")).toBe(0);
      expect(beside.run.missed.k).toBe(5);
      const deeper = await asking(["recall@5", "rr"], 50);
      expect([deeper.asked, deeper.mean("rr"), deeper.mean("recall@5")]).toEqual([[50], 1 / 7, 0]);
      expect((await asking(["recall@5,200", "rr"])).asked).toEqual([200]);
      const trec = await asking(["recip_rank", "P_5"], undefined, "trec_eval");
      expect([trec.asked, trec.mean("recip_rank"), trec.mean("P_5")]).toEqual([[100], 1 / 7, 0]);
    });

    test("hits that repeat an id, or a document, take no place", async () => {
      for (const [list, rules] of [
        [["a", "a", "a", "z"], {}],
        [["a#1", "a#2", "a#3", "z#1"], { unit: "doc", match: { ids: "chunk-suffix", on: "hits" } }],
      ] as const) {
        const gold = { q1: ["z"] };
        const { runs } = await virtual({
          ...rules,
          gold,
          metrics: ["recall@3"],
          retrievers: { main: () => list },
        });
        expect(runs[0]!.result.mean("recall@3").mean).toBe(1);
        expect(
          evaluate({ ...rules, gold, run: { q1: list }, metrics: ["recall@3"] }).mean("recall@3").mean,
        ).toBe(1);
        expect(runs[0]!.missed.queries.size).toBe(0);
      }
    });

    test("as in an evaluation of the same lists", async () => {
      const { run } = await asking(["recall@5", "rr"]);
      const lists = Object.fromEntries(
        [...run.answers].map(([query, one]) => [query, one.status === "answered" ? one.hits : []]),
      );
      const again = evaluate({ gold: goldOf(2), run: lists, metrics: ["recall@5", "rr"], name: "main" });
      expect(again.summary()).toEqual(run.result.summary());
    });
  });

  test("depth asks for more, and changes no score", async () => {
    const asked: number[] = [];
    const retrieve: Retrieve = (_, { k, queryId }) => {
      asked.push(k);
      const others = Array.from({ length: 60 }, (_, i) => `x${i}`);
      others.splice(queryId === "q0" ? 13 : 60, 0, `d${queryId.slice(1)}`);
      return others.slice(0, k);
    };
    const options = { gold: goldOf(2), metrics: ["rr@5", "recall@5"], retrievers: { main: retrieve } };
    const [shallow, deep] = [await virtual(options), await virtual({ ...options, depth: 50 })];
    expect(asked).toEqual([5, 5, 50, 50]);
    expect(deep.runs[0]!.result.summary()).toEqual(shallow.runs[0]!.result.summary());
    expect(shallow.runs[0]!.missed.queries.get("q0")).toEqual([
      { item: ["d0"], reason: "beyond-depth", depth: 5 },
    ]);
    expect([...deep.runs[0]!.missed.queries]).toEqual([
      ["q0", [{ item: ["d0"], reason: "below-k", rank: 14, hit: "d0" }]],
      ["q1", [{ item: ["d1"], reason: "beyond-depth", depth: 50 }]],
    ]);
    // Fewer than asked for: there are no more.
    const whole = await virtual({ ...options, depth: 62 });
    expect(whole.runs[0]!.missed.counts).toMatchObject({ "below-k": 2, "beyond-depth": 0 });
    const short = await virtual({ ...options, retrievers: { main: () => ["x"] } });
    expect(short.runs[0]!.missed.counts).toMatchObject({ "never-retrieved": 2, "beyond-depth": 0 });
    expect(await problemOf(virtual({ ...options, depth: 3 }))).toMatchObject({ code: "bad-depth" });
  });

  describe("the words behind ids", () => {
    const texts: Record<string, string> = { d0: "zero is the first of all the numbers there are", d1: "one" };
    const searched = {
      has: (id: string) => id in texts,
      text: (id: string) => texts[id],
      title: (id: string) => (id === "d1" ? "One" : undefined),
    };
    const found = [{ id: "x", text: "eks" }, { id: "y" }];
    let open = false;
    const main = {
      retrieve: () => found,
      async open() {
        open = true;
      },
      close() {
        open = false;
      },
      documents: () => (open ? searched : undefined),
    };
    const options = { gold: goldOf(3), metrics: ["recall@2"], retrievers: { main } };

    test("come from the retriever while it is open, and from hits with texts", async () => {
      const [{ documents, missed }] = (await virtual(options)).runs as [LiveRun];
      expect([...documents]).toEqual([
        ["d0", { text: texts["d0"] }],
        ["d1", { title: "One", text: "one" }],
        ["x", { text: "eks" }],
      ]);
      expect(missed.counts).toMatchObject({ "beyond-depth": 2, "not-in-corpus": 1 });
      expect(open).toBe(false);
    });

    test("ids of the index are not those of the gold where a rule rewrites them", async () => {
      const { runs } = await virtual({ ...options, match: { ids: "lower", on: "hits" } });
      expect(runs[0]!.missed.counts).toMatchObject({ "beyond-depth": 3, "not-in-corpus": 0 });
      expect(runs[0]!.documents.get("d1")).toEqual({ title: "One", text: "one" });
    });

    test("a corpus that is given comes first", async () => {
      const corpus = { has: () => true, text: (id: string) => `text of ${id}` };
      const { runs } = await virtual({ ...options, corpus });
      expect(runs[0]!.missed.counts["not-in-corpus"]).toBe(0);
      expect(runs[0]!.documents.get("d2")).toEqual({ text: "text of d2" });
    });
  });

  test("the list is the ranking, under a dialect that sorts by score too", async () => {
    const { runs } = await virtual({
      gold: { q1: ["a"] },
      as: "trec_eval",
      metrics: ["recip_rank"],
      retrievers: {
        main: () => [
          { id: "a", score: 0.1 },
          { id: "b", score: 0.9 },
        ],
      },
    });
    expect(runs[0]!.result.mean("recip_rank").mean).toBe(1);
  });

  test("a query without the tag has no value of it, whatever the value is called", async () => {
    const tagged = [
      { id: "q1", relevant: ["a"], tags: JSON.parse('{"__proto__":"x","nope":"undefined"}') },
      { id: "q2", relevant: ["a"], tags: { lang: "de" } },
      { id: "q3", relevant: ["a"] },
    ];
    for (const where of [JSON.parse('{"__proto__":"x"}'), { nope: "undefined" }]) {
      const { runs } = await virtual({ gold: tagged, where, retrievers: { main: () => ["a"] } });
      expect(runs[0]!.result.queries).toEqual(["q1"]);
    }
    const { toString: method } = {};
    expect(
      await problemOf(
        virtual({ gold: tagged, where: { toString: String(method) }, retrievers: { main: () => ["a"] } }),
      ),
    ).toMatchObject({ code: "no-queries", reason: "where" });
  });

  test("queries by tag, sample and limit, in the order of the gold", async () => {
    const gold = goldOf(20).map((row, i) => ({ ...row, tags: { lang: i % 2 === 0 ? "en" : "de" } }));
    const asked = async (options: Partial<LiveOptions>) =>
      (await virtual({ gold, retrievers: { main: usual }, ...options })).runs[0]!.result.queries;
    expect(await asked({ where: { lang: "de" }, limit: 2 })).toEqual(["q1", "q3"]);
    const some = await asked({ sample: { n: 5, seed: 7 } });
    expect(some).toHaveLength(5);
    expect([...some].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(some);
    expect(await asked({ sample: { n: 5, seed: 7 } })).toEqual(some);
    expect(await asked({ sample: { n: 5, seed: 8 } })).not.toEqual(some);
    expect(await asked({ sample: { n: 50 } })).toHaveLength(20);
    expect(await problemOf(asked({ where: { lang: "fr" } }))).toMatchObject({
      code: "no-queries",
      fields: { where: ["lang=fr"], values: ["lang=en", "lang=de"] },
    });
  });

  test.each<[string, Partial<LiveOptions>, string]>([
    ["no retriever", { retrievers: {} }, "no-retriever"],
    ["something else", { retrievers: { main: 7 as never } }, "bad-retriever"],
    ["no concurrency", { concurrency: 0 }, "bad-option"],
    ["half a query", { limit: 0.5 }, "bad-option"],
    ["a mistyped option", { retreivers: {} } as never, "unknown-rule"],
    ["no gold", { gold: {} }, "no-queries"],
    ["a choice by another metric", { select: { by: "nope@3" } }, "unknown-metric"],
  ])("%s is refused before anything is asked", async (_, options, code) => {
    const base = { gold: goldOf(1), retrievers: { main: usual } };
    expect(await problemOf(virtual({ ...base, ...options }))).toMatchObject({ code });
  });
});

describe("time", () => {
  test("latency is that of the retriever, without our queue; throughput is of the time it was busy", async () => {
    const clock = createVirtualClock();
    const { runs } = await virtual(
      { gold: goldOf(10), concurrency: 2, retrievers: { main: slow(clock, () => 20) } },
      clock,
    );
    expect(runs[0]!.timing).toEqual({ n: 10, mean: 20, p50: 20, p95: 20, p99: 20, throughput: 100 });
  });

  test("a retriever that computes on our thread has its own time alone", async () => {
    const clock = createVirtualClock();
    let now = 0;
    const computing: Retrieve = async (words, context) => {
      await undefined;
      now += 7;
      return usual(words, context);
    };
    const { runs } = await clock.run(
      run({
        gold: goldOf(20),
        concurrency: 8,
        retrievers: { main: computing },
        clock: { ...clock, now: () => now },
        random,
      }),
    );
    expect(runs[0]!.timing).toMatchObject({ n: 20, mean: 7, p50: 7, p99: 7 });
  });

  test("percentiles are NumPy's", async () => {
    const clock = createVirtualClock();
    const { runs } = await virtual(
      { gold: goldOf(5), concurrency: 1, retrievers: { main: slow(clock, (i) => 10 * (i + 1)) } },
      clock,
    );
    // numpy.percentile([10, 20, 30, 40, 50], [50, 95, 99])
    expect(runs[0]!.timing).toMatchObject({ mean: 30, p50: 30, p95: 48, p99: 49.6 });
  });

  test("of a query that was tried again, the attempt that succeeded; waits between them are ours", async () => {
    const clock = createVirtualClock();
    let tries = 0;
    const flaky: Retrieve = async (words, context) => {
      await clock.sleep(tries++ === 0 ? 500 : 30);
      if (tries === 1) throw status(503);
      return usual(words, context);
    };
    const { runs } = await virtual({ gold: goldOf(1), retrievers: { main: flaky } }, clock);
    expect(runs[0]!.answers.get("q0")).toMatchObject({ status: "answered", ms: 30, attempts: 2 });
    expect(runs[0]!.timing).toMatchObject({ n: 1, p99: 30, throughput: 1000 / 530 });
  });

  test("warm-up and open are outside of it", async () => {
    const clock = createVirtualClock();
    const asked: string[] = [];
    let calls = 0;
    const { runs } = await virtual(
      {
        gold: goldOf(3),
        concurrency: 1,
        warmUp: 2,
        retrievers: {
          main: {
            open: () => clock.sleep(9_000),
            retrieve: async (words, { queryId }) => {
              asked.push(queryId);
              await clock.sleep(calls++ < 2 ? 1_000 : 10);
              return usual(words, { queryId } as never);
            },
            close: () => void asked.push("closed"),
          },
        },
      },
      clock,
    );
    expect(asked).toEqual(["q0", "q1", "q0", "q1", "q2", "closed"]);
    expect(runs[0]!.timing).toMatchObject({ n: 3, p99: 10, throughput: 100 });
  });

  test("progress has a rate and the time left", async () => {
    const clock = createVirtualClock();
    const events: LiveEvent[] = [];
    await virtual(
      {
        gold: goldOf(4),
        concurrency: 1,
        retrievers: { main: slow(clock, () => 100) },
        on: (event) => events.push(event),
      },
      clock,
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      "started",
      ...Array.from({ length: 4 }, () => ["answered", "progress"]).flat(),
      "finished",
    ]);
    expect(events[0]).toEqual({ kind: "started", retriever: "main", queries: 4, taken: 0 });
    expect(events[2]).toEqual({ kind: "progress", retriever: "main", done: 1, total: 4, failed: 0 });
    expect(events[6]).toMatchObject({ done: 3, total: 4, rate: 10, leftMs: 100 });
    expect(events.at(-1)).toEqual({
      kind: "finished",
      retriever: "main",
      answered: 4,
      failed: 0,
      empty: 0,
      unasked: 0,
    });
  });
});

describe("trouble", () => {
  test("only what may pass is tried again, with growing waits", async () => {
    const clock = createVirtualClock();
    const events: LiveEvent[] = [];
    const tries = new Map<string, number>();
    const errors: Readonly<Record<string, () => Error>> = {
      q0: () => status(500),
      q1: () => status(429),
      q2: () =>
        new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) }),
      q3: () => status(404),
      q4: () => new RangeError("a bug"),
    };
    const { runs } = await virtual(
      {
        gold: goldOf(5),
        retrievers: {
          main: (words, context) => {
            const n = (tries.get(context.queryId) ?? 0) + 1;
            tries.set(context.queryId, n);
            if (n < 3) throw errors[context.queryId]!();
            return usual(words, context);
          },
        },
        on: (event) => events.push(event),
      },
      clock,
    );
    expect([...tries.values()]).toEqual([3, 3, 3, 1, 1]);
    expect(runs[0]).toMatchObject({ answered: 3, failed: 2, retried: 6 });
    const waits = events.flatMap((event) =>
      event.kind === "retried" && event.query === "q0" ? [event.inMs] : [],
    );
    expect(waits).toEqual([187.5, 375]);
  });

  test("after the last attempt the query has failed, and says how often it was tried", async () => {
    const { runs } = await virtual({
      gold: goldOf(2),
      attempts: 2,
      retrievers: {
        main: (words, context) => {
          if (context.queryId === "q1") throw status(503);
          return usual(words, context);
        },
      },
    });
    expect(runs[0]!.answers.get("q1")).toMatchObject({
      status: "failed",
      attempts: 2,
      problem: { fields: { message: "the server answered 503 (tried 2 times)" } },
    });
  });

  test("a retriever that does not answer, and does not listen, is timed out", async () => {
    const { runs } = await virtual({
      gold: goldOf(2),
      timeoutMs: 1_000,
      attempts: 2,
      retrievers: {
        main: (words, context) => (context.queryId === "q1" ? new Promise(() => {}) : usual(words, context)),
      },
    });
    expect(runs[0]).toMatchObject({ answered: 1, failed: 1 });
    expect(runs[0]!.answers.get("q1")).toMatchObject({
      problem: { fields: { message: "no reply within 1 s (tried 2 times)" } },
    });
  });

  test("one that blocks our thread past the limit is timed out too", async () => {
    let now = 0;
    const clock = { now: () => now, sleep: () => new Promise<void>(() => {}) };
    const { runs } = await run({
      gold: goldOf(2),
      timeoutMs: 100,
      attempts: 1,
      clock,
      random,
      retrievers: {
        main: (words, context) => {
          now += context.queryId === "q1" ? 400 : 100;
          return usual(words, context);
        },
      },
    });
    expect(runs[0]).toMatchObject({ answered: 1, failed: 1 });
    expect(runs[0]!.answers.get("q1")).toMatchObject({
      problem: { fields: { message: "no reply within 0.1 s (tried 1 time)" } },
    });
  });

  test("one that never answers is given up on, and every query has failed", async () => {
    let sent = 0;
    const { runs } = await virtual({
      gold: goldOf(100),
      timeoutMs: 1_000,
      attempts: 1,
      concurrency: 4,
      retrievers: {
        main: () => {
          sent++;
          return new Promise(() => {});
        },
      },
    });
    expect(runs[0]).toMatchObject({ answered: 0, failed: 100, unasked: 0 });
    expect(sent).toBeLessThan(20);
    expect(runs[0]!.answers.get("q99")).toMatchObject({ attempts: 0, problem: { reason: "silent" } });
  });

  test("one that cannot be opened fails every query; the others are asked", async () => {
    const { runs } = await virtual({
      gold: goldOf(3),
      retrievers: {
        broken: {
          open: () => Promise.reject(new Error("no index")),
          retrieve: () => [],
        },
        main: usual,
      },
    });
    expect(runs.map(({ answered, failed }) => [answered, failed])).toEqual([
      [0, 3],
      [3, 0],
    ]);
    expect(runs[0]!.answers.get("q2")).toMatchObject({
      problem: { reason: "open", fields: { message: "no index" } },
    });
  });

  test("one that never opens is given up on after ten minutes", async () => {
    const clock = createVirtualClock();
    const begun = clock.now();
    const { runs } = await virtual(
      { gold: goldOf(2), retrievers: { main: { open: () => new Promise(() => {}), retrieve: usual } } },
      clock,
    );
    expect(clock.now() - begun).toBe(600_000);
    expect(runs[0]).toMatchObject({ answered: 0, failed: 2 });
    expect([...runs[0]!.answers.values()][0]).toMatchObject({
      problem: { what: "the retriever could not be opened: it was not ready within 10 minutes" },
    });
  });

  test("one that cannot be closed is a Problem, and nothing else", async () => {
    const close = () => Promise.reject(new Error("stuck"));
    const { runs, problems } = await virtual({
      gold: goldOf(1),
      retrievers: { main: { retrieve: usual, close } },
    });
    expect(runs[0]!.answered).toBe(1);
    expect(problems).toMatchObject([{ code: "close-failed" }]);
    const hanging = await virtual({
      gold: goldOf(1),
      retrievers: { main: { retrieve: usual, close: () => new Promise(() => {}) } },
    });
    expect(hanging.problems).toMatchObject([{ code: "close-failed" }]);
  });

  test("a store that cannot be written ends the run", async () => {
    const keep = {
      answer: () => {
        throw new Error("the disk is full");
      },
    };
    await expect(
      virtual({ gold: goldOf(20), concurrency: 2, retrievers: { main: usual }, keep }),
    ).rejects.toThrow("the disk is full");
  });
});

describe("cancelling and going on", () => {
  const gold = goldOf(12);
  const failing: Retrieve = (words, context) => {
    if (context.queryId === "q5") throw new Error("never works");
    return usual(words, context);
  };

  test("what was answered is kept; the rest has failed cells, not zeros", async () => {
    const clock = createVirtualClock();
    const cancel = new AbortController();
    const kept = new Map<string, Answer>();
    const { runs, cancelled } = await virtual(
      {
        gold,
        concurrency: 1,
        metrics: ["recall@5"],
        retrievers: { main: slow(clock, () => 10), other: usual },
        signal: cancel.signal,
        keep: { answer: (retriever, query, answer) => void kept.set(`${retriever} ${query}`, answer) },
        on: (event) => {
          if (event.kind === "answered" && event.query === "q3") cancel.abort();
        },
      },
      clock,
    );
    expect(cancelled).toBe(true);
    expect([...kept.keys()]).toEqual(["main q0", "main q1", "main q2", "main q3"]);
    expect(runs.map(({ answered, failed, unasked }) => [answered, failed, unasked])).toEqual([
      [4, 0, 8],
      [0, 0, 12],
    ]);
    expect(runs[0]!.result.mean("recall@5").counts).toMatchObject({ scored: 4, failed: 8, missing: 0 });
  });

  test("a retriever that is opening, or does not listen, does not hold it up", async () => {
    for (const main of [
      { open: () => new Promise<void>(() => {}), retrieve: usual },
      { retrieve: () => new Promise<never>(() => {}) },
    ]) {
      const cancel = new AbortController();
      const clock = createVirtualClock();
      const going = run({ gold, retrievers: { main }, signal: cancel.signal, clock, random });
      setImmediate(() => cancel.abort());
      const { runs, cancelled } = await clock.run(going);
      expect([cancelled, runs[0]!.unasked]).toEqual([true, 12]);
    }
  });

  test("cancelled at any point and resumed, a run is what it would have been", async () => {
    const whole = timeless(await virtual({ gold, retrievers: { a: failing, b: usual } }));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 24 }),
        fc.integer({ min: 1, max: 5 }),
        async (after, width) => {
          const cancel = new AbortController();
          const clock = createVirtualClock();
          const kept = new Map<string, Map<string, Answer>>();
          let seen = 0;
          const retrievers = {
            a: slow(clock, (i) => (7 * i) % 5, failing),
            b: slow(clock, (i) => (3 * i) % 7, usual),
          };
          if (after === 0) cancel.abort();
          await virtual(
            {
              gold,
              retrievers,
              concurrency: width,
              signal: cancel.signal,
              keep: {
                answer: (retriever, query, answer) => {
                  if (!kept.has(retriever)) kept.set(retriever, new Map());
                  kept.get(retriever)!.set(query, answer);
                  if (++seen === after) cancel.abort();
                },
              },
            },
            clock,
          );
          const asked: string[] = [];
          const rest = await virtual(
            {
              gold,
              retrievers: { a: slow(clock, () => 1, failing), b: usual },
              earlier: kept,
              on: (event) => {
                if (event.kind === "answered") asked.push(`${event.retriever} ${event.query}`);
              },
            },
            clock,
          );
          expect(timeless(rest)).toEqual(whole);
          // Nothing that had an answer was asked again.
          for (const [retriever, answers] of kept)
            for (const [query, { status }] of answers)
              if (status === "answered") expect(asked).not.toContain(`${retriever} ${query}`);
        },
      ),
      { numRuns: 60, seed: 14 },
    );
  });

  test("in whatever order answers come, the result has the same bytes", async () => {
    const whole = JSON.stringify(timeless(await virtual({ gold, retrievers: { a: failing } })));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 1, max: 12 }),
        async (delays, concurrency) => {
          const clock = createVirtualClock();
          const a = slow(clock, (i) => delays[i]!, failing);
          const found = await virtual({ gold, concurrency, retrievers: { a } }, clock);
          expect(JSON.stringify(timeless(found))).toBe(whole);
        },
      ),
      { numRuns: 60, seed: 14 },
    );
  });

  test("only some queries are asked again; the others keep their answers", async () => {
    const first = await virtual({ gold, retrievers: { main: failing } });
    const answers = first.runs[0]!.answers;
    const asked: string[] = [];
    const { runs } = await virtual({
      gold,
      retrievers: {
        main: (words, context) => {
          asked.push(context.queryId);
          return usual(words, context);
        },
      },
      earlier: new Map([["main", answers]]),
      only: new Set(["q5"]),
    });
    expect(asked).toEqual(["q5"]);
    expect(runs[0]).toMatchObject({ answered: 12, failed: 0, unasked: 0 });
    const few = await virtual({ gold, retrievers: { main: usual }, only: new Set(["q5", "q7"]) });
    expect(few.runs[0]!.result.queries).toEqual(["q5", "q7"]);
    expect(
      await problemOf(virtual({ gold, retrievers: { main: usual }, only: new Set(["nobody"]) })),
    ).toMatchObject({ code: "no-queries", reason: "only" });
  });
});
