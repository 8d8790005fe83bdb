import { describe, expect, it } from "vitest";
import { CallError } from "../../calls/call-error.ts";
import type { JudgeCase } from "../../core/judgement-record.ts";
import { judge } from "../judge.ts";
import { parseRecord, recordLine } from "../record.ts";
import { createMemoryStore, type StoredCall } from "../spend/store.ts";
import { createPairAsker } from "./asker.ts";
import { createPairJudge, type PairJudgeOptions } from "./index.ts";
import type { TextPair } from "./pair-types.ts";

/** A stand-in for a model: it counts what it is asked. */
const counting = (score: (pair: TextPair) => number = () => 0.1) => {
  const batches: (readonly TextPair[])[] = [];
  return {
    batches,
    get pairs() {
      return batches.flat().map(({ claim, text }) => `${claim} | ${text}`);
    },
    score(pairs: readonly TextPair[]) {
      batches.push(pairs);
      return pairs.map(score);
    },
  };
};
const SUBJECTS = ["Ada", "Bo", "Cleo", "Dan"];
const reference = SUBJECTS.map((name, i) => `${name} built the old stone mill in 18${i}0.`).join(" ");
const contexts = Array.from({ length: 10 }, (_, i) => `The stone mill number ${i} was old. Nobody saw it.`);
const one: JudgeCase = { id: "q1", question: "Who built the mill?", reference, contexts };
const judged = async (cases: readonly JudgeCase[], options: PairJudgeOptions) => {
  const own = createPairJudge(options);
  const result = await judge({ cases, judge: own });
  await own.close();
  return { ...result, usage: own.usage() };
};

it("texts in two languages: claims are the scorer's, what only words judge is not judged, and says why", async () => {
  const foreign: JudgeCase = {
    id: "q1",
    question: "Wie hoch ist die Gebühr für eine neue Karte?",
    reference: "Die Gebühr für eine neue Karte beträgt zehn Euro.",
    contexts: ["The fee for a replacement card is ten euros, and it is paid at the desk."],
  };
  const record = (await judged([foreign], { score: (pairs) => pairs.map(() => 0.9) })).judgements.get("q1")!;
  expect(record.claims![0]!.support).toEqual([expect.objectContaining({ chunk: 0, level: "full" })]);
  expect(record.entities).toBeUndefined();
  expect(record.unjudged!.map(({ part, problem }) => [part, problem.code])).toEqual([
    ["entities", "language-differs"],
    ["statements", "language-differs"],
  ]);
});

