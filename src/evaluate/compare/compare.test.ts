import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Hit } from "../../core/ranking.ts";
import { signPower } from "../../stats/index.ts";
import { type EvaluateOptions, evaluate } from "../evaluate.ts";
import { readResult } from "../score/read-result.ts";
import { compare } from "./compare.ts";
import { letterOf } from "./letter-of.ts";

/** A result whose rr of query i is 1 / ranks[i]; 0 for rank 0. */
function system(name: string, ranks: readonly number[], metrics = ["rr", "hit@1"]) {
  const ids = ranks.map((_, i) => `q${i}`);
  const gold = Object.fromEntries(
    ids.map((id, i) => [id, { relevant: ["x"], tags: { half: i % 2 === 0 ? "even" : "odd" } }]),
  );
  const list = (rank: number): string[] =>
    rank === 0 ? ["-"] : [...Array.from({ length: rank - 1 }, (_, i) => `-${i}`), "x"];
  return evaluate({
    gold,
    run: Object.fromEntries(ids.map((id, i) => [id, list(ranks[i]!)])),
    metrics,
    name,
  });
}
const times = (n: number, ranks: readonly number[]): number[] =>
  Array.from({ length: n }, (_, i) => ranks[i % ranks.length]!);

it("says what is better, by how much and how sure", () => {
  const before = system("before", times(60, [2, 3, 1]));
  const after = system("after", times(60, [1, 2, 1]));
  const { pairs, systems, baseline, correction, confidence } = compare([before, after]);
  expect({ systems, baseline, correction, confidence }).toEqual({
    systems: ["before", "after"],
    baseline: "before",
    correction: "holm",
    confidence: 0.95,
  });
  const [rr, hit] = pairs[0]!.verdicts;
  expect(rr).toMatchObject({ metric: "rr", n: 60, call: "better", test: "t", wins: 40, ties: 20, losses: 0 });
  expect(rr!.difference).toBeCloseTo(((0.5 + 1 / 6) / 3) * 1, 12);
  expect(rr!.means![1] - rr!.means![0]).toBeCloseTo(rr!.difference!, 12);
  expect(rr!.interval![0]).toBeGreaterThan(0);
  expect(rr!.warnings).toEqual([]);
  // 20 of 20 changes are for the better: 2 / 2^20.
  expect(hit).toMatchObject({ metric: "hit@1", call: "better", test: "sign", wins: 20 });
  expect(hit!.p).toBeCloseTo(2 ** -19, 15);
  expect(rr!.adjustedP).toBeGreaterThanOrEqual(rr!.p!);
  expect(JSON.parse(JSON.stringify(pairs))).toEqual(pairs);
});

it("turns round with the systems, and by the direction of the metric", () => {
  const [a, b] = [system("a", times(60, [2, 3, 1])), system("b", times(60, [1, 2, 1]))];
  expect(compare([b, a]).pairs[0]!.verdicts[0]).toMatchObject({ call: "worse", wins: 0, losses: 40 });
  expect(compare([a, b], { baseline: "b" }).pairs[0]).toMatchObject({ a: "b", b: "a" });
  const unjudged = (name: string, lists: string[][]) =>
    evaluate({
      gold: Object.fromEntries(lists.map((_, i) => [`q${i}`, { x: 1, y: 0 }])),
      run: Object.fromEntries(lists.map((list, i) => [`q${i}`, list])),
      metrics: ["unjudged@2"],
      name,
    });
  const many = unjudged(
    "many",
    times(60, [0]).map((_, i) => (i % 3 === 0 ? ["x", "z"] : ["z", "u"])),
  );
  const few = unjudged(
    "few",
    times(60, [0]).map(() => ["x", "y"]),
  );
  expect(many.direction("unjudged@2")).toBe("lower");
  const [verdict] = compare([many, few]).pairs[0]!.verdicts;
  expect(verdict).toMatchObject({ call: "better", wins: 60, losses: 0 });
  expect(verdict!.difference).toBeLessThan(0);
});

