import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { printDerivation } from "../../core/derivation.ts";
import { GoldieError } from "../../core/problem.ts";
import { evaluate } from "../evaluate.ts";
import { readResult } from "./read-result.ts";

const gold = { q1: ["a", "b"], q2: ["c"], q3: ["d"], q4: [] };
const run = { q1: ["x", "a"], q2: ["c"], q3: new Error("no answer in 5 s"), q4: ["x"] };
const result = evaluate({ gold, run, metrics: ["rr", "recall@1"], name: "bm25" });

describe("missed", () => {
  it("says what whyMissed says, for all queries", () => {
    expect(result.missed(1)).toEqual({
      run: "bm25",
      k: 1,
      wanted: 3,
      counts: expect.objectContaining({ "below-k": 1, "never-retrieved": 1 }),
      queries: new Map([
        [
          "q1",
          [
            { item: ["a"], reason: "below-k", rank: 2, hit: "a" },
            { item: ["b"], reason: "never-retrieved" },
          ],
        ],
      ]),
    });
  });
  it("looks as far down as the metrics do", () => {
    expect(result.missed().k).toBe(1);
    expect(evaluate({ gold, run, metrics: ["rr"] }).missed().k).toBe(10);
  });
  it("everything of a query that the run lacks is missed", () => {
    expect(
      evaluate({ gold: { q1: ["a"] }, run: {}, metrics: ["rr"] })
        .missed()
        .queries.get("q1"),
    ).toEqual([{ item: ["a"], reason: "never-retrieved" }]);
  });
  it("keeps its queries in JSON", () => {
    const leaking = evaluate({ gold: { q1: { relevant: ["a"], forbidden: ["x"] } }, run, metrics: ["rr"] });
    expect(JSON.parse(JSON.stringify(leaking.missed(1)))).toMatchObject({
      k: 1,
      wanted: 1,
      leaked: { q1: [{ rank: 1 }] },
      queries: { q1: [{ item: ["a"], reason: "below-k", rank: 2, hit: "a" }] },
    });
    expect(Object.keys(leaking.missed(1))).not.toContain("toJSON");
  });
  it.each([0, 1.5, Number.NaN, -1])("refuses k = %s", (k) => {
    expect(() => result.missed(k)).toThrow(GoldieError);
  });
  it("refuses where no hits are kept", () => {
    expect(() => readResult(JSON.parse(JSON.stringify(result))).missed()).toThrow(/has scores but no hits/);
  });
});

describe("worst", () => {
  it("gives the lowest scores first, equal ones in the order of the gold", () => {
    const many = evaluate({
      gold: { q1: ["a"], q2: ["a"], q3: ["a"], q4: ["a"] },
      run: { q1: ["a"], q2: ["x", "a"], q3: ["x"], q4: ["y"] },
      metrics: ["hit@5", "rr"],
    });
    expect(many.worst(3, "rr")).toEqual([
      { query: "q3", value: 0 },
      { query: "q4", value: 0 },
      { query: "q2", value: 0.5 },
    ]);
    expect(many.worst(1)).toEqual([{ query: "q3", value: 0 }]);
  });
  it("gives the highest first where a lower value is better", () => {
    const holes = evaluate({
      gold: { q1: { a: 1 }, q2: { a: 1 } },
      run: { q1: ["a", "b"], q2: ["x", "y"] },
      metrics: ["unjudged@2"],
    });
    expect(holes.direction("unjudged@2")).toBe("lower");
    expect(holes.worst(1)).toEqual([{ query: "q2", value: 1 }]);
  });
  it("leaves out queries without a score", () => {
    expect(result.worst(10, "recall@1").map(({ query }) => query)).toEqual(["q1", "q2"]);
  });
});

it("console.log shows the name, the means and the counts", () => {
  expect(inspect(result)).toBe(`Result "bm25"
  rr        0.75  2 scored, 1 undefined, 1 failed
  recall@1  0.5   2 scored, 1 undefined, 1 failed`);
  const none = evaluate({ gold: { q1: [] }, run: { q1: ["a"] }, metrics: ["rr"] });
  expect(inspect(none)).toBe('Result "run"\n  rr  no mean: no-relevant  0 scored, 1 undefined');
});

describe("derivations name the hits", () => {
  const lines = (options: Parameters<typeof evaluate>[0], metric: string): string[] =>
    printDerivation(evaluate({ ...options, metrics: [metric] }).explain("q", metric))
      .split("\n")
      .filter((line) => line.includes("rank "));
  it("in the order in which they were scored, and not in the ideal list", () => {
    const found = lines({ gold: { q: { a: 3, b: 1 } }, run: { q: { a: 1, x: 2, b: 3 } } }, "ndcg@3");
    expect(found.map((line) => line.trim().split(" = ")[0])).toEqual([
      "rank 1: b, gain / discount",
      "rank 3: a, gain / discount",
      "rank 1: gain / discount",
      "rank 2: gain / discount",
    ]);
  });
  it("after repeated hits have left", () => {
    expect(lines({ gold: { q: ["a"] }, run: { q: ["x", "x", "a"] } }, "recall@5")).toEqual([
      "    rank 2: a, relevant: 1",
    ]);
  });
  it("also where all of the ids are renamed", () => {
    const options = {
      gold: { q: ["a"] },
      run: { q: ["x#1", "a#2"] },
      match: { ids: "chunk-suffix", on: "both" },
    } as const;
    expect(lines(options, "recall@5")).toEqual(["    rank 2: a#2, relevant: 1"]);
  });
});

it("scores with unjudged hits as relevant are those of bounds, and read the gold once for all metrics", () => {
  class CountedGold extends Map<string, Record<string, number>> {
    reads = 0;
    override get(query: string) {
      this.reads++;
      return super.get(query);
    }
  }
  const gold = new CountedGold([
    ["q1", { a: 2, b: 0 }],
    ["q2", { c: 1 }],
    ["q3", { d: 1 }],
  ]);
  const metrics = ["ndcg@3", "rr", "recall@2"];
  const run = { q1: ["x", "a", "b"], q2: ["y", "z"], q3: new Error("timeout") };
  const result = evaluate({ gold, run, metrics: [...metrics, "group-recall@2"] });
  const bounds = metrics.map((metric) => result.bounds(metric).unjudged);
  gold.reads = 0;
  metrics.forEach((metric, m) => {
    const { values, hits } = result.ifUnjudgedRelevant(metric);
    expect(hits).toBe(bounds[m]!.hits);
    expect((values[0]! + values[1]!) / 2).toBeCloseTo(bounds[m]!.asRelevant!, 12);
  });
  expect(gold.reads).toBeLessThanOrEqual(2);
  expect(() => result.ifUnjudgedRelevant("group-recall@2")).toThrow("group-recall@2 has no bounds");
});
