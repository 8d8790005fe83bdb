import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../../scripts/_prepare.mjs";
import type { Answer } from "../../core/answer.ts";
import { evaluate } from "../evaluate.ts";
import { bestSetting } from "./best.ts";
import { frontierOf } from "./frontier.ts";
import { longerChunks } from "./longer-chunks.ts";
import { selectProblem } from "./problems.ts";
import { selectionOf } from "./selection.ts";
import { SELECTION_RULES, selectBy } from "./strategies.ts";

describe("AutoRAG's strategies", () => {
  /** Its own test: f1 and recall of three modules. */
  const three = [0.1, 0.2, 0.3].map((least, i) => {
    const scores = [least, least + 0.1, least + 0.2];
    return { name: `m${i}`, scores: [scores, scores], time: i + 1 };
  });

  test.each(SELECTION_RULES)("%s: the third of its three frames wins", (rule) => {
    expect(selectBy(rule, three)!.best).toBe("m2");
  });

  test("their numbers", () => {
    const values = (rule: (typeof SELECTION_RULES)[number]) => [...selectBy(rule, three)!.values.values()];
    for (const [i, value] of values("mean").entries()) expect(value).toBeCloseTo(0.2 + 0.1 * i, 12);
    // Two metrics: 2 × 1/3, 2 × 1/2, 2 × 1.
    expect(values("rank")).toEqual([2 / 3, 1, 2]);
    const [low, middle, high] = values("normalize_mean") as [number, number, number];
    expect([low, high]).toEqual([0, 2]);
    expect(middle).toBeCloseTo(1, 12);
  });

  test("a setting that was not timed is not fast enough, and is named", () => {
    const cases = [
      { name: "cached", scores: [[1]] },
      { name: "timed", scores: [[0.5]], time: 3 },
    ];
    expect(selectBy("mean", cases)!.best).toBe("cached");
    expect(selectBy("mean", cases, 5)!.best).toBe("timed");
    expect(selectBy("mean", cases.slice(0, 1), 5)!.best).toBe("cached");
    const gold = { q1: ["a"], q2: ["b"] };
    const run = (name: string, second: string) => ({
      result: evaluate({ gold, run: { q1: ["a"], q2: [second] }, metrics: ["hit@1"], name }),
    });
    const timing = { n: 2, mean: 3, p50: 3, p95: 3, p99: 3 };
    const runs = [run("cached", "b"), { ...run("timed", "x"), timing }];
    const selection = selectionOf(runs, { slowestMs: 5 })!;
    expect(selection.rules.mean).toBe("timed");
    expect(selection.problems).toContainEqual(
      selectProblem("not-timed", { names: ["cached"], slowestMs: 5 }),
    );
    expect(selectionOf(runs)!.problems.map(({ code }) => code)).not.toContain("not-timed");
  });

  test("the first of equals; equal means share a rank, and normalised they are 0", () => {
    const same = ["a", "b"].map((name) => ({ name, scores: [[0.5], [0.5]] }));
    for (const rule of SELECTION_RULES) expect(selectBy(rule, same)!.best).toBe("a");
    expect([...selectBy("rank", same)!.values.values()]).toEqual([2 / 1.5, 2 / 1.5]);
    expect([...selectBy("normalize_mean", same)!.values.values()]).toEqual([0, 0]);
  });

  test("scores that are not there do not count, in a query or in all of them", () => {
    const cases = [
      {
        name: "a",
        scores: [
          [1, undefined],
          [0, undefined],
        ],
      },
      {
        name: "b",
        scores: [
          [0.4, 0.4],
          [0.4, 0.4],
        ],
      },
    ];
    expect(selectBy("mean", cases)).toEqual({
      best: "a",
      values: new Map([
        ["a", 0.5],
        ["b", 0.4],
      ]),
    });
    expect(selectBy("mean", [{ name: "a", scores: [[undefined]] }])).toBeUndefined();
  });

  test.each(SELECTION_RULES)("%s never chooses a setting without scores", (rule) => {
    const cases = [
      { name: "failed", scores: [[undefined], [undefined]], time: 1 },
      { name: "scored", scores: [[0], [0]], time: 9 },
    ];
    for (const slowest of [undefined, 5]) {
      const { best, values } = selectBy(rule, cases, slowest)!;
      expect([best, ...values.keys()]).toEqual(["scored", "scored"]);
    }
  });

  test("the slow are left out, unless all are", () => {
    expect([...selectBy("mean", three, 2)!.values.keys()]).toEqual(["m0", "m1"]);
    expect(selectBy("mean", three, 2)!.best).toBe("m1");
    expect(selectBy("mean", three, 0.5)!.best).toBe("m2");
  });

  const data = join(root, "../shared/data/autorag");
  test.skipIf(!existsSync(data))(
    "what it marked as best in its own projects (skipped without ../shared)",
    () => {
      for (const node of [
        "lexical_retrieval",
        "semantic_retrieval",
        "hybrid_retrieval",
        "passage_reranker",
      ]) {
        const [head, ...rows] = readFileSync(join(data, `result_project.${node}.summary.csv`), "utf8")
          .trim()
          .split("\n");
        const columns = head!.split(",");
        const count = columns.filter((name) => name.includes("retrieval_")).length;
        // Parameters hold commas; what comes after them does not.
        const cases = rows.map((row) => {
          const cells = row.split(",").slice(-(count + 2));
          return {
            name: row,
            time: Number(cells[0]),
            scores: cells.slice(1, -1).map((cell) => [Number(cell)]),
          };
        });
        const best = rows.find((row) => row.trim().endsWith("True"))!;
        for (const rule of SELECTION_RULES) expect(selectBy(rule, cases)!.best).toBe(best);
      }
    },
  );
});