describe("what cannot be told is said", () => {
  it("nothing changed", () => {
    const a = system("a", times(60, [1, 2, 3]));
    const [rr, hit] = compare([a, a]).pairs[0]!.verdicts;
    expect(rr).toMatchObject({ call: "same", difference: 0, ties: 60 });
    expect(rr).not.toHaveProperty("p");
    expect(rr).not.toHaveProperty("interval");
    // A share has an interval where nothing differs.
    expect(hit!.interval![1]).toBeGreaterThan(0);
  });
  it("one query", () => {
    const [rr] = compare([system("a", [2]), system("b", [1])]).pairs[0]!.verdicts;
    expect(rr).toMatchObject({
      call: "too-few",
      n: 1,
      difference: 0.5,
      warnings: ["few-queries", "few-differences"],
    });
    expect(rr).not.toHaveProperty("interval");
  });
  it("every query differs by the same amount", () => {
    const [rr] = compare([system("a", times(10, [2])), system("b", times(10, [1]))], {
      metrics: ["rr"],
    }).pairs[0]!.verdicts;
    expect(rr).toMatchObject({ call: "better", test: "sign", flipP: 2 ** -9 });
    expect(rr!.p).toBeCloseTo(2 ** -9, 12);
    expect(rr).not.toHaveProperty("interval");
  });
  it("could be noise, with what these queries would show", () => {
    const [rr] = compare([system("a", times(60, [1, 2, 3, 4, 2])), system("b", times(60, [2, 1, 3, 2, 3]))])
      .pairs[0]!.verdicts;
    expect(rr!.call).toBe("noise");
    expect(rr!.detectable).toBeGreaterThan(Math.abs(rr!.difference!));
    expect(rr!.needed).toBeGreaterThan(60);
  });
});

it("more metrics and pairs make it harder to be sure", () => {
  const ranks = times(40, [1, 2, 3, 4, 5]);
  const better = ranks.map((rank, i) => (i < 8 ? 1 : i > 36 ? rank + 1 : rank));
  const alone = compare([system("a", ranks), system("b", better)], { metrics: "rr" });
  const [first] = alone.pairs[0]!.verdicts;
  const together = compare(
    [system("a", ranks), system("b", better), system("c", better), system("d", better)],
    {
      metrics: "rr",
    },
  );
  const [second] = together.pairs[0]!.verdicts;
  expect(second!.p).toBe(first!.p);
  expect(first!.adjustedP).toBe(first!.p);
  expect(second!.adjustedP).toBeCloseTo(3 * first!.p!, 12);
  expect([first!.call, second!.call]).toEqual(["better", "noise"]);
  // The three are the same column, so that joint flips need no correction.
  const joint = compare([system("a", ranks), system("b", better), system("c", better), system("d", better)], {
    metrics: "rr",
    correction: "max-t",
  });
  expect(joint.pairs[0]!.verdicts[0]!.adjustedP).toBe(joint.pairs[0]!.verdicts[0]!.flipP);
  expect(joint.pairs[0]!.verdicts[0]!.call).toBe("better");
});

it("joins by query id; what only one side has is named", () => {
  const a = system("a", [1, 2, 3]);
  const gold = { q2: ["x"], q9: ["x"], q0: ["x"] };
  const b = evaluate({ gold, run: { q9: ["x"], q0: ["-", "x"], q2: ["x"] }, metrics: ["rr"], name: "b" });
  const [pair] = compare([a, b]).pairs;
  expect(pair).toMatchObject({ onlyA: ["q1"], onlyB: ["q9"] });
  expect(pair!.gold).toEqual({ added: ["q9"], removed: ["q1"], edited: [], shared: 2 });
  expect(pair!.verdicts.map(({ metric, n, means }) => [metric, n, means])).toEqual([
    ["rr", 2, [(1 + 1 / 3) / 2, 0.75]],
  ]);
});

