import { describe, expect, it } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import {
  gateRules,
  metricAndNumber,
  type RuleSource,
  rulesFrom,
  ruleText,
  type SourcedRule,
} from "./rules.ts";

const refusal = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    if (error instanceof GoldieError) return `${error.problem.code}/${error.problem.reason}`;
    throw error;
  }
  return "accepted";
};

describe("rules of a gate", () => {
  it("become one kind each", () => {
    expect(
      gateRules([
        { metric: "recall@5", min: 0.8 },
        { metric: "ndcg@10", notWorseThan: "baseline", margin: 0.02, where: { lang: "de" } },
        { must: "hit@5", where: { critical: "yes" } },
        { metric: "unjudged@10", min: 0, max: 0.3 },
      ]),
    ).toEqual([
      { kind: "min", metric: "recall@5", value: 0.8 },
      { kind: "not-worse", metric: "ndcg@10", margin: 0.02, where: { lang: "de" } },
      { kind: "must", metric: "hit@5", where: { critical: "yes" } },
      { kind: "min", metric: "unjudged@10", value: 0 },
      { kind: "max", metric: "unjudged@10", value: 0.3 },
    ]);
  });

  it.each([
    [{ metric: "rr" }, "no-limit"],
    [{ min: 0.5 }, "no-metric"],
    [{ metric: "rr", min: Number.NaN }, "number"],
    [{ metric: "rr", min: 0.5, margin: 0.1 }, "margin"],
    [{ metric: "rr", notWorseThan: "baseline" as const, margin: -0.1 }, "margin"],
    [{ metric: "rr", must: "hit@5" }, "must-alone"],
    [{ metric: "rr", minimum: 0.5 }, "unknown-key"],
    [{ metric: "rr", notWorseThan: "yesterday" as "baseline" }, "baseline-only"],
  ])("refuse %j", (rule, reason) => {
    expect(refusal(() => gateRules([rule]))).toBe(`bad-rule/${reason}`);
  });
});

describe("METRIC=NUMBER", () => {
  it("cuts at the last sign outside parentheses", () => {
    expect(metricAndNumber("recall@5=0.8")).toEqual({ metric: "recall@5", value: 0.8 });
    expect(metricAndNumber("f(beta=2)@5=0.8")).toEqual({ metric: "f(beta=2)@5", value: 0.8 });
    expect(metricAndNumber("f(beta=2)@5")).toEqual({ metric: "f(beta=2)@5" });
    expect(metricAndNumber("ndcg@10")).toEqual({ metric: "ndcg@10" });
    expect(metricAndNumber("leak@10=0")).toEqual({ metric: "leak@10", value: 0 });
  });
  it.each(["=0.8", "rr=", "rr=high", "rr=Infinity"])("refuses %s", (text) => {
    expect(refusal(() => metricAndNumber(text))).toBe("bad-rule/flag");
  });
});

it("writes a rule as a flag does", () => {
  expect(ruleText({ kind: "not-worse", metric: "rr", margin: 0.02, where: { lang: "de" } })).toBe(
    "not-worse rr=0.02 where lang=de",
  );
});

describe("rules of several sources", () => {
  const stored: RuleSource = {
    from: "goldie.baseline.json",
    rules: [
      { metric: "recall@5", min: 0.8 },
      { metric: "ndcg@10", notWorseThan: "baseline" },
      { metric: "recall@5", min: 0.5, where: { lang: "de", kind: "fact" } },
    ],
  };
  const texts = (rules: readonly SourcedRule[]) =>
    rules.map(({ rule, from, instead }) => [ruleText(rule), from, instead && ruleText(instead.rule)]);

  it("are added; one about the same takes the place of the earlier one", () => {
    expect(
      texts(
        rulesFrom(
          [stored, { from: "goldie.config.ts", rules: [{ metric: "recall@5", min: 0.7 }] }],
          [
            { metric: "ndcg@10", notWorseThan: "baseline", margin: 0.02 },
            { metric: "recall@5", min: 0.4, where: { kind: "fact", lang: "de" } },
            { must: "hit@5" },
          ],
        ),
      ),
    ).toEqual([
      ["min recall@5=0.7", "goldie.config.ts", "min recall@5=0.8"],
      ["not-worse ndcg@10=0.02", undefined, "not-worse ndcg@10"],
      [
        "min recall@5=0.4 where kind=fact where lang=de",
        undefined,
        "min recall@5=0.5 where lang=de where kind=fact",
      ],
      ["must hit@5", undefined, undefined],
    ]);
  });
  it("are one where they say the same, and others of one source stand beside each other", () => {
    const twice = [
      { metric: "rr", min: 0.5 },
      { metric: "rr", min: 0.5 },
      { metric: "rr", notWorseThan: "baseline" as const },
      { metric: "rr", notWorseThan: "baseline" as const, margin: 0.1 },
    ];
    expect(texts(rulesFrom([], twice)).map(([text]) => text)).toEqual([
      "min rr=0.5",
      "not-worse rr",
      "not-worse rr=0.1",
    ]);
    expect(texts(rulesFrom([{ from: "a", rules: [{ metric: "rr", min: 0.5 }] }], twice.slice(0, 1)))).toEqual(
      [["min rr=0.5", undefined, undefined]],
    );
  });
  it("name their source in errors", () => {
    expect(() => rulesFrom([{ from: "goldie.config.ts", rules: [{ metric: "rr" }] }])).toThrow(
      "rule 1 of goldie.config.ts has nothing to check",
    );
  });
});

it("reads rules about latency", () => {
  expect(gateRules([{ metric: "latency-p95", max: 300 }])).toEqual([
    { kind: "latency", metric: "latency-p95", percent: 95, value: 300 },
  ]);
  expect(gateRules([{ metric: "latency.p99.9", max: 300, where: { lang: "de" } }])[0]).toMatchObject({
    metric: "latency-p99.9",
    percent: 99.9,
    where: { lang: "de" },
  });
  expect(() => gateRules([{ metric: "latency-p95", min: 3 }])).toThrow("an upper limit only");
  expect(() => gateRules([{ metric: "latency-p101", max: 3 }])).toThrow("not a percentile");
  expect(() => gateRules([{ metric: "latency-p95", max: 0 }])).toThrow("not a percentile");
});
