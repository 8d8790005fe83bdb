/** Id rules from the caller's side: what they match, and what the result says of them. */
import { describe, expect, test } from "vitest";
import { defineMetric, type EvaluateOptions, evaluate, GoldieError } from "../src/index.ts";

const recall = (options: Partial<EvaluateOptions>) =>
  evaluate({ gold: { q1: ["doc-1", "doc-2"] }, run: { q1: [] }, metrics: ["recall@2"], ...options }).mean(
    "recall@2",
  ).mean;
const chunks = { q1: ["doc-1::chunk-0", "doc-1::chunk-4", "doc-2::chunk-1"] };

describe("a rule", () => {
  test("turns chunks into documents; a document earns once", () => {
    expect(recall({ run: chunks })).toBe(0);
    expect(recall({ run: chunks, match: { ids: "chunk-suffix", on: "hits" } })).toBe(0.5);
  });
  test("with unit document, k counts documents", () => {
    expect(recall({ run: chunks, match: { ids: "chunk-suffix", on: "hits" }, unit: "doc" })).toBe(1);
  });
  test("on both sides, or on hits only", () => {
    const options = { gold: { q1: ["DOC-1"] }, run: { q1: ["doc-1"] } };
    expect(recall({ ...options, match: { ids: "lower", on: "hits" } })).toBe(0);
    expect(recall({ ...options, match: { ids: "lower", on: "both" } })).toBe(1);
  });
  test("may be several, a pattern, or a function", () => {
    const options = { gold: { q1: ["1"] }, run: { q1: ["DOC-1::chunk-3"] } };
    for (const ids of ["chunk-suffix+s/^doc-//i", "/doc-(\\d+)/i", (id: string) => id.slice(4, 5)])
      expect(recall({ ...options, match: { ids, on: "hits" } })).toBe(1);
  });
  test("two gold ids that become one are worth the better grade", () => {
    const result = evaluate({
      gold: { q1: { "a#1": 0, "a#2": 3, "b#1": 1 } },
      run: { q1: ["a#9", "b#9"] },
      metrics: ["dcg@1", "recall@1"],
      match: { ids: "chunk-suffix", on: "both" },
    });
    expect(result.mean("dcg@1").mean).toBe(3);
    expect(result.mean("recall@1").mean).toBe(0.5);
  });
  test.each([
    [{ ids: "chunk-sufix", on: "hits" }, "unknown-name"],
    [{ ids: "s/a", on: "hits" }, "bad-id-rule"],
    [{ ids: "lower", on: "gold" }, "bad-rule"],
    [{ ids: "lower" }, "bad-rule"],
    [{ ids: () => 5, on: "hits" }, "bad-id-rule"],
  ])("that cannot be followed is refused: %j", (match, code) => {
    const call = () => recall({ run: chunks, match: match as never });
    expect(call).toThrow(GoldieError);
    try {
      call();
    } catch (error) {
      expect((error as GoldieError).problem.code).toBe(code);
    }
  });
});

describe("functions", () => {
  const cut = (id: string) => id.split("::")[0]!;
  test("are named in the rules of the result, which are plain data", () => {
    const result = evaluate({
      gold: { q1: ["a"] },
      run: { q1: ["a::1"] },
      metrics: ["rr"],
      match: { ids: cut, on: "both" },
    });
    expect(result.rules["match"]).toEqual({ ids: "function cut", on: "both" });
    expect(result.rules["byMetric"]).toBeUndefined();
    expect(JSON.parse(JSON.stringify(result.toJSON().rules))).toEqual(result.toJSON().rules);
  });
  test("that differ are two rules, though they look alike", () => {
    const found = (ids: (id: string) => string) =>
      defineMetric({
        kind: "computed",
        id: ids === cut ? "by-cut" : "by-other",
        title: "t",
        definition: "d",
        formula: "f",
        steps: ["s"],
        cite: "c",
        params: {},
        needs: ["grades"],
        direction: "higher",
        range: [0, 1],
        best: "b",
        worst: "w",
        aggregate: "mean",
        laws: [],
        match: { ids, on: "hits" },
        compute: (r) => ({ status: "scored", value: r.relevant[0]! }),
        explain: (r) => ({ op: "value", what: "x", value: r.relevant[0]! }),
      });
    const result = evaluate({
      gold: { q1: ["a"] },
      run: { q1: ["a::1"] },
      metrics: [found(cut), found((id) => id)],
    });
    expect(result.metrics.map((metric) => result.mean(metric).mean)).toEqual([1, 0]);
  });
});