describe("what a scorer of pairs is asked", () => {
  it("ten contexts and four claims are forty pairs at most, each once", async () => {
    const asked = counting();
    const { usage, cost } = await judged([one], asked);
    expect(asked.pairs.length).toBe(40);
    expect(new Set(asked.pairs).size).toBe(40);
    expect(usage).toEqual({ calls: 2, pairs: 40, reused: 0, shared: 0 });
    expect(cost).toEqual({ calls: 2, pairs: 40 });
  });
  it("the cost says how many batches were asked: each once, for the case of its first pair", async () => {
    const asked = counting();
    const cases = ["q1", "q2", "q3"].map((id, i) => ({
      ...one,
      id,
      contexts: contexts.slice(0, 3).map((text) => `${text} ${i}`),
    }));
    const { cost, judgements } = await judged(cases, asked);
    expect(asked.batches.length).toBeGreaterThan(0);
    expect(cost).toEqual({ calls: asked.batches.length, pairs: 36 });
    const each = [...judgements.values()].map((record) => record.cost!.calls);
    expect(each.reduce((a, b) => a + b)).toBe(asked.batches.length);
  });
  it("a batch that failed, and one that was tried again, counts too", async () => {
    let tries = 0;
    const score = (): never => {
      tries++;
      throw new CallError(tries === 1 ? "server" : "auth", "no");
    };
    const few = { ...one, contexts: contexts.slice(0, 2) };
    const { cost } = await judged([few], { score, limits: { firstBackoffMs: 0 } });
    expect(tries).toBe(2);
    expect(cost).toEqual({ calls: 2, pairs: 0 });
  });
  it("takes no more than a batch at once", async () => {
    const asked = counting();
    await judged([one], { ...asked, batch: 7, score: asked.score });
    expect(asked.batches.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 5]);
  });
  it("nothing about a context that is the claim, word for word; the record says that words decided", async () => {
    const asked = counting();
    const { judgements, cost } = await judged(
      [{ ...one, contexts: ["Ada built the old stone mill in 1800 [2].", "Trains leave at noon daily."] }],
      asked,
    );
    expect(asked.pairs.filter((pair) => pair.startsWith("Ada"))).toEqual([
      "Ada built the old stone mill in 1800. | Trains leave at noon daily.",
    ]);
    expect(cost).toEqual({ calls: 1, pairs: 7 });
    const [first, second] = judgements.get("q1")!.claims!;
    expect(first!.support).toEqual([{ chunk: 0, level: "full", by: ["1.1"], sameWords: true }]);
    expect(first!.confidences).toEqual([1, 0.1]);
    expect(second!.support).toEqual([]);
  });
  it.each([
    ["The automobile manufacturer dismissed thousands of employees.", "The car maker laid off many workers."],
    ["Der Autohersteller entließ Tausende.", "The car maker laid off many workers."],
    ["The United Nations met there again.", "UN delegates convened."],
    ["Ada built the mill in 1840.", "It is untrue that Ada built the mill in 1840."],
    ["Ada built the mill in 1840.", "Ada built the mill in 1840. This is a myth."],
  ])("about a pair that shares all of its words, or none: %s / %s", async (reference, text) => {
    const asked = counting();
    await judged([{ ...one, reference, contexts: [text] }], asked);
    expect(asked.pairs.length).toBe(1);
  });
  it("the same pair of several cases and of repeated contexts is asked once", async () => {
    const asked = counting();
    const cases = [one, { ...one, id: "q2" }, { ...one, id: "q3", contexts: [contexts[0]!, contexts[0]!] }];
    const { usage, cost, judgements } = await judged(cases, asked);
    expect(asked.pairs.length).toBe(40);
    expect(usage).toMatchObject({ pairs: 40, reused: 0, shared: 44 });
    expect(cost).toEqual({ calls: asked.batches.length, pairs: 40, shared: 44 });
    expect(judgements.get("q3")!.claims![0]!.confidences).toEqual([0.1, 0.1]);
  });
  it("a pair that comes again later in the run is of this run, not from an earlier one", async () => {
    const asked = counting();
    const own = createPairJudge(asked);
    await judge({ cases: [one], judge: own });
    const { cost } = await judge({ cases: [{ ...one, id: "q2" }], judge: own });
    expect(cost).toEqual({ calls: 0, pairs: 0, shared: 40 });
    await own.close();
  });
  it("what a store holds is not asked, by another judge either; another name or setting asks again", async () => {
    const store = createMemoryStore();
    const asked = counting();
    const options = { score: asked.score, store };
    await judged([one], options);
    const { cost } = await judged([one], options);
    expect(cost).toEqual({ calls: 0, pairs: 0, reused: 40 });
    expect(asked.pairs.length).toBe(40);
    await judged([one], { ...options, name: "other" });
    expect(asked.pairs.length).toBe(80);
    await judged([one], { ...options, params: { revision: 2 } });
    expect(asked.pairs.length).toBe(120);
  });
  it("another function without a name asks again", async () => {
    const store = createMemoryStore();
    await judged([one], { store, score: (pairs) => pairs.map(() => 0) });
    const { cost, by } = await judged([one], { store, score: (pairs) => pairs.map(() => 1) });
    expect(cost).toEqual({ calls: 2, pairs: 40 });
    expect(by.settings!["source"]).toMatch(/^[0-9a-f]{16}$/);
  });
  it.each(["not JSON", '{"support":7}', '{"support":1,"by":[9]}'])(
    "what somebody edited in a store is asked again: %s",
    async (text) => {
      const store = createMemoryStore();
      const asked = counting();
      const edited = {
        ...store,
        put: (call: StoredCall) => store.put({ ...call, reply: { ...call.reply, text } }),
      };
      await judged([one], { score: asked.score, store: edited });
      await judged([one], { score: asked.score, store: edited });
      expect(asked.pairs.length).toBe(80);
    },
  );
  it("pairs that nobody waits for any more are not asked", async () => {
    const stop = new AbortController();
    let later = (): void => {};
    const asked = counting();
    const asker = createPairAsker({
      ...asked,
      batch: 8,
      identity: { provider: "pairs", model: "test" },
      later: (flush) => {
        later = flush;
      },
    });
    const pair = (claim: string) => ({ claim, text: "Text.", statements: ["Text."] });
    const gone = asker.ask(pair("Gone."), "q1", stop.signal);
    const wanted = asker.ask(pair("Wanted."), "q2");
    await new Promise((done) => setImmediate(done));
    stop.abort();
    await expect(gone).rejects.toMatchObject({ trouble: "aborted" });
    later();
    await wanted;
    expect(asked.pairs).toEqual(["Wanted. | Text."]);
    await asker.close();
  });
  it("a judge that is closed asks nothing more, and what waits is cancelled", async () => {
    const asked = counting();
    const asker = createPairAsker({
      ...asked,
      batch: 8,
      identity: { provider: "pairs", model: "test" },
      later: () => {},
    });
    const pair = { claim: "Claim.", text: "Text.", statements: ["Text."] };
    const waiting = expect(asker.ask(pair, "q1")).rejects.toMatchObject({ trouble: "aborted" });
    await new Promise((done) => setImmediate(done));
    await asker.close();
    await waiting;
    await expect(asker.ask(pair, "q2")).rejects.toMatchObject({ trouble: "aborted" });
    expect(asked.batches).toEqual([]);
  });
  it("a batch that waits for its turn is not sent after the close", async () => {
    const asked = counting();
    const open: (() => void)[] = [];
    const asker = createPairAsker({
      score: async (pairs) => {
        const scores = asked.score(pairs);
        await new Promise<void>((done) => open.push(done));
        return scores;
      },
      batch: 1,
      limits: { concurrency: 1 },
      identity: { provider: "pairs", model: "test" },
    });
    const ask = (claim: string) => asker.ask({ claim, text: "Text.", statements: ["Text."] }, "q1");
    const first = ask("First.");
    const second = expect(ask("Second.")).rejects.toMatchObject({ trouble: "aborted" });
    while (open.length === 0) await new Promise((done) => setImmediate(done));
    const closed = asker.close();
    open[0]!();
    await Promise.all([first, second, closed]);
    expect(asked.pairs).toEqual(["First. | Text."]);
  });
  it("as many batches at once as allowed", async () => {
    let open = 0;
    let most = 0;
    const score = async (pairs: readonly TextPair[]): Promise<number[]> => {
      most = Math.max(most, ++open);
      await new Promise((done) => setImmediate(done));
      open--;
      return pairs.map(() => 0);
    };
    await judged([one], { score, batch: 4, limits: { concurrency: 3 } });
    expect(most).toBe(3);
  });
  it("a batch that fails in passing is asked again", async () => {
    const asked = counting();
    let tries = 0;
    const score = (pairs: readonly TextPair[]) => {
      if (++tries === 1) throw new CallError("server", "busy");
      return asked.score(pairs);
    };
    const { judgements } = await judged([one], { score, batch: 64, limits: { firstBackoffMs: 0 } });
    expect([tries, asked.pairs.length]).toEqual([2, 40]);
    expect(judgements.get("q1")!.unjudged).toBeUndefined();
  });
  it.each([
    ["fetch failed", () => new TypeError("fetch failed")],
    ["a socket that was closed", () => Object.assign(new Error("socket hang up"), { code: "ECONNRESET" })],
    ["status 503", () => Object.assign(new Error("busy"), { status: 503 })],
  ])("%s is asked again", async (_, error) => {
    let tries = 0;
    const score = (pairs: readonly TextPair[]) => {
      if (++tries < 3) throw error();
      return pairs.map(() => 0.1);
    };
    const { judgements } = await judged([one], { score, batch: 64, limits: { firstBackoffMs: 0 } });
    expect(tries).toBe(3);
    expect(judgements.get("q1")!.unjudged).toBeUndefined();
  });
  it("a service that nothing listens at is not tried again before it ever answered", async () => {
    let tries = 0;
    const score = () => {
      tries++;
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    };
    const { problems } = await judged([one], {
      score,
      batch: 1,
      limits: { concurrency: 1, firstBackoffMs: 0 },
    });
    expect(tries).toBe(1);
    expect(problems[0]).toMatchObject({ code: "judge-network", reason: "scorer" });
  });
  it.each([
    [new TypeError("fetch failed"), "judge-network", "the scorer failed: fetch failed (tried 2 times)"],
    [new CallError("server", "busy"), "judge-server", "the scorer failed: busy (tried 2 times)"],
    [new CallError("auth", "no key"), "judge-auth", "the scorer failed: no key"],
    [new Error("a bug"), "judge-failed", "the scorer failed: a bug"],
    [new CallError("not-api", "a page"), "judge-failed", "the scorer failed: a page"],
  ])("%s is reported in words that fit a scorer", async (error, code, what) => {
    const score = () => {
      throw error;
    };
    const { problems } = await judged([one], { score, limits: { firstBackoffMs: 0, attempts: 2 } });
    expect(problems[0]).toMatchObject({ code, reason: "scorer", what });
    expect(problems[0]!.fix).not.toMatch(/paid|model name/);
  });
});