it("leaves out queries whose gold was edited, also after JSON", () => {
  const a = evaluate({
    gold: { q1: ["x"], q2: ["x"], q3: ["x"] },
    run: { q1: ["x"] },
    metrics: ["rr"],
    name: "a",
  });
  const b = evaluate({
    gold: { q1: { x: 1 }, q2: ["x", "y"], q3: { relevant: ["x"], tags: { t: "1" } } },
    run: { q1: ["-", "x"] },
    metrics: ["rr"],
    name: "b",
  });
  const [pair] = compare([a, b]).pairs;
  expect(pair!.gold).toEqual({ added: [], removed: [], edited: ["q2"], shared: 2 });
  expect(pair!.verdicts[0]!.n).toBe(2);
  const kept = [a, b].map((result) => readResult(JSON.parse(JSON.stringify(result))));
  expect(compare(kept)).toEqual(compare([a, b], { hits: false }));
});

it("names the queries that moved most, worst first", () => {
  const { moved } = compare([system("a", [1, 1, 2, 3, 5]), system("b", [4, 1, 1, 0, 4])], {
    moved: 3,
  }).pairs[0]!;
  expect(moved.map(({ query, a, b }) => [query, a, b])).toEqual([
    ["q0", 1, 0.25],
    ["q3", 1 / 3, 0],
    ["q2", 0.5, 1],
  ]);
});

it("says where each thing to find was before and after, and why it is missed now", () => {
  const gold = { q1: ["x", "y"], q2: ["x"] };
  const one = (name: string, run: Record<string, string[]>) =>
    evaluate({ gold, run, metrics: ["recall@2"], name });
  const before = one("before", { q1: ["x", "y", "z"], q2: ["-", "x"] });
  const after = one("after", { q1: ["z", "x", "u", "y"], q2: ["x", "-"] });
  const [pair] = compare([before, after]).pairs;
  expect(pair!.moved).toEqual([
    {
      query: "q1",
      metric: "recall@2",
      a: 1,
      b: 0.5,
      difference: -0.5,
      items: [
        { item: ["x"], before: 1, after: 2 },
        { item: ["y"], before: 2, after: 4, missed: { reason: "below-k", rank: 4, hit: "y" } },
      ],
    },
  ]);
  expect(pair!.lists).toMatchObject({ n: 2 });
  expect(pair!.lists!.rbo).toBeGreaterThan(0.3);
  expect(pair!.lists!.rbo).toBeLessThan(0.9);
  expect(compare([before, before]).pairs[0]!.lists!.rbo).toBeCloseTo(1, 12);
  // Without hits the rest stays as it is.
  const { lists: _, unjudged: _unjudged, moved, ...rest } = pair!;
  const kept = [before, after].map((result) => readResult(JSON.parse(JSON.stringify(result))));
  const [bare] = compare(kept).pairs;
  expect(bare).toEqual({ ...rest, moved: moved.map(({ items: _items, ...query }) => query) });
  expect(compare([before, after], { hits: false }).pairs[0]).toEqual(bare);
});

describe("how alike two lists are", () => {
  const overlap = (rules: Partial<EvaluateOptions>, a: readonly Hit[], b: readonly Hit[]) => {
    const [before, after] = [a, b].map((hits, i) =>
      evaluate({ gold: { q: ["a"] }, run: { q: hits }, metrics: ["recall@2"], name: `${i}`, ...rules }),
    );
    return compare([before!, after!]).pairs[0]!.lists!.rbo;
  };
  const hits = (...ids: string[]): Hit[] => ids.map((id) => ({ id }));
  const chunks = (...ids: string[]): Hit[] => ids.map((id) => ({ id, doc: id.split("#")[0]! }));
  const plain = overlap({}, hits("a", "b", "c"), hits("b", "a", "d"));

  it("compares ids as the id rule writes them", () => {
    const files = hits("b.md", "a.md", "d.md");
    expect(overlap({}, hits("a", "b", "c"), files)).toBe(0);
    expect(plain).toBeGreaterThan(0.5);
    for (const on of ["hits", "both"] as const)
      expect(overlap({ match: { ids: "no-extension", on } }, hits("a", "b", "c"), files)).toBe(plain);
  });

  it("compares documents under unit doc, each once", () => {
    const [before, after] = [chunks("a#1", "a#2", "b#1", "c#1"), chunks("b#7", "a#3", "b#1", "d#1")];
    expect(overlap({ unit: "doc" }, before, after)).toBe(plain);
    expect(overlap({}, before, after)).not.toBe(plain);
  });
});

