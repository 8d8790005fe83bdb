import { expect, test } from "vitest";
import { evaluate } from "../../evaluate/evaluate.ts";
import type { RankingInput } from "../../evaluate/input/read-run.ts";
import { hasFailures } from "./reports.ts";

const scored = (q1: RankingInput) => ({
  runs: [{ result: evaluate({ gold: { q1: ["a"], q2: ["b"] }, run: { q1, q2: ["b"] }, metrics: ["rr"] }) }],
});

test("a score that could not be found out is a failure; one that is 0 or has no value is not", () => {
  expect(hasFailures(scored(new Error("time-out")))).toBe(true);
  expect(hasFailures(scored([]))).toBe(false);
  expect(hasFailures(scored(["x"]))).toBe(false);
});