describe("what becomes of its scores", () => {
  const contexts = ["Kittens doze in the house. Dogs bark.", "Rain falls."];
  const cats: JudgeCase = {
    id: "q7",
    question: "Where do cats sleep?",
    reference: "Felines rest indoors.",
    contexts,
  };
  it("full, partial, contradicted and none, with the confidence of each", async () => {
    const scores: Record<string, number | { support: number; contradiction: number }> = {
      a: 0.9,
      b: 0.3,
      c: { support: 0.05, contradiction: 0.8 },
      d: { support: 0.6, contradiction: 0.7 },
      e: 0.01,
    };
    const { judgements } = await judged(
      [{ ...cats, contexts: ["Word a.", "Word b.", "Word c.", "Word d.", "Word e."] }],
      { score: (pairs) => pairs.map(({ text }) => scores[text[5]!]!) },
    );
    const [claim] = judgements.get("q7")!.claims!;
    expect(claim!.support).toEqual([
      { chunk: 0, level: "full", by: ["1.1"] },
      { chunk: 1, level: "partial", by: ["2.1"] },
      { chunk: 3, level: "full", by: ["4.1"] },
    ]);
    expect(claim!.contradicted).toEqual([
      { chunk: 2, by: ["3.1"], confidence: 0.8 },
      { chunk: 3, by: ["4.1"], confidence: 0.7 },
    ]);
    expect(claim!.confidences).toEqual([0.9, 0.3, 0.05, 0.6, 0.01]);
  });
  it("the scorer may say which statements decided", async () => {
    const { judgements } = await judged([cats], {
      score: (pairs) => pairs.map(({ text }) => (text.includes("Dogs") ? { support: 1, by: [1] } : 0)),
    });
    const { claims, chunks } = judgements.get("q7")!;
    expect(claims![0]!.support).toEqual([{ chunk: 0, level: "full", by: ["1.2"] }]);
    expect(chunks[0]!.statements[1]!.relevant).toBe(true);
  });
  it("support and contradiction in one context are both recorded", async () => {
    const scores = [
      { support: 0.9, contradiction: 0.8, by: [0], against: [1] },
      { support: 0.8, contradiction: 0.8 },
      { support: 0.3, contradiction: 0.5, by: [0], against: [1] },
      { support: 0.3, contradiction: 0.5, by: [0], against: [0] },
      { support: 0.5, contradiction: 0.49 },
    ];
    const { judgements } = await judged(
      [{ ...cats, contexts: scores.map((_, i) => `Word ${i}. More ${i}.`) }],
      { score: (pairs) => pairs.map(({ text }) => scores[Number(text[5]!)]!) },
    );
    const record = judgements.get("q7")!;
    const [claim] = record.claims!;
    expect(claim!.support.map(({ chunk, level, by }) => [chunk, level, by])).toEqual([
      [0, "full", ["1.1"]],
      [1, "full", ["2.1", "2.2"]],
      [2, "partial", ["3.1"]],
      [4, "full", ["5.1", "5.2"]],
    ]);
    expect(claim!.contradicted!.map(({ chunk, by }) => [chunk, by])).toEqual([
      [0, ["1.2"]],
      [1, ["2.1", "2.2"]],
      [2, ["3.2"]],
      [3, ["4.1"]],
    ]);
    expect(parseRecord(JSON.parse(recordLine(record)))).toEqual(JSON.parse(JSON.stringify(record)));
  });
  it("flags and missing names are those of the built-in judge about its own verdicts, and are left out", async () => {
    const denied: JudgeCase = {
      ...cats,
      reference: "Ada built the old stone mill in 1800.",
      contexts: ["Ada never built the old stone mill in 1801."],
    };
    const words = (await judge({ cases: [denied] })).judgements.get("q7")!;
    expect(words.flags).toMatchObject([{ code: "may-be-contradicted" }]);
    expect(words.claims![0]!.missing).toEqual(["1800"]);
    const { judgements } = await judged([denied], { score: (pairs) => pairs.map(() => 0.1) });
    const record = judgements.get("q7")!;
    expect(record.flags).toBeUndefined();
    expect(Object.keys(record.claims![0]!)).toEqual(["id", "text", "support", "confidence", "confidences"]);
  });
  it("a pair that failed has no confidence, is not saved and is asked again", async () => {
    const store = createMemoryStore();
    const problem = { code: "too-long", what: "too long", fix: "shorten it" };
    const first = await judged([cats], {
      store,
      name: "nli",
      thresholds: { partial: 0 },
      score: (pairs) =>
        pairs.map(({ text }) => (text.includes("Rain") ? { support: 0.9, problem } : { support: 0.8 })),
    });
    const [claim] = first.judgements.get("q7")!.claims!;
    expect(claim).toEqual({
      id: "c1",
      text: "Felines rest indoors.",
      support: [{ chunk: 0, level: "full", by: ["1.1", "1.2"] }],
    });
    expect(first.judgements.get("q7")!.unjudged).toMatchObject([{ ids: ["c1"], problem }]);
    expect(store.size).toBe(1);
    const asked = counting(() => 0.7);
    const { judgements } = await judged([cats], { score: asked.score, name: "nli", store });
    expect(asked.pairs).toEqual(["Felines rest indoors. | Rain falls."]);
    expect(judgements.get("q7")!.claims![0]!.confidences).toEqual([0.8, 0.7]);
  });
  it.each([
    ["a value", (pairs: readonly TextPair[]) => pairs.map(({ claim }) => (claim.includes("17") ? NaN : 0.6))],
    [
      "a count",
      (pairs: readonly TextPair[]) =>
        pairs.some(({ claim }) => claim.includes("17")) ? [] : pairs.map(() => 0.6),
    ],
  ])("%s that is wrong fails its own case only: 50 cases, 49 judged", async (_, score) => {
    const cases = Array.from({ length: 50 }, (_, i) => ({
      ...cats,
      id: `q${i}`,
      reference: `Cat ${i} rests.`,
      contexts: ["Rain falls."],
    }));
    const { judgements, problems } = await judged(cases, { score, batch: 1 });
    const failed = [...judgements.values()].filter(({ unjudged }) => unjudged !== undefined);
    expect(failed.map(({ id }) => id)).toEqual(["q17"]);
    expect(problems.map(({ code, at }) => [code, at?.query])).toEqual([["bad-pair-score", "q17"]]);
  });
  it("a store that cannot be written loses no score", async () => {
    const store = {
      ...createMemoryStore(),
      put: async () => {
        throw new Error("ENOSPC");
      },
    };
    const { judgements, problems } = await judged([cats, { ...cats, id: "q8", reference: "Cats nap." }], {
      store,
      batch: 1,
      limits: { concurrency: 1 },
      score: (pairs) => pairs.map(() => 0.6),
    });
    expect(problems).toEqual([]);
    for (const { claims } of judgements.values()) expect(claims![0]!.confidences).toEqual([0.6, 0.6]);
  });
  it.each([
    Number.NaN,
    -0.1,
    1.2,
    "1" as never,
    null as never,
    { support: 1, by: [9] },
    { support: 1, by: ["length"] as never },
  ])("a score of %s is reported", async (value) => {
    const { judgements } = await judged([cats], { score: (pairs) => pairs.map(() => value) });
    expect(judgements.get("q7")!.unjudged).toMatchObject([
      { part: "claims", problem: { code: "bad-pair-score", reason: "value" } },
    ]);
  });
  it("a list of another length is reported", async () => {
    const { problems } = await judged([cats], { score: () => [1] });
    expect(problems[0]!.what).toBe("the scorer returned 1 scores for 2 pairs");
  });
  it("what it throws is the reason of the claim; the rest of the case is judged", async () => {
    const { judgements } = await judged([{ ...cats, response: "Rain falls." }], {
      score: () => {
        throw new Error("out of memory");
      },
    });
    const { unjudged, responseClaims } = judgements.get("q7")!;
    expect(unjudged!.map(({ part, ids }) => [part, ids])).toContainEqual(["claims", ["c1"]]);
    expect(unjudged![0]!.problem.what).toContain("out of memory");
    expect(responseClaims![0]!.support).toEqual([{ chunk: 1, level: "full", by: ["2.1"], sameWords: true }]);
  });
  it("stops when the run is cancelled", async () => {
    const stop = new AbortController();
    const own = createPairJudge({
      batch: 1,
      limits: { concurrency: 1 },
      score: (pairs) => {
        stop.abort();
        return pairs.map(() => 1);
      },
    });
    const { judgements } = await judge({
      cases: [cats, { ...cats, id: "q8" }],
      judge: own,
      signal: stop.signal,
    });
    for (const { unjudged } of judgements.values())
      expect(unjudged!.map(({ part, problem: { code, reason } }) => [part, code, reason])).toEqual(
        ["claims", "entities", "statements"].map((part) => [part, "judge-cancelled", "case"]),
      );
    expect(judgements.size).toBe(2);
    expect(own.usage().calls).toBe(1);
    await own.close();
  });
  it.each([{ full: 1.5 }, { contradicted: Number.NaN }, { full: 0.3, partial: 0.4 }])(
    "thresholds %j are refused",
    (thresholds) =>
      expect(() => createPairJudge({ score: () => [], thresholds })).toThrow(
        expect.objectContaining({ problem: expect.objectContaining({ code: "bad-threshold" }) }),
      ),
  );
});
