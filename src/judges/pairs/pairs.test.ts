import { describe, expect, it } from "vitest";
import { CallError } from "../../calls/call-error.ts";
import type { JudgeCase } from "../../core/judgement-record.ts";
import { judge } from "../judge.ts";
import { createMemoryStore } from "../spend/store.ts";
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

describe("what a scorer of pairs is asked", () => {
  it("ten contexts and four claims are forty pairs at most, each once", async () => {
    const asked = counting();
    const { usage, cost } = await judged([one], asked);
    expect(asked.pairs.length).toBe(40);
    expect(new Set(asked.pairs).size).toBe(40);
    expect(usage).toEqual({ calls: 2, pairs: 40, reused: 0 });
    expect(cost).toEqual({ calls: 0, pairs: 40 });
  });
  it("takes no more than a batch at once", async () => {
    const asked = counting();
    await judged([one], { ...asked, batch: 7, score: asked.score });
    expect(asked.batches.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 5]);
  });
  it("nothing about a claim that a context says word for word, nor about one that shares no word", async () => {
    const asked = counting();
    const { judgements } = await judged(
      [
        {
          ...one,
          contexts: ["Well known: Ada built the old stone mill in 1800.", "Trains leave at noon daily."],
        },
      ],
      asked,
    );
    expect(asked.pairs.some((pair) => pair.includes("Trains"))).toBe(false);
    expect(asked.pairs.some((pair) => pair.startsWith("Ada"))).toBe(false);
    expect(asked.pairs.length).toBe(3);
    const [first] = judgements.get("q1")!.claims!;
    expect(first).toMatchObject({ support: [{ chunk: 0, level: "full", by: ["1.1"] }], confidence: [1, 0] });
  });
  it.each([
    "Nobody believes that Ada built the old stone mill in 1800.",
    "It is said that Ada built the old stone mill in 1800.",
    "Is it true that Ada built the old stone mill in 1800?",
  ])("a claim in a frame stays open: %s", async (text) => {
    const asked = counting();
    await judged([{ ...one, reference: "Ada built the old stone mill in 1800.", contexts: [text] }], asked);
    expect(asked.pairs.length).toBe(1);
  });
  it("a claim of few words, and one in another language, stay open: a paraphrase may share no word", async () => {
    const asked = counting();
    await judged(
      [{ ...one, reference: "Felines rest indoors.", contexts: ["Kittens doze in the house."] }],
      asked,
    );
    const german = "Katzen ruhen tagsüber meistens drinnen auf weichen Kissen.";
    await judged([{ ...one, reference: german, contexts: ["Cats sleep in the house all day long."] }], asked);
    expect(asked.pairs.length).toBe(2);
  });
  it("the same pair of several cases and of repeated contexts is asked once", async () => {
    const asked = counting();
    const cases = [one, { ...one, id: "q2" }, { ...one, id: "q3", contexts: [contexts[0]!, contexts[0]!] }];
    const { usage, judgements } = await judged(cases, asked);
    expect(asked.pairs.length).toBe(40);
    expect(usage.reused).toBe(44);
    expect(judgements.get("q3")!.claims![0]!.confidence).toEqual([0.1, 0.1]);
  });
  it("what a store holds is not asked, by another judge either; another name asks again", async () => {
    const store = createMemoryStore();
    const asked = counting();
    await judged([one], { ...asked, score: asked.score, store });
    await judged([one], { ...asked, score: asked.score, store });
    expect(asked.pairs.length).toBe(40);
    await judged([one], { ...asked, score: asked.score, store, name: "other" });
    expect(asked.pairs.length).toBe(80);
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
    ]);
    expect(claim!.contradicted).toEqual([
      { chunk: 2, by: ["3.1"], confidence: 0.8 },
      { chunk: 3, by: ["4.1"], confidence: 0.7 },
    ]);
    expect(claim!.confidence).toEqual([0.9, 0.3, 0.05, 0.6, 0.01]);
  });
  it("the scorer may say which statements decided", async () => {
    const { judgements } = await judged([cats], {
      score: (pairs) => pairs.map(({ text }) => (text.includes("Dogs") ? { support: 1, by: [1] } : 0)),
    });
    const { claims, chunks } = judgements.get("q7")!;
    expect(claims![0]!.support).toEqual([{ chunk: 0, level: "full", by: ["1.2"] }]);
    expect(chunks[0]!.statements[1]!.relevant).toBe(true);
  });
  it.each([Number.NaN, -0.1, 1.2, "1" as never, null as never, { support: 1, by: [9] }])(
    "a score of %s is reported",
    async (value) => {
      const { judgements } = await judged([cats], { score: (pairs) => pairs.map(() => value) });
      expect(judgements.get("q7")!.unjudged).toMatchObject([
        { part: "claims", problem: { code: "bad-pair-score", reason: "value" } },
      ]);
    },
  );
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
    expect(responseClaims![0]!.support).toEqual([{ chunk: 1, level: "full", by: ["2.1"] }]);
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
    expect([...judgements.values()].map(({ unjudged }) => unjudged![0]!.problem.code)).toEqual([
      "judge-cancelled",
      "judge-cancelled",
    ]);
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
