import { describe, expect, it } from "vitest";
import type { GateRuleInput } from "../../core/gate-rule.ts";
import { GoldieError } from "../../core/problem.ts";
import { evaluate } from "../evaluate.ts";
import { readResult } from "../score/read-result.ts";
import type { Result } from "../score/result.ts";
import { gate } from "./gate.ts";

/** rr of each query is 1 / rank. */
function scored(ranks: readonly number[], tags: Record<number, Record<string, string>> = {}): Result {
  const ids = ranks.map((_, i) => `q${i}`);
  const list = (rank: number): string[] => [...Array.from({ length: rank - 1 }, (_, i) => `x${i}`), "a"];
  return evaluate({
    gold: new Map(ids.map((id, i) => [id, { relevant: ["a"], tags: tags[i] ?? {} }])),
    run: new Map(ids.map((id, i) => [id, list(ranks[i]!)])),
    metrics: ["rr", "hit@5"],
  });
}
const many = (n: number, rank: (i: number) => number) => scored(Array.from({ length: n }, (_, i) => rank(i)));
const outcome = (result: Result, rule: GateRuleInput, baseline?: Result) =>
  gate(result, { rules: [rule], ...(baseline === undefined ? {} : { baseline }) }).rules[0]!;
const codeOf = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    if (error instanceof GoldieError) return error.problem.code;
    throw error;
  }
  return "none";
};
const NOT_WORSE = { metric: "rr", notWorseThan: "baseline" } as const;

describe("min and max", () => {
  const result = scored([1, 2, 4]);
  it("are decided by the mean", () => {
    expect(outcome(result, { metric: "rr", min: 0.58 })).toMatchObject({ outcome: "pass", queries: 3 });
    expect(outcome(result, { metric: "rr", min: 0.59 }).outcome).toBe("fail");
    expect(outcome(result, { metric: "rr", max: 0.5 }).outcome).toBe("fail");
  });
  it("look at the queries with a tag alone", () => {
    const tagged = scored([1, 10, 1], { 0: { lang: "de" }, 1: { lang: "de" }, 2: { lang: "en" } });
    const rule = outcome(tagged, { metric: "hit@5", min: 0.6, where: { lang: "de" } });
    expect(rule).toMatchObject({ outcome: "fail", mean: 0.5, queries: 2 });
    expect(codeOf(() => outcome(tagged, { metric: "rr", min: 0, where: { lang: "fr" } }))).toBe(
      "no-such-queries",
    );
  });
});

describe("a limit that decides nothing", () => {
  it.each([
    { metric: "rr", min: -1 },
    { metric: "rr", max: 80 },
    { metric: "rr", notWorseThan: "baseline" as const, margin: 5 },
  ])("%j is refused", (rule) => {
    const result = scored([1, 2, 4]);
    expect(codeOf(() => outcome(result, rule, result))).toBe("bad-rule");
  });
});

describe("must", () => {
  it("names the queries that fail", () => {
    const rule = outcome(scored([1, 9, 2]), { must: "hit@5" });
    expect(rule).toMatchObject({ outcome: "fail", failing: [{ query: "q1", value: 0 }] });
    expect(outcome(scored([1, 3, 2]), { must: "hit@5" }).outcome).toBe("pass");
  });
  it("needs a number where the metric is not yes or no", () => {
    expect(codeOf(() => outcome(scored([1]), { must: "rr" }))).toBe("must-needs-a-number");
    expect(outcome(scored([1, 3]), { must: "rr", min: 0.4 })).toMatchObject({ failing: [{ query: "q1" }] });
  });
});

