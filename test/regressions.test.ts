/** Cases that once went wrong: each a number that must not come back. */
import { describe, expect, test } from "vitest";
import { evaluate, evaluateOne, prepare, type Score, whyDifferent } from "../src/index.ts";

const value = (x: number): Score => ({ status: "scored", value: x });
const values = (scores: Record<string, Score>) =>
  Object.values(scores).map((s) => (s.status === "scored" ? s.value : s.status));

describe("numbers", () => {
  test("an overflow is a failure, not Infinity or NaN", () => {
    const result = evaluate({
      gold: { q: { a: 2000 }, q2: { a: 1 } },
      run: { q: ["a"], q2: ["a"] },
      metrics: ["ndcg(gain=exp)"],
    });
    expect(result.score("q", "ndcg(gain=exp)")).toMatchObject({
      status: "failed",
      problem: { code: "not-finite" },
    });
    expect(result.mean("ndcg(gain=exp)")).toMatchObject({ mean: 1, counts: { scored: 1, failed: 1 } });
    expect(result.problems.map((p) => p.code)).toContain("not-finite");
  });
  test("the textbook's number is to be had under a dialect", () => {
    expect(
      values(
        evaluateOne({
          gold: ["a"],
          hits: ["a", "a"],
          as: "ragprod",
          metrics: ["textbook:recall@5", "recall@5"],
        }),
      ),
    ).toEqual([1, 2]);
  });
  test("a text metric reads texts in its own way, whatever the rules match by", () => {
    const one = {
      gold: { passages: ["the cat"] },
      hits: [{ id: "1", text: "the cat" }],
      metrics: ["token-recall", "token-f"],
    };
    expect(values(evaluateOne({ ...one, match: { text: "exact" } }))).toEqual([1, 1]);
  });
  test("a hit that earns nothing earns nothing where grade 0 is worth something", () => {
    const metrics = ["recall(rel=0)", "ap(rel=0)", "ndcg(gain=0:5)"];
    expect(values(evaluateOne({ gold: { a: 1 }, hits: ["a", "a"], duplicates: "blank", metrics }))[0]).toBe(
      1,
    );
    const chunks = {
      gold: { "<urn:uuid:1>": 1 },
      hits: ["<urn:uuid:1>::0", "<urn:uuid:1>::1"],
      match: { ids: "urn-uuid", on: "hits" } as const,
    };
    expect(values(evaluateOne({ ...chunks, metrics: ["recall(rel=0)"] }))).toEqual([1]);
  });
  test("distinct means distinct documents, not distinct chunk ids", () => {
    const chunks = {
      gold: ["<urn:uuid:1>"],
      hits: ["<urn:uuid:1>::0", "<urn:uuid:1>::1"],
      match: { ids: "urn-uuid", on: "hits" } as const,
    };
    expect(
      values(evaluateOne({ ...chunks, duplicates: "keep", metrics: ["set-recall", "all-found", "set-f"] })),
    ).toEqual([1, 1, 1]);
  });
  test("hits without an id repeat nothing", () => {
    expect(
      evaluateOne({ gold: ["a"], hits: [null, null, "a"] as never, nulls: "keep", metrics: ["rr"] }).rr,
    ).toEqual(value(1 / 3));
  });
  test('1 and "1" are one id', () => {
    const hits = new Map<unknown, number>([
      [1, 0.5],
      ["1", 0.6],
    ]) as Map<string, number>;
    expect(values(evaluateOne({ gold: ["1"], hits, metrics: ["recall", "ndcg"] }))).toEqual([1, 1]);
  });
  test("REMem compares ids with gold ids, also where hits carry text", () => {
    expect(
      evaluateOne({ gold: ["x"], hits: [{ id: "x", text: "…" }], as: "remem", metrics: ["Recall@1"] })[
        "Recall@1"
      ],
    ).toEqual(value(1));
  });
  test("ragprod computes with negative scores", () => {
    const given = { gold: { relevant: ["a"], grades: { a: 1, b: -1 } }, hits: ["b", "a"] };
    expect(evaluateOne({ ...given, as: "ragprod", metrics: ["ndcg_at_k"] }).ndcg_at_k).toEqual(
      value(-1 + 1 / Math.log2(3)),
    );
  });
  test("ratings go up to the top that is given", () => {
    const rate = (ratings: (number | string)[]) =>
      evaluateOne({ judgement: { ratings }, metrics: ["context-rating(top=5)"] });
    expect(values(rate([4, 5]))).toEqual([0.9]);
    expect(values(rate([4, 6]))).toEqual(["failed"]);
    expect(values(rate([4, "banana"]))).toEqual(["failed"]);
  });
});

