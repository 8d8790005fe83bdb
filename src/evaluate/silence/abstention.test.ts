import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, readResult } from "../../index.ts";
import { type AbstentionCurve, type AbstentionScores, abstention } from "./abstention.ts";

const curveOf = (scores: AbstentionScores, maxLost?: number): AbstentionCurve => {
  const made = abstention(scores, maxLost === undefined ? {} : { maxLost });
  if ("refused" in made) throw new Error(made.refused);
  return made;
};

describe("by hand", () => {
  it("scores that a threshold separates have area 1", () => {
    expect(curveOf({ unanswerable: [1, 2], answerable: [3, 4, 5] })).toEqual({
      unanswerable: 2,
      answerable: 3,
      area: 1,
      maxLost: 0.05,
      threshold: { score: 3, silenced: 2, lost: 0 },
      curve: [
        { score: 1, silenced: 0, lost: 0 },
        { score: 2, silenced: 1, lost: 0 },
        { score: 3, silenced: 2, lost: 0 },
        { score: 4, silenced: 2, lost: 1 },
        { score: 5, silenced: 2, lost: 2 },
      ],
    });
  });

  it("equal scores fall silent as a block, and count half", () => {
    // Pairs (unanswerable, answerable): 1<2, 1<3, 2=2, 2<3: (1 + 1 + 0.5 + 1) / 4.
    expect(curveOf({ unanswerable: [1, 2], answerable: [2, 3] }).area).toBe(0.875);
    expect(curveOf({ unanswerable: [7, 7], answerable: [7, 7, 7] }).area).toBe(0.5);
    expect(curveOf({ unanswerable: [9], answerable: [1] }).area).toBe(0);
  });

  it("the threshold loses at most 5 %", () => {
    const answerable = Array.from({ length: 40 }, (_, i) => i + 1);
    // 2 of 40 are 5 %: those with scores 1 and 2.
    expect(curveOf({ unanswerable: [0, 2.5, 3.5], answerable }).threshold).toEqual({
      score: 3,
      silenced: 2,
      lost: 2,
    });
    expect(curveOf({ unanswerable: [0, 2.5, 3.5], answerable }, 0).threshold).toEqual({
      score: 1,
      silenced: 1,
      lost: 0,
    });
  });

  it("a threshold that silences nothing is none, and of two that silence as much the one that loses less is taken", () => {
    expect(curveOf({ unanswerable: [7, 7], answerable: [7, 7, 7] }).threshold).toBeUndefined();
    expect(curveOf({ unanswerable: [9], answerable: [1, 10] }, 0).threshold).toBeUndefined();
    expect(curveOf({ unanswerable: [1], answerable: [2, 3, 4] }, 1).threshold).toEqual({
      score: 2,
      silenced: 1,
      lost: 0,
    });
  });

  it("queries without hits are silent at any threshold", () => {
    const made = curveOf({ unanswerable: [undefined, 5], answerable: [undefined, 6] });
    // Pairs: none = none, none < 6, 5 > none, 5 < 6.
    expect(made.area).toBe((0.5 + 1 + 0 + 1) / 4);
    expect(made.curve[0]).toEqual({ score: 5, silenced: 1, lost: 1 });
    expect(made.threshold).toBeUndefined();
  });

  it.each([
    ["not-comparable", { unanswerable: [1], answerable: [2] }, { comparableScores: false }],
    ["no-unanswerable", { unanswerable: [], answerable: [2] }, {}],
    ["no-answerable", { unanswerable: [1], answerable: [] }, {}],
    ["no-scores", { unanswerable: [undefined], answerable: [undefined] }, {}],
  ])("%s is a refusal", (refused, scores, options) => {
    expect(abstention(scores, options)).toEqual({ refused });
  });
});

it("the area is within 0 and 1 and that of the pairs, the curve never falls", () => {
  const scores = fc.array(fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(
      scores,
      scores,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (unanswerable, answerable, maxLost) => {
        const made = abstention({ unanswerable, answerable }, { maxLost });
        if ("refused" in made) return made.refused === "no-scores";
        const low = (x: number | undefined): number => x ?? Number.NEGATIVE_INFINITY;
        let pairs = 0;
        for (const u of unanswerable)
          for (const a of answerable) pairs += low(u) < low(a) ? 1 : low(u) === low(a) ? 0.5 : 0;
        const { area, curve, threshold } = made;
        const rises = curve.every((point, i) => {
          const before = curve[i - 1] ?? { score: Number.NEGATIVE_INFINITY, silenced: 0, lost: 0 };
          return point.score > before.score && point.silenced >= before.silenced && point.lost >= before.lost;
        });
        const kept = threshold === undefined || threshold.lost <= maxLost * answerable.length;
        const expected = pairs / (unanswerable.length * answerable.length);
        return area >= 0 && area <= 1 && Math.abs(area - expected) < 1e-12 && rises && kept;
      },
    ),
    { seed: 20_261_117, numRuns: 500 },
  );
});

describe("of a run", () => {
  const gold = { q1: ["a"], q2: ["b"], u1: { relevant: [], answerable: false } };
  const run = { q1: { a: 3, x: 5 }, q2: { b: 4 }, u1: { x: 2, y: 1 } };

  it("reads the top score of every query", () => {
    const result = evaluate({ gold, run, metrics: ["rr"] });
    expect(result.abstention).toMatchObject({
      area: 1,
      answerable: 2,
      unanswerable: 1,
      threshold: { score: 4, silenced: 1, lost: 0 },
    });
    expect(readResult(JSON.parse(JSON.stringify(result))).abstention).toEqual(result.abstention);
  });

  it("is refused where scores cannot be compared, are not there, or rise", () => {
    const of = (one: object, more = {}) =>
      evaluate({ gold, run: one as typeof run, metrics: ["rr"], ...more }).abstention;
    expect(of(run, { comparableScores: false })).toEqual({ refused: "not-comparable" });
    expect(of({ ...run, q2: ["b"] })).toEqual({ refused: "no-scores" });
    const distances = [
      { id: "a", score: 0.1 },
      { id: "x", score: 0.7 },
    ];
    expect(of({ ...run, q1: distances })).toEqual({ refused: "not-descending" });
    expect(evaluate({ gold: { q1: ["a"] }, run, metrics: ["rr"] }).abstention).toBeUndefined();
  });
});