describe("not worse", () => {
  it("passes where nothing changed, with any margin", () => {
    const same = many(20, (i) => 1 + (i % 4));
    expect(outcome(same, NOT_WORSE, same).outcome).toBe("pass");
    expect(outcome(same, { ...NOT_WORSE, margin: 0 }, same).outcome).toBe("pass");
  });
  it("fails on a real drop, and not on the same rise", () => {
    const good = many(60, (i) => 1 + (i % 2));
    const bad = many(60, (i) => (i % 3 === 0 ? 4 : 1 + (i % 2)));
    const rule = outcome(bad, NOT_WORSE, good);
    expect(rule.outcome).toBe("fail");
    expect(rule.verdict!.interval![1]).toBeLessThan(0);
    expect(outcome(good, NOT_WORSE, bad).outcome).toBe("pass");
  });
  it("passes on a drop that could be noise, and says which drop cannot be excluded", () => {
    const before = many(30, (i) => 1 + (i % 3));
    const after = many(30, (i) => 1 + ((i + (i < 3 ? 1 : 0)) % 3));
    const rule = outcome(after, NOT_WORSE, before);
    expect(rule.outcome).toBe("pass");
    expect(rule.possibleDrop).toBeCloseTo(-rule.verdict!.interval![0], 12);
  });
  it("with a margin is three-valued", () => {
    const before = many(60, (i) => 1 + (i % 2));
    const after = many(60, (i) => (i % 3 === 0 ? 4 : 1 + (i % 2)));
    const { difference = 0, interval } = outcome(after, NOT_WORSE, before).verdict!;
    const [low] = interval!;
    expect(outcome(after, { ...NOT_WORSE, margin: -low + 0.01 }, before).outcome).toBe("pass");
    expect(outcome(after, { ...NOT_WORSE, margin: -difference - 0.01 }, before).outcome).toBe("fail");
    const between = outcome(after, { ...NOT_WORSE, margin: (-difference - low) / 2 }, before);
    expect(between.outcome).toBe("undecided");
    expect(between.needed).toBeGreaterThan(60);
  });
  it("is corrected over the rules: the first of two is tested at half the level", () => {
    const before = many(60, (i) => 1 + (i % 2));
    const after = many(60, (i) => (i % 3 === 0 ? 4 : 1 + (i % 2)));
    const two = gate(after, {
      baseline: before,
      rules: [NOT_WORSE, { metric: "hit@5", notWorseThan: "baseline" }],
    });
    const alone = outcome(after, NOT_WORSE, before);
    expect(two.rules[0]!.verdict!.adjustedP).toBeCloseTo(2 * alone.verdict!.p!, 12);
    expect(two.rules[0]!.verdict!.interval![0]).toBeLessThan(alone.verdict!.interval![0]);
  });
  it("refuses what cannot be compared", () => {
    const result = many(10, () => 1);
    expect(codeOf(() => outcome(result, NOT_WORSE))).toBe("baseline-needed");
    expect(
      codeOf(() =>
        outcome(
          many(1, () => 1),
          NOT_WORSE,
          many(1, () => 1),
        ),
      ),
    ).toBe("too-few-queries");
    expect(
      codeOf(() =>
        outcome(
          many(7, () => 1),
          NOT_WORSE,
          result,
        ),
      ),
    ).toBe("baseline-gold-changed");
    expect(
      outcome(
        many(8, () => 1),
        NOT_WORSE,
        result,
      ).outcome,
    ).toBe("pass");
    const gold = { q1: ["a"], q2: ["a"] };
    const run = { q1: ["a"], q2: ["a"] };
    const other = evaluate({ gold, run, metrics: ["recall@5"] });
    expect(codeOf(() => outcome(evaluate({ gold, run, metrics: ["rr"] }), NOT_WORSE, other))).toBe(
      "baseline-lacks-metric",
    );
    const chunks = evaluate({ gold, run, metrics: ["rr"], unit: "doc" });
    expect(codeOf(() => outcome(chunks, NOT_WORSE, evaluate({ gold, run, metrics: ["rr"] })))).toBe(
      "baseline-other-rules",
    );
  });
  it("agrees with its interval, whatever the correction leaves", () => {
    // The second p stands at its own level, and not after the first that does.
    const before = many(60, (i) => 1 + (i % 2));
    const after = many(60, (i) => (i % 12 === 0 ? 2 : 1 + (i % 2)));
    const twice = gate(after, {
      baseline: before,
      rules: [
        { ...NOT_WORSE, margin: 0.1 },
        { ...NOT_WORSE, margin: 0.2 },
      ],
    });
    expect(twice.rules[0]!.verdict!.interval).toEqual(twice.rules[1]!.verdict!.interval);
    for (const { verdict, outcome: found } of twice.rules) {
      const excludes = verdict!.interval![1] < 0;
      expect(verdict!.call === "worse").toBe(excludes);
      expect(found === "fail").toBe(false);
    }
  });
  it("has no interval where all change by the same amount: undecided with a margin", () => {
    const before = many(2, () => 1);
    const after = many(2, () => 2);
    expect(outcome(after, { ...NOT_WORSE, margin: 0.6 }, before)).toMatchObject({ outcome: "undecided" });
    expect(outcome(after, NOT_WORSE, before).possibleDrop).toBeUndefined();
  });
  it("needs scores on both sides for 80 % of the baseline's scored queries", () => {
    const gold = new Map(Array.from({ length: 50 }, (_, i) => [`q${i}`, ["a"]]));
    const run = (n: number) => new Map(Array.from({ length: n }, (_, i) => [`q${i}`, ["a"]]));
    const at = (n: number) => evaluate({ gold, run: run(n), metrics: ["rr"], missing: "leave-out" });
    expect(codeOf(() => outcome(at(12), NOT_WORSE, at(50)))).toBe("baseline-gold-changed");
    expect(outcome(at(40), NOT_WORSE, at(50)).outcome).toBe("pass");
  });
  it("takes a metric in any spelling", () => {
    const gold = { q1: ["a"], q2: ["a"], q3: ["b"] };
    const run = { q1: ["a"], q2: ["x", "a"], q3: ["b"] };
    const before = evaluate({ gold, run, metrics: ["ndcg@10"] });
    const after = evaluate({ gold, run, metrics: ["nDCG@10"] });
    expect(outcome(after, { metric: "nDCG@10", notWorseThan: "baseline" }, before).outcome).toBe("pass");
  });
  it("refuses a baseline that does not say which gold it is of", () => {
    const result = many(10, () => 1);
    const json = JSON.parse(JSON.stringify(result)) as { runs: Record<string, unknown>[] };
    const { gold: _, ...without } = json.runs[0]!;
    const bare = readResult({ ...json, runs: [without] });
    expect(codeOf(() => outcome(result, NOT_WORSE, bare))).toBe("baseline-without-gold");
  });
  it("leaves out queries whose gold was edited", () => {
    const run = (ids: number) => new Map(Array.from({ length: ids }, (_, i) => [`q${i}`, ["a"]]));
    const golds = (edited: number) =>
      new Map(Array.from({ length: 10 }, (_, i) => [`q${i}`, i < edited ? ["b"] : ["a"]]));
    const at = (edited: number) => evaluate({ gold: golds(edited), run: run(10), metrics: ["rr"] });
    const report = gate(at(2), { rules: [NOT_WORSE], baseline: at(0) });
    expect(report.gold).toMatchObject({ edited: ["q0", "q1"], shared: 8 });
    expect(report.rules[0]).toMatchObject({ outcome: "pass", queries: 8 });
    expect(codeOf(() => gate(at(3), { rules: [NOT_WORSE], baseline: at(0) }))).toBe("baseline-gold-changed");
  });
});

