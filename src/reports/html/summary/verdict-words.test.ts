import { expect, test } from "vitest";
import { madeView, twoRuns } from "../../../../test/browser/_views.ts";
import type { MetricVerdict, VerdictCall } from "../../../evaluate/compare/comparison.ts";
import { verdictSentence } from "../../compare/sentences.ts";
import { disagreement, headlineOfMany, splitSentence } from "./verdict-words.ts";

const verdict = (call: VerdictCall, metric = "rr"): MetricVerdict => ({
  ...twoRuns.view.pairs[0]!.verdicts[0]!,
  metric,
  call,
});

test("a sentence in its parts", () => {
  expect(
    splitSentence("rr +0.012 (95 % CI −0.004 to +0.028): could be noise. With these 96 queries."),
  ).toEqual({
    start: "rr +0.012",
    interval: " (95 % CI −0.004 to +0.028)",
    end: ": could be noise.",
    rest: "With these 96 queries.",
  });
  expect(splitSentence("ndcg(gain=exp)@10 +0.1 (95 % CI 0 to +0.2): a real improvement.").start).toBe(
    "ndcg(gain=exp)@10 +0.1",
  );
  expect(splitSentence("rr: no difference in any of the 3 queries.")).toMatchObject({
    interval: "",
    end: "",
    rest: "",
  });
});

test("nothing of a sentence is lost", () => {
  for (const call of ["better", "worse", "noise", "same", "too-few"] as const) {
    const text = verdictSentence(verdict(call), 0.95, 3);
    const { start, interval, end, rest } = splitSentence(text);
    expect(`${start}${interval}${end}${rest === "" ? "" : ` ${rest}`}`).toBe(text);
  }
});

test("metrics that say something else are named", () => {
  const of = (...calls: VerdictCall[]) =>
    disagreement({ verdicts: calls.map((call, i) => verdict(call, `m${i}`)) }, 0);
  expect(of("better", "worse", "noise")).toBe("But m1 shows a real regression.");
  expect(of("noise", "better", "better", "worse")).toBe(
    "But m1 and m2 show a real improvement; m3 shows a real regression.",
  );
  expect(of("worse", "worse", "noise")).toBeUndefined();
  expect(disagreement({ verdicts: [null, verdict("worse", "ap")] }, 0)).toBe(
    "But ap shows a real regression.",
  );
});

test("several runs against the baseline are counted", () => {
  const { view } = madeView({ runs: ["base", "x", "y"], queries: 40 });
  const pairs = view.pairs.map((pair, i) => ({ ...pair, verdicts: [i === 0 ? verdict("better") : null] }));
  expect(headlineOfMany({ ...view, pairs }, 0)).toBe(
    "recall@5 of 2 runs against base: 1 really better, 1 not compared",
  );
});