it("says whether the call holds if unjudged hits are relevant", () => {
  const ids = Array.from({ length: 60 }, (_, i) => `q${i}`);
  const gold = Object.fromEntries(ids.map((id) => [id, { x: 1, z: 0 }]));
  const one = (name: string, list: (i: number) => string[]) =>
    evaluate({
      gold,
      run: Object.fromEntries(ids.map((id, i) => [id, list(i)])),
      metrics: ["rr", "judged@1"],
      name,
    });
  const before = one("before", () => ["x"]);
  // Two of three of its first hits are unjudged: if those are relevant, it is not worse.
  const after = one("after", (i) => (i % 3 === 0 ? ["x"] : ["new", "x"]));
  const [pair] = compare([before, after]).pairs;
  expect(pair!.verdicts[0]!.call).toBe("worse");
  expect(
    pair!.unjudged!.map(({ metric, hits, holds, ifRelevant }) => [metric, hits, holds, ifRelevant.call]),
  ).toEqual([
    ["rr", [0, 40], false, "same"],
    ["judged@1", [0, 40], false, "same"],
  ]);
  expect(compare([before, before]).pairs[0]!.unjudged).toEqual([]);
});

it("compares three systems with one another, and marks what each one beats", () => {
  const results = [
    system("poor", times(60, [4, 3, 0])),
    system("good", times(60, [1, 2, 1])),
    system("same", times(60, [1, 2, 1, 1, 2, 1, 1, 2, 2])),
  ];
  const { several } = compare(results, { metrics: ["rr"] });
  const [rr] = several!;
  expect(rr).toMatchObject({ metric: "rr", n: 60, letters: ["", "a", "a"] });
  expect(rr!.anova!.p).toBeLessThan(1e-6);
  expect(rr!.means).toEqual(results.map((result) => expect.closeTo(result.mean("rr").mean!, 12)));
  for (const { a, b, difference, interval } of rr!.pairs) {
    expect(difference).toBeCloseTo(rr!.means[b]! - rr!.means[a]!, 12);
    expect(interval[0]).toBeLessThan(difference);
    expect(interval[1]).toBeGreaterThan(difference);
  }
  expect(rr!.pairs).toHaveLength(3);
  expect(compare(results.slice(0, 2)).several).toBeUndefined();
});

it("compares slices, corrected as one family", () => {
  const a = system("a", times(60, [2, 1]));
  const b = system("b", times(60, [1, 1]));
  const { pairs, by } = compare([a, b], { by: "half", metrics: ["rr"] });
  expect(by).toBe("half");
  const slices = pairs[0]!.slices!;
  expect(slices.map(({ value, verdicts: [rr] }) => [value, rr!.n, rr!.call, rr!.warnings])).toEqual([
    ["even", 30, "better", ["few-queries"]],
    ["odd", 30, "same", ["few-queries"]],
  ]);
  expect(slices[0]!.verdicts[0]!.adjustedP).toBe(2 * slices[0]!.verdicts[0]!.p!);
});