describe("the frontier", () => {
  test("which settings no other beats", () => {
    const points = [
      { name: "fast", quality: 0.6, latency: 10 },
      { name: "good", quality: 0.8, latency: 50 },
      { name: "slow", quality: 0.7, latency: 60 },
      { name: "twin", quality: 0.8, latency: 50 },
      { name: "worst", quality: 0.5, latency: 70 },
    ];
    expect(frontierOf(points).map(({ name, beatenBy }) => [name, beatenBy])).toEqual([
      ["fast", undefined],
      ["good", undefined],
      ["slow", "good"],
      ["twin", undefined],
      ["worst", "fast"],
    ]);
    // A third axis saves the worst; one that not all have does not count.
    const priced = points.map((point, i) => ({ ...point, cost: 5 - i }));
    expect(frontierOf(priced).map(({ beatenBy }) => beatenBy)).toEqual([
      undefined,
      "twin",
      "twin",
      undefined,
      undefined,
    ]);
    expect(frontierOf([priced[2]!, points[1]!])[0]!.beatenBy).toBe("good");
  });
});

/** Results by name: the rank of the only relevant document of each query. */
const resultOf = (name: string, ranks: readonly number[]) => {
  const queries = ranks.map((_, i) => `q${i}`);
  return evaluate({
    name,
    metrics: ["rr", "recall@5"],
    gold: new Map(queries.map((query) => [query, ["d"]])),
    run: new Map(
      queries.map((query, i) => [query, [...Array.from({ length: ranks[i]! - 1 }, (_, n) => `x${n}`), "d"]]),
    ),
  });
};