describe("bounds, slices and means", () => {
  test("asRelevant is the mean with those labels, also where it is lower", () => {
    const result = evaluate({ gold: { q: { a: 1, n: 0 } }, run: { q: ["a", "n", "u"] }, metrics: ["ap"] });
    expect(result.bounds("ap").unjudged).toEqual({ asZero: 1, asRelevant: (1 + 2 / 3) / 2, hits: 1 });
  });
  test("ties go by gain where a table says what a grade is worth, and are not told where the list was cut", () => {
    const metric = "ndcg(gain=1:9;2:1)";
    const table = evaluate({ gold: { q: { a: 1, b: 2 } }, run: { q: { a: 1, b: 1 } }, metrics: [metric] });
    expect(table.bounds(metric).ties).toMatchObject({ greatest: 1 });
    const cut = evaluate({
      gold: { q: ["a"] },
      run: { q: { a: 1, b: 1, c: 1 } },
      depth: 2,
      metrics: ["recall"],
    });
    expect(cut.bounds("recall").ties).toBeUndefined();
  });
  test("a poisoned mean poisons its bounds, and only the slices that hold the bad query", () => {
    const result = evaluate({
      gold: { q: { relevant: ["a"], tags: { t: "x" } }, q2: { relevant: ["a"], tags: { t: "y" } } },
      run: { q: ["a", "a"], q2: ["a"] },
      as: "liverag",
      metrics: ["ndcg_10"],
    });
    expect(result.mean("ndcg_10").mean).toBe(0);
    expect(result.bounds("ndcg_10").unjudged.asZero).toBe(0);
    expect([...result.slices("t")].map(([tag, [s]]) => [tag, s!.mean])).toEqual([
      ["x", 0],
      ["y", 1],
    ]);
  });
  test("a run that failed has no mean, whatever a tool says of nothing", () => {
    for (const as of ["ragprod", "remem", "autorag", "textbook"]) {
      const [summary] = evaluate({
        gold: { q: ["a"] },
        run: { q: new Error("down") },
        as,
        metrics: as === "textbook" ? ["rr"] : (undefined as never),
      }).summary();
      expect(summary).toMatchObject({ mean: undefined, because: "failed" });
    }
  });
  test("150,000 hits do not overflow the stack", { timeout: 60_000 }, () => {
    const ids = Array.from({ length: 150_000 }, (_, i) => `d${i}`);
    const tied = evaluate({
      gold: { q: ["d7"] },
      run: { q: new Map(ids.map((id) => [id, 1])) },
      metrics: ["recall"],
    });
    expect(tied.bounds("recall").ties).toEqual({ least: 1, greatest: 1, queries: 1 });
    expect(
      evaluateOne({ gold: [[...ids, "d1"]], hits: ids, as: "autorag", metrics: ["retrieval_ndcg"] }),
    ).toMatchObject({ retrieval_ndcg: { status: "scored" } });
  });
  test("unjudged has no value where there are no hits", () => {
    expect(
      evaluate({ gold: { q1: ["a"], q2: ["a"] }, run: { q1: ["x"] }, metrics: ["unjudged@5"] }).mean(
        "unjudged@5",
      ),
    ).toMatchObject({
      mean: 1,
      counts: { scored: 1, undefined: 1 },
    });
  });
});

