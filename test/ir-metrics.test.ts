/** What the metrics of trec_eval's family promise beyond one query at a time. */
import { describe, expect, test } from "vitest";
import { below, oneOf, randomFrom, shuffled } from "../src/core/random.ts";
import { evaluate, evaluateOne } from "../src/index.ts";

/** Every order of a list. */
function* orders<T>(list: readonly T[]): Generator<T[]> {
  if (list.length === 0) yield [];
  for (let i = 0; i < list.length; i++)
    for (const rest of orders([...list.slice(0, i), ...list.slice(i + 1)])) yield [list[i]!, ...rest];
}

/** Every order of hits that their scores allow. */
function* allowed(runs: readonly (readonly string[])[]): Generator<string[]> {
  const [first, ...others] = runs;
  if (first === undefined) yield [];
  else for (const head of orders(first)) for (const tail of allowed(others)) yield [...head, ...tail];
}

const scoreOf = (
  metric: string,
  gold: Record<string, number>,
  hits: string[] | Record<string, number>,
): number | undefined => {
  const score = evaluateOne({ gold, hits, metrics: [metric] })[metric]!;
  return score.status === "scored" ? score.value : undefined;
};

describe("ties=expected is the mean over all orders of equal scores", () => {
  test.each([
    ["precision", "", [1, 2, 3, 4, 9]],
    ["precision", "rel=2", [2, 3]],
    ["recall", "", [1, 2, 3, 4]],
    ["dcg", "", [1, 2, 3, 9]],
    ["dcg", "negatives=keep", [2, 3]],
    ["dcg", "gain=exp,min=2,discount=jarvelin", [3, 4]],
    ["ndcg", "", [1, 2, 3, 9]],
    ["ndcg", "ideal=retrieved", [1, 3]],
  ] as const)("%s %s", (id, params, cuts) => {
    const random = randomFrom(7);
    const docs = ["a", "b", "c", "d", "e", "f"];
    let tied = 0;
    for (let trial = 0; trial < 40; trial++) {
      const gold = Object.fromEntries(docs.slice(0, 4).map((id) => [id, oneOf(random, [-1, 0, 1, 2, 3])]));
      const ids = shuffled(random, docs).slice(0, 1 + below(random, 5));
      const scores = Object.fromEntries(ids.map((id) => [id, below(random, 3)]));
      const runs = [2, 1, 0].map((score) => ids.filter((id) => scores[id] === score));
      const all = [...allowed(runs.filter((run) => run.length > 0))];
      if (all.length > 1) tied++;
      for (const k of cuts) {
        const name = (ties: string) => `${id}(${[params, ties].filter((p) => p !== "").join(",")})@${k}`;
        const values = all.map((hits) => scoreOf(name(""), gold, hits));
        const expected = scoreOf(name("ties=expected"), gold, scores);
        if (values[0] === undefined) expect(expected).toBeUndefined();
        else expect(expected).toBeCloseTo(values.reduce<number>((a, b) => a + b!, 0) / values.length, 12);
      }
    }
    expect(tied).toBeGreaterThan(20);
  });
});

describe("geometric means", () => {
  const gold = { q1: ["a"], q2: ["b"], q3: ["c"] };
  const run = { q1: ["x", "a"], q2: ["x", "y", "z", "u", "v", "w", "s", "b"], q3: ["x"] };

  test("gm-ap: e to the mean of the logarithms, a miss counts as the floor", () => {
    const result = evaluate({ gold, run, metrics: ["gm-ap", "gm_map(floor=0.01)"] });
    expect([...result.column("gm-ap").values]).toEqual([Math.log(0.5), Math.log(0.125), Math.log(1e-5)]);
    expect(result.mean("gm-ap").mean).toBeCloseTo((0.5 * 0.125 * 1e-5) ** (1 / 3), 12);
    expect(result.mean("gm_map(floor=0.01)").mean).toBeCloseTo((0.5 * 0.125 * 0.01) ** (1 / 3), 12);
  });

  test("a query that the run lacks counts as the floor", () => {
    const result = evaluate({ gold: { q1: ["a"], q2: ["b"] }, run: { q1: ["a"] }, metrics: ["gm-bpref"] });
    expect(result.mean("gm-bpref").mean).toBeCloseTo(Math.sqrt(1e-5), 12);
  });
});

test("a hole is a document that was judged for no query at all", () => {
  const result = evaluate({
    gold: { q1: { a: 1 }, q2: { b: 0 } },
    run: { q1: ["a", "b", "x", "y"], q2: ["x"] },
    metrics: ["hole@4", "unjudged@4"],
  });
  expect([...result.column("hole@4").values]).toEqual([0.5, 0.25]);
  expect(result.mean("unjudged@4").mean).toBe((0.75 + 1) / 2);
});

test("a name may start with a number, also in a list of names", () => {
  const result = evaluate({
    gold: { q: ["a"] },
    run: { q: ["x", "a"] },
    metrics: "rr,11pt_avg,precision@1,2",
  });
  expect(result.metrics).toEqual(["rr", "11pt_avg", "precision@1", "precision@2"]);
  expect(result.mean("11pt_avg").mean).toBe(0.5);
});

describe("what once went wrong", () => {
  const value = (given: Parameters<typeof evaluateOne>[0], metric: string) => {
    const score = evaluateOne({ ...given, metrics: [metric] })[metric]!;
    return score.status === "scored" ? score.value : score;
  };
  test("trec_eval cuts before it throws unjudged documents out", () => {
    const given = {
      gold: { a: 1, b: 1 },
      hits: { x: 9, y: 8, a: 7, b: 6 },
      as: "trec_eval",
      options: ["-M 2", "-J"],
    };
    expect([value(given, "num_ret"), value(given, "P_5"), value(given, "map")]).toEqual([0, 0, 0]);
    expect(value({ ...given, options: ["-M2"] }, "num_ret")).toBe(2);
  });
  test("what counts as 0 in a geometric mean is the floor, not 1", () => {
    const data = { gold: { q1: ["a"], q2: { a: 0 } }, run: { q1: ["x", "y", "a"], q2: ["a"] } };
    expect(evaluate({ ...data, metrics: ["gm-ap"], undefined: "zero" }).mean("gm-ap").mean).toBeCloseTo(
      Math.sqrt(1e-5 / 3),
      12,
    );
  });
  test("a parameter that is written out wins over an option", () => {
    const given = { gold: { a: 2, b: 3 }, hits: { a: 2, b: 1 }, as: "trec_eval", options: ["-l 2"] };
    expect(value(given, "precision(rel=3)@5")).toBe(0.2);
  });
  test("a name that the tool has, without what it demands, is refused", () => {
    expect(() => value({ gold: ["a"], hits: { a: 1 }, as: "ir_measures" }, "RBP")).toThrow(
      "ir_measures has no metric",
    );
  });
  test("nDCG stays within 1 where a table values grade 0", () => {
    expect(value({ gold: { a: 1, b: 0 }, hits: ["a", "b"] }, "ndcg(gain=0:1;1:4,negatives=keep)")).toBe(1);
  });
  test("a missing query does not improve hole, and a deep cut-off is followed", () => {
    const result = evaluate({ gold: { q1: ["a"], q2: ["b"] }, run: { q1: ["x"] }, metrics: ["hole@1"] });
    expect(result.mean("hole@1")).toMatchObject({ mean: 1, counts: { undefined: 1 } });
    const hits = Array.from({ length: 1500 }, (_, i) => (i === 1200 ? "a" : `x${i}`));
    expect(value({ gold: ["a"], hits }, "sdcg@1500")).toBeGreaterThan(0);
  });
});