it("compares many slices, each with queries of its own", () => {
  const n = 600;
  const ranks = Array.from({ length: n }, (_, i) => 1 + ((i * 7) % 5));
  const make = (name: string, shift: number) => {
    const ids = ranks.map((_, i) => `q${i}`);
    const list = (rank: number): string[] => [...Array.from({ length: rank - 1 }, (_, i) => `-${i}`), "x"];
    return evaluate({
      gold: Object.fromEntries(ids.map((id, i) => [id, { relevant: ["x"], tags: { third: `v${i % 200}` } }])),
      run: Object.fromEntries(ids.map((id, i) => [id, list(1 + ((ranks[i]! + i * shift) % 5))])),
      metrics: ["rr", "hit@1"],
      name,
    });
  };
  const [a, b] = [make("a", 0), make("b", 1)];
  const slices = compare([a, b], { by: "third" }).pairs[0]!.slices!;
  expect(slices).toHaveLength(200);
  // One of them alone has the same numbers, but for the correction.
  const only = slices[17]!;
  const at = a.queries.filter((query) => a.tagged("third").get(query) === "v17");
  expect(only.verdicts[0]!.n).toBe(at.length);
  expect(only.verdicts[0]!.means![0]).toBeCloseTo(a.mean("rr", at).mean!, 12);
  expect(only.verdicts[0]!.means![1]).toBeCloseTo(b.mean("rr", at).mean!, 12);
  expect(only.verdicts[0]!.flipP).toBeGreaterThan(0);
  const joint = compare([a, b], { by: "third", correction: "max-t", metrics: ["rr"] });
  expect(joint.problems).toEqual([]);
  expect(joint.pairs[0]!.slices![17]!.verdicts[0]).toHaveProperty("flipP");
});

it("makes the calls about unjudged hits by the same correction", () => {
  const ids = Array.from({ length: 12 }, (_, i) => `q${i}`);
  const gold = Object.fromEntries(ids.map((id) => [id, { x: 1, z: 0 }]));
  const one = (name: string, list: (i: number) => string[]) =>
    evaluate({
      gold,
      run: Object.fromEntries(ids.map((id, i) => [id, list(i)])),
      metrics: ["rr", "ap", "ndcg@5"],
      name,
    });
  // The unjudged hit is the last one on both sides, and changes no score of rr.
  const before = one("before", () => ["x", "new"]);
  const after = one("after", (i) => (i < 7 ? ["z", "x", "new"] : ["x", "new"]));
  for (const correction of ["holm", "max-t"] as const) {
    const [pair] = compare([before, after], { correction, metrics: ["rr"] }).pairs;
    const [rr] = pair!.unjudged!;
    expect(rr!.ifRelevant.adjustedP).toBe(pair!.verdicts[0]!.adjustedP);
    expect(rr!.holds).toBe(true);
  }
});

it("has no means of no queries", () => {
  const gold = { q1: { relevant: ["x"], tags: { t: "1" } }, q2: { groups: [["x"]], tags: { t: "2" } } };
  const one = (name: string) => evaluate({ gold, run: { q1: ["x"], q2: ["x"] }, metrics: ["rr"], name });
  const { slices } = compare([one("a"), one("b")], { by: "t" }).pairs[0]!;
  const [, empty] = slices!;
  expect(empty!.verdicts[0]).toMatchObject({ n: 0, call: "too-few" });
  expect(empty!.verdicts[0]).not.toHaveProperty("means");
  expect(empty!.verdicts[0]).not.toHaveProperty("difference");
});

it("says what would show by the test that decides", () => {
  const [, hit] = compare([system("a", times(24, [1, 1, 2])), system("b", times(24, [1, 2, 1, 1]))]).pairs[0]!
    .verdicts;
  const { wins, losses, n } = hit!;
  const found = signPower.compute({ n, apart: (wins + losses) / n, power: 0.8 });
  expect(hit!.test).toBe("sign");
  expect(found.status === "known" && found.value.effect).toBe(hit!.detectable);
});