describe("failed cells", () => {
  const run = new Map<string, string[] | Error>([
    ["q1", ["a"]],
    ["q2", new Error("down")],
  ]);
  const result = evaluate({ gold: { q1: ["a"], q2: ["a"] }, run, metrics: ["rr"] });
  it("of a query that must have something are never passed over", () => {
    const report = gate(result, { rules: [{ must: "rr", min: 0.5 }], maxFailed: 0.5 });
    expect(report.outcome).toBe("failed-cells");
    expect(report.rules[0]!.failedQueries).toEqual(["q2"]);
  });
  it("come before everything else: a total outage is no bad input", () => {
    const down = new Map([
      ["q1", new Error("down")],
      ["q2", new Error("down")],
    ]);
    const gone = evaluate({ gold: { q1: ["a"], q2: ["a"] }, run: down, metrics: ["rr"] });
    const before = evaluate({
      gold: { q1: ["a"], q2: ["a"] },
      run: { q1: ["a"], q2: ["a"] },
      metrics: ["rr"],
    });
    expect(gate(gone, { rules: [NOT_WORSE], baseline: before }).outcome).toBe("failed-cells");
  });
  it("come before a rule that is not met", () => {
    expect(gate(result, { rules: [{ metric: "rr", max: 0.1 }] }).outcome).toBe("failed-cells");
    expect(gate(result, { rules: [{ metric: "rr", max: 0.1 }], maxFailed: 0.5 }).outcome).toBe("fail");
  });
});

