import { describe, expect, test } from "vitest";
import type { Derivation } from "../src/core/derivation.ts";
import type { ComputedMetric, Law, Metric } from "../src/core/metric.ts";
import type { JudgedRanking } from "../src/core/ranking.ts";
import type { Score } from "../src/core/score.ts";
import { checkMetric } from "../src/evaluate/laws/laws.ts";
import { metrics } from "../src/metrics/index.ts";
import { recall } from "../src/metrics/recall.ts";
import { rr } from "../src/metrics/rr.ts";

const CASES = 1000;

test("there are enough cases", () => {
  expect(CASES * metrics.filter((metric) => metric.kind === "computed").length).toBeGreaterThanOrEqual(
    20_000,
  );
});

test.each(metrics.map((metric) => [metric.id, metric] as const))("%s keeps its laws", (_, metric) => {
  expect(checkMetric(metric, { cases: CASES, seed: 20_260_101 })).toEqual([]);
});

test("a metric has yes or no for values if and only if it says so", () => {
  const saidSo = metrics.filter(({ values }) => values === "yes-no").map(({ id }) => id);
  expect(saidSo).toEqual(["hit", "all-found", "all-groups", "hop-recall", "leak"]);
  const couldSay = metrics.filter((metric) => {
    const problems = checkMetric({ ...metric, values: "yes-no" }, { cases: CASES, seed: 20_260_101 });
    return problems.every(({ code }) => code !== "law-yes-no");
  });
  expect(couldSay.map(({ id }) => id)).toEqual(saidSo);
});

test("the same seed finds the same, another seed something else", () => {
  const broken = { ...recall, range: [0, 0.1] } as Metric;
  const found = (seed: number) => checkMetric(broken, { cases: 50, seed });
  expect(found(1)).toEqual(found(1));
  expect(found(1)).not.toEqual(found(2));
});

test("what is wrong is shown on a small case, with what to do", () => {
  const [problem, ...others] = checkMetric(reading(rr, (r) => r.length, { range: [0, 1] }));
  expect(others).toEqual([]);
  expect(problem).toEqual({
    code: "law-range",
    what: expect.stringMatching(/^rr.*: \d+ is outside its range, on \{"gold":.*\}$/),
    fix: "correct compute, or widen `range`",
    fields: {
      metric: expect.stringMatching(/^rr/),
      case: expect.stringMatching(/^\{"gold":.*\}$/),
      score: expect.stringMatching(/^\d+$/),
    },
    count: expect.any(Number),
  });
});

type Cut = { readonly k?: number | undefined };

/** A metric whose value is read off the ranking, and which explains itself. */
function reading(
  like: typeof recall | typeof rr,
  value: (r: JudgedRanking, k: number) => number,
  changes: Partial<ComputedMetric>,
): Metric {
  const at = (r: JudgedRanking, { k }: Cut) => value(r, k ?? r.length);
  return {
    ...like,
    laws: [],
    range: [0, Number.POSITIVE_INFINITY],
    compute: (r: JudgedRanking, params: Cut): Score => ({ status: "scored", value: at(r, params) }),
    explain: (r: JudgedRanking, params: Cut): Derivation => ({
      op: "value",
      what: "a value",
      value: at(r, params),
    }),
    ...changes,
  } as Metric;
}

const firsts = (r: JudgedRanking, n: number): number =>
  r.relevant.subarray(0, Math.min(n, r.length)).reduce((a, b) => a + b, 0);

const halfExplained: typeof recall = {
  ...recall,
  explain: (r, params) => recall.explain(r, { ...params, k: undefined }),
};

describe("a broken metric is caught", () => {
  const broken: readonly (readonly [string, Metric])[] = [
    ["law-range", reading(recall, (r, k) => firsts(r, k) / 3, { range: [0, 1] })],
    ["law-explain", halfExplained as Metric],
    [
      "law-explain",
      reading(recall, () => 1, { explain: () => ({ op: "value", what: "…", value: 1, rank: 0 }) }),
    ],
    ["law-past-length", reading(recall, (r) => r.grades[r.length] ?? 0, {})],
    ["law-sparse", reading(recall, (r) => r.length - (r.sparse?.count ?? 0), {})],
    ["law-throws", reading(recall, (r) => (r.length === 0 ? fails() : 1), {})],
    ["law-ignores-below-k", law("ignores-below-k", (r, k) => firsts(r, k + 1))],
    ["law-monotone", law("monotone", (r) => r.relevant.subarray(0, r.length).lastIndexOf(1) + 1)],
    // Lower is better here, so going up is worse.
    ["law-monotone", law("monotone", (r, k) => firsts(r, k), { direction: "lower" })],
    [
      "law-top-when-ideal",
      law("top-when-ideal", (r, k) => (firsts(r, k) === 0 ? 0 : 0.9999999999), { range: [0, 1] }),
    ],
    // The order in which the gold names its documents, which names that look like numbers change.
    [
      "law-rename-safe",
      law("rename-safe", (r) => [...(r.groups?.docGroups ?? [])].reduce((a, g, i) => a + g * i, 0)),
    ],
  ];

  test.each(broken)("%s", (code, metric) => {
    expect(checkMetric(metric).map((problem) => problem.code)).toEqual([code]);
  });

  test.each(broken)("%s: and only there: without the promise nothing is said", (code, metric) => {
    const modest = { ...metric, laws: [] };
    const expected = /range|explain|past-length|sparse|throws/.test(code) ? [code] : [];
    expect(checkMetric(modest).map((problem) => problem.code)).toEqual(expected);
  });

  function fails(): never {
    throw new RangeError("nothing there");
  }

  function law(
    name: Law,
    value: (r: JudgedRanking, k: number) => number,
    changes: Partial<ComputedMetric> = {},
  ): Metric {
    return reading(recall, value, { laws: [name], ...changes });
  }
});