describe("states", () => {
  test("explain does not derive what was not computed", () => {
    const result = evaluate({
      gold: { q: ["a"], p: ["b"] },
      run: { q: new Error("down") },
      metrics: ["precision"],
    });
    expect(result.explain("q", "precision")).toMatchObject({ status: "failed" });
    expect(result.explain("p", "precision")).toEqual(value(0));
  });
  test("iterators are refused as values, which are read again", () => {
    expect(() =>
      evaluate({ gold: { q: ["a"] }, run: { q: ["a"].values() as never }, metrics: ["rr"] }),
    ).toThrow("is not a ranking");
    expect(() =>
      evaluate({ gold: { q: ["a"].values() as never }, run: { q: ["a"] }, metrics: ["rr"] }),
    ).toThrow("is not gold");
  });
  test("no hits given is not an empty list", () => {
    expect(evaluateOne({ gold: ["a"], metrics: ["rr"] }).rr).toEqual({
      status: "skipped",
      missing: ["ranking"],
    });
  });
  test("a part that a judgement lacks is not an empty one", () => {
    const ragas = (judgement: object, metric: string) =>
      evaluateOne({ judgement, as: "ragas", metrics: [metric] })[metric];
    expect(ragas({ ratings: ["2", "2"] }, "nv_context_relevance")).toEqual(value(1));
    expect(ragas({ question: "q" }, "nv_context_relevance")).toMatchObject({ status: "skipped" });
    expect(ragas({ claims: [1] }, "collections.context_recall")).toEqual(value(1));
    expect(
      evaluateOne({ judgement: { verdicts: [null] } as never, metrics: ["context-precision"] })[
        "context-precision"
      ],
    ).toMatchObject({ status: "failed" });
  });
  test("calls of one evaluator do not see each other", () => {
    const gold = Array.from({ length: 50 }, (_, i) => ({ query: i as never, doc: "a", grade: 1 }));
    const prepared = prepare({ gold, metrics: ["rr"] });
    const before = JSON.stringify(prepared.evaluate({ 1: ["a"] }));
    prepared.scores("1", ["a", "a"]);
    expect(JSON.stringify(prepared.evaluate({ 1: ["a"] }))).toBe(before);
    expect(prepared.evaluate({}).problems.find((p) => p.what.includes("more like this"))).toMatchObject({
      count: 30,
    });
  });
  test("two spellings of a dialect's metric are one", () => {
    expect(
      evaluate({ gold: { q: ["a"] }, run: { q: ["a"] }, as: "ragprod", metrics: "mrr,mrr@5" }).metrics,
    ).toEqual(["mrr"]);
  });
});

describe("bad gold", () => {
  test.each<[string, object, string]>([
    ["grades twice", { relevant: { a: 3 }, grades: { b: 1 } }, "grades is given twice"],
    ["groups twice", { relevant: [["a"]], groups: [["b"]] }, "groups is given twice"],
    ["grades that are no table", { grades: new Set() }, "is not a table of grades"],
    ["groups that are no lists", { groups: [["a"], "b"] }, "groups is not a list of lists"],
    ["passages as one text", { passages: "abc" }, "passages is not a list of texts"],
    ["tags that are null", { relevant: ["a"], tags: null }, "tags is not an object"],
    ["relevant as text", { relevant: "abc" }, "relevant is not a list"],
    ["a date", new Date(0), "is not gold"],
  ])("%s", (_, gold, message) => {
    expect(() => evaluate({ gold: { q: gold as never }, run: { q: ["a"] }, metrics: ["rr"] })).toThrow(
      message,
    );
  });
  test("ids that cannot be written exactly are refused", () => {
    expect(() => evaluateOne({ gold: ["a"], hits: [2 ** 60] as never, metrics: ["rr"] })).toThrow(
      "too large to be exact",
    );
    expect(() => evaluateOne({ gold: ["a"], hits: [Number.NaN] as never, metrics: ["rr"] })).toThrow(
      "too large to be exact",
    );
  });
});

describe("why two numbers differ", () => {
  test("a parameter of the same name in another metric is another parameter", () => {
    const w = whyDifferent(
      { gold: { q: ["a", "b"] }, run: { q: ["a"] } },
      "ap(of=hits)",
      "precision(of=retrieved)",
    );
    expect(w.parts.map((part) => part.rule)).not.toContain("denominator");
  });
  test("the counterpart is taken at the other side's cut-off, and a name of several metrics is refused", () => {
    const data = { gold: { q: ["a"] }, run: { q: ["x", "a"] } };
    expect(whyDifferent(data, "ndcg@7", "remem").parts.map((part) => part.rule)).not.toContain("k");
    expect(() => whyDifferent(data, "recall@5", "remem:Recall")).toThrow("stands for several metrics");
  });
  test("sums stay sums", () => {
    const data = { gold: { q: ["a"], p: ["a", "b"] }, run: { q: ["a"], p: ["b"] } };
    expect(whyDifferent(data, "count(of=relevant)", "liverag:gold_docs_count").difference).toBe(0);
  });
});