it("tests three systems by dealing scores anew, where asked", () => {
  const results = [
    system("poor", times(60, [4, 3, 0])),
    system("good", times(60, [1, 2, 1])),
    system("same", times(60, [1, 2, 1, 1, 2, 1, 1, 2, 2])),
  ];
  const [usual, dealt] = [undefined, "randomised-tukey" as const].map(
    (tukey) => compare(results, { metrics: ["rr"], ...(tukey === undefined ? {} : { tukey }) }).several![0]!,
  );
  expect([usual!.method, dealt!.method]).toEqual(["tukey", "randomised-tukey"]);
  expect(dealt!.letters).toEqual(usual!.letters);
  dealt!.pairs.forEach(({ p, difference, interval }, i) => {
    expect(difference).toBeCloseTo(usual!.pairs[i]!.difference, 12);
    expect(p! <= 0.05).toBe(interval[0] > 0 || interval[1] < 0);
    expect(p).not.toBe(usual!.pairs[i]!.p);
  });
  expect(compare(results, { metrics: ["rr"], tukey: "randomised-tukey" }).several![0]).toEqual(dealt);
});

it("names systems past the alphabet by their numbers", () => {
  expect([0, 25, 26].map(letterOf)).toEqual(["a", "z", "(27)"]);
});

it("refuses what cannot be compared, and says what to do", () => {
  const a = system("a", [1, 2]);
  const code = (call: () => unknown): string => {
    try {
      call();
      return "none";
    } catch (error) {
      const { problem } = error as { problem: { code: string; reason?: string } };
      return problem.reason === undefined ? problem.code : `${problem.code}/${problem.reason}`;
    }
  };
  expect(code(() => compare([a]))).toBe("nothing-to-compare/one");
  expect(code(() => compare([a, system("b", [1, 2], ["ap"])]))).toBe("nothing-to-compare/metrics");
  expect(code(() => compare([a, a], { baseline: "c" }))).toBe("unknown-baseline");
  const other = evaluate({ gold: { z: ["x"] }, run: { z: ["x"] }, metrics: ["rr"] });
  expect(code(() => compare([a, other]))).toBe("nothing-to-compare/queries");
  const { queries: _, ...means } = JSON.parse(JSON.stringify(a)).runs[0];
  const meansOnly = readResult({ ...JSON.parse(JSON.stringify(a)), runs: [means] });
  expect(code(() => compare([a, meansOnly]))).toBe("not-kept/rows");
});

it("warns where the rules differ, and leaves geometric means out", () => {
  const gold = { q1: ["x"], q2: ["y"] };
  const run = { q1: ["x"], q2: ["-", "y"] };
  const a = evaluate({ gold, run, metrics: ["rr", "gm-ap"] });
  const b = evaluate({ gold, run, metrics: ["rr", "gm-ap"], duplicates: "keep" });
  const { problems, systems, pairs } = compare([a, b]);
  expect(systems).toEqual(["run", "run (2)"]);
  expect(problems.map(({ code }) => code)).toEqual(["not-a-mean", "rules-differ"]);
  expect(pairs[0]!.verdicts.map(({ metric }) => metric)).toEqual(["rr"]);
});

it("says better or worse only where an adjusted p is at most 0.05, and never against the difference", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
        minLength: 1,
        maxLength: 30,
      }),
      (ranks) => {
        const [a, b] = [0, 1].map((side) =>
          system(
            String(side),
            ranks.map((both) => both[side]!),
          ),
        );
        for (const verdict of compare([a!, b!]).pairs[0]!.verdicts) {
          const { call, difference, adjustedP, p, wins, ties, losses, n } = verdict;
          expect(wins + ties + losses).toBe(n);
          const real = call === "better" || call === "worse";
          expect(real).toBe(adjustedP !== undefined && adjustedP <= 0.05 && difference !== 0);
          if (real) expect(call).toBe(difference! > 0 ? "better" : "worse");
          if (p !== undefined) expect(adjustedP).toBeGreaterThanOrEqual(p);
        }
      },
    ),
    { numRuns: 100, seed: 13 },
  );
});
