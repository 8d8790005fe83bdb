import { describe, expect, it } from "vitest";
import { GoldieError } from "../../core/problem.ts";
import { gateRules, metricAndNumber, ruleText } from "./rules.ts";

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