describe("the best of several", () => {
  test.each([
    [2, 1, "but the other is not clearly worse"],
    [12, 11, "but none of the 11 others is clearly worse"],
    [12, 1, "but 1 of the 11 others is not clearly worse"],
    [12, 3, "but 3 of the 11 others are not clearly worse"],
  ])("%i settings, %i as good: in words", (settings, rivals, words) => {
    const chosen = { best: "a", metric: "ndcg@10", settings, rivals };
    expect(selectProblem("close-call", chosen).what).toBe(`a has the best ndcg@10, ${words}`);
  });

  const twenty = (rank: (i: number) => number) => Array.from({ length: 20 }, (_, i) => rank(i));

  test("says which others are not clearly worse, and warns of many settings", () => {
    const results = [
      resultOf(
        "bad",
        twenty((i) => 4 + (i % 3)),
      ),
      resultOf(
        "best",
        twenty((i) => 1 + (i % 2)),
      ),
      resultOf(
        "close",
        twenty((i) => (i === 0 ? 2 : 1 + (i % 2))),
      ),
    ];
    const best = bestSetting(results, "rr")!;
    expect(best).toMatchObject({ name: "best", mean: 0.75, comparisons: 2, notClearlyWorse: ["close"] });
    expect(best.problems.map(({ code, fields }) => [code, fields])).toEqual([
      ["close-call", { best: "best", metric: "rr", settings: 3, rivals: 1, rival: "close" }],
      ["many-settings", { best: "best", metric: "rr", settings: 3 }],
    ]);
    expect(best.problems[0]!.what).toBe("best has the best rr, but close is not clearly worse");
  });

  test("of equals nobody is best", () => {
    const results = ["main", "bm25"].map((name) => resultOf(name, [1, 2, 1]));
    expect(bestSetting(results, "recall@5")!.problems.map(({ what }) => what)).toEqual([
      "main and bm25 have the same recall@5",
    ]);
  });

  test("two that differ clearly need no warning", () => {
    const best = bestSetting(
      [
        resultOf(
          "a",
          twenty((i) => 4 + (i % 3)),
        ),
        resultOf(
          "b",
          twenty((i) => 1 + (i % 2)),
        ),
      ],
      "rr",
    )!;
    expect(best).toMatchObject({ name: "b", notClearlyWorse: [], problems: [] });
  });

  test("one that failed the hard queries is no rival of one that answered all", () => {
    const gold = new Map(["q0", "q1", "q2", "q3"].map((query) => [query, ["d"]] as const));
    const of = (name: string, lists: readonly (readonly string[] | Error)[]) => ({
      result: evaluate({
        name,
        metrics: ["rr"],
        gold,
        run: new Map(lists.map((list, i) => [`q${i}`, list])),
      }),
      timing: { n: 1, mean: 1, p50: 1, p95: 1, p99: 1 },
    });
    const gone = new Error("gone");
    const flaky = of("flaky", [["d"], gone, gone, gone]);
    const good = of("good", [["d"], ["d"], ["x"], ["x"]]);
    const selection = selectionOf([flaky, good])!;
    expect(selection).toMatchObject({
      best: { name: "good", mean: 0.5, comparisons: 0, leftOut: ["flaky"] },
      frontier: [{ name: "good", quality: 0.5 }],
      rules: { mean: "good", rank: "good", normalize_mean: "good" },
    });
    expect(selection.problems.map(({ code, fields }) => [code, fields])).toEqual([
      ["fewer-queries", { name: "flaky", metric: "rr", scored: 1, queries: 4 }],
    ]);
    // Each failed another one: over the queries that both have.
    const a = of("a", [gone, ["d"], ["d"], ["x", "d"]]);
    const b = of("b", [["d"], gone, ["d"], ["d"]]);
    expect(bestSetting([a.result, b.result], "rr")).toMatchObject({ name: "b", mean: 1, leftOut: [] });
  });

  test("with latency and cost, as one", () => {
    const timing = (p50: number) => ({ timing: { n: 2, mean: p50, p50, p95: p50, p99: p50 } });
    const selection = selectionOf([
      { result: resultOf("a", [1, 2]), ...timing(30), cost: { total: 2, queries: 2 } },
      { result: resultOf("b", [2, 2]), ...timing(40), cost: { total: 2, queries: 2 } },
    ]);
    expect(selection).toMatchObject({
      metric: "rr",
      best: { name: "a" },
      frontier: [
        { name: "a", quality: 0.75, latency: 30, cost: 1 },
        { name: "b", quality: 0.5, latency: 40, cost: 1, beatenBy: "a" },
      ],
      rules: { mean: "a", rank: "a", normalize_mean: "a" },
    });
    expect(selectionOf([{ result: resultOf("a", [1]) }])).toBeUndefined();
  });
});