describe("latency", () => {
  const result = many(40, () => 1);
  const timings = new Map(result.queries.map((query, i) => [query, 10 * (i + 1)]));
  const rules = [{ metric: "latency-p95", max: 380 }];

  it("is a percentile of the times by query", () => {
    const { rules: found, outcome: passed } = gate(result, { rules, timings });
    // The 38th of 40; nothing is above the 40th, so that there is no upper end.
    expect(found[0]).toMatchObject({ outcome: "pass", latency: 380, queries: 40 });
    expect(found[0]).not.toHaveProperty("interval");
    expect(passed).toBe("pass");
    expect(gate(result, { rules: [{ metric: "latency-p95", max: 379 }], timings }).outcome).toBe("fail");
    const [median] = gate(result, { rules: [{ metric: "latency-p50", max: 1000 }], timings }).rules;
    expect(median).toMatchObject({ latency: 200, interval: [140, 270] });
  });
  it("is of the queries that a condition names, as far as they have a time", () => {
    const some = new Map([...timings].slice(0, 10));
    expect(gate(result, { rules, timings: some }).rules[0]).toMatchObject({ latency: 100, queries: 10 });
  });
  it("is refused without timings", () => {
    expect(codeOf(() => gate(result, { rules }))).toBe("no-timings");
    expect(codeOf(() => gate(result, { rules, timings: new Map() }))).toBe("no-timings");
  });
});

it("takes rules of sources, and says which", () => {
  const report = gate(
    many(10, () => 1),
    {
      sources: [
        {
          from: "goldie.baseline.json",
          rules: [
            { metric: "rr", min: 0.9 },
            { metric: "rr", max: 1 },
          ],
        },
      ],
      rules: [{ metric: "rr", min: 0.5 }],
    },
  );
  expect(report.rules.map(({ text, from, instead }) => [text, from, instead])).toEqual([
    ["max rr=1", "goldie.baseline.json", undefined],
    ["min rr=0.5", undefined, "min rr=0.9"],
  ]);
  expect(
    codeOf(() =>
      gate(
        many(10, () => 1),
        { sources: [{ from: "x", rules: [] }] },
      ),
    ),
  ).toBe("no-rules");
});

it("does not fail a mean for its last digit", () => {
  // 0.1 + 0.2 + 0.3 is a little more than 0.6.
  const json = JSON.parse(JSON.stringify(scored([1, 1, 1])));
  ["q0", "q1", "q2"].forEach((query, i) => {
    json.runs[0].queries[query].rr = [0.1, 0.2, 0.3][i];
  });
  const result = readResult(json);
  expect(result.mean("rr").mean).toBeGreaterThan(0.2);
  expect(gate(result, { rules: [{ metric: "rr", max: 0.2 }] }).outcome).toBe("pass");
  expect(gate(result, { rules: [{ metric: "rr", max: 0.199999 }] }).outcome).toBe("fail");
});
