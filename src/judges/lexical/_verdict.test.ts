import { expect, it } from "vitest";
import { verdictOf } from "./_verdict.ts";
import type { ChunkSupport } from "./support.ts";

const thresholds = { full: 0.5, partial: 0.4, relevant: 0.5, question: 0.3 };
const found = (more: Partial<ChunkSupport>): ChunkSupport =>
  ({ said: 0, confidence: 0, focus: true, by: [3, 1], ...more }) as ChunkSupport;

it("a threshold that is just reached is reached", () => {
  expect(verdictOf(found({ said: 0.5, confidence: 0.5 }), thresholds)).toEqual({ level: "full", by: [3, 1] });
  expect(verdictOf(found({ said: 0.4, confidence: 0.499 }), thresholds)).toEqual({
    level: "partial",
    by: [3, 1],
  });
  expect(verdictOf(found({ said: 0.399, confidence: 0.399 }), thresholds)).toBeUndefined();
});

it("what is missing takes full support away, not support in part", () =>
  expect(verdictOf(found({ said: 1, confidence: 0 }), thresholds)?.level).toBe("partial"));

it("without the words of its own, or without a statement, there is no support", () => {
  expect(verdictOf(found({ said: 1, confidence: 1, focus: false }), thresholds)).toBeUndefined();
  expect(verdictOf(found({ said: 1, confidence: 1, by: [] }), thresholds)).toBeUndefined();
});