describe("chunkings on span gold", () => {
  const gold = new Map([["q1", { spans: [[{ doc: "d", start: 100, end: 200 }]] }]]);
  const asked = { metrics: ["span-recall@2"], match: { spans: "overlap" as const } };
  const chunk = (start: number, end: number) => ({ id: `d-${start}`, doc: "d", start, end });
  const answersOf = (...hits: ReturnType<typeof chunk>[]) =>
    new Map<string, Answer>([["q1", { status: "answered", hits, attempts: 1 }]]);
  const warned = (best: Map<string, Answer>, other: Map<string, Answer>) =>
    longerChunks({
      gold,
      asked,
      metric: "span-recall@2",
      k: 2,
      runs: [
        { name: "long", answers: best },
        { name: "short", answers: other },
      ],
    });

  test("one that wins only because its chunks are longer is named, with both lengths", () => {
    // All of the gold in 800 characters, of which the first 100 hold none of it; against half of it in 100.
    const [problem] = warned(
      answersOf(chunk(0, 400), chunk(400, 800)),
      answersOf(chunk(150, 200), chunk(300, 350)),
    );
    expect(problem).toMatchObject({
      code: "longer-chunks",
      fields: { best: "long", other: "short", lengths: [800, 100], equal: [0, 0.5] },
    });
  });

  test("queries that one of them did not answer are left out of both", () => {
    const two = new Map(["q1", "q2"].map((query) => [query, gold.get("q1")!] as const));
    const answered = (...hits: ReturnType<typeof chunk>[]): Answer => ({
      status: "answered",
      hits,
      attempts: 1,
    });
    const failed: Answer = { status: "failed", problem: { code: "x", what: "gone", fix: "-" }, attempts: 1 };
    // As much text as the other returned is enough for 0.9; of q2 nobody knows what it would have returned.
    const long = answered(chunk(110, 800), chunk(900, 1000));
    const look = {
      gold: two,
      asked,
      metric: "span-recall@2",
      k: 2,
      runs: [
        {
          name: "long",
          answers: new Map([
            ["q1", long],
            ["q2", long],
          ]),
        },
        {
          name: "short",
          answers: new Map([
            ["q1", answered(chunk(120, 210))],
            ["q2", failed],
          ]),
        },
      ],
    };
    expect(longerChunks(look)).toEqual([]);
    const worse = answered(chunk(0, 400), chunk(400, 800));
    const runs = [
      {
        name: "long",
        answers: new Map([
          ["q1", worse],
          ["q2", worse],
        ]),
      },
      look.runs[1]!,
    ];
    expect(longerChunks({ ...look, runs })[0]!.fields).toMatchObject({ lengths: [800, 90], equal: [0, 0.8] });
  });

  test("one that wins with as much text is not", () => {
    expect(
      warned(answersOf(chunk(100, 200), chunk(400, 800)), answersOf(chunk(150, 200), chunk(300, 350))),
    ).toEqual([]);
    expect(warned(answersOf(chunk(100, 200)), answersOf(chunk(0, 90), chunk(300, 900)))).toEqual([]);
  });

  test("where ids are compared, length does not matter", () => {
    expect(
      longerChunks({
        gold: new Map([["q1", ["a"]]]),
        asked: { metrics: ["rr"] },
        metric: "rr",
        k: 2,
        runs: [],
      }),
    ).toEqual([]);
  });
});
