import { describe, expect, test } from "vitest";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import { calibrate } from "./calibrate.ts";
import { correct, correctRecords, otherJudge } from "./correct.ts";
import { parseCalibration } from "./parse.ts";

const { calibration } = calibrate({
  // People: 1, 0, 1, 0; the judge: 1, 1, 1, 0.
  labels: [true, false, true, false].map((label, i) => ({ id: `q${i}`, claim: "c1", label, judge: i < 3 })),
  resamples: 10,
});
const known = { ...calibration, judge: { name: "scripted", version: "1", settings: { a: 1, b: 2 } } };

function record(id: string, supported: boolean): JudgementRecord {
  return {
    format: "goldie-judgement@1",
    id,
    question: "?",
    chunks: [{ text: "Yes.", statements: [{ id: "1.1", text: "Yes.", relevant: true }] }],
    claims: [{ id: "c1", text: "x", support: supported ? [{ chunk: 0, level: "full", by: ["1.1"] }] : [] }],
    judge: { name: "scripted", version: "1", settings: { b: 2, a: 1 } },
  };
}

describe("correct", () => {
  const values = new Map([1, 1, 0, 1, 1].map((x, i) => [`other${i}`, x]));
  test("the mean of other queries, less what the judge says too much, as far as it is believed", () => {
    const got = correct(calibration, "context-recall", values);
    if (got.status !== "known") throw new Error(got.because);
    // Covariance 1/6, variance of all 0.2; the mean of the people is 0.5, of the judge 0.75 on the same and 0.8 on all.
    expect(got.weight).toBeCloseTo(((1 / 6) * 5) / (0.2 * 9), 12);
    expect(got.value).toBeCloseTo(got.weight * 0.8 + 0.5 - got.weight * 0.75, 12);
    expect(got).toMatchObject({ judge: 0.8, labelled: 4, judged: 5 });
    expect(got.low).toBeGreaterThanOrEqual(0);
    expect(got.high).toBeLessThanOrEqual(1);
  });
  test("all of the labelled ones again: what people said", () => {
    const same = new Map([1, 1, 1, 0].map((x, i) => [`q${i}`, x]));
    expect(correct(calibration, "context-recall", same)).toMatchObject({
      value: 0.5,
      judge: 0.75,
      weight: 0,
    });
  });
  test("nothing known of a metric, nothing judged", () => {
    const none = { status: "undefined", because: "no-data" };
    expect(correct(calibration, "context-relevancy", values)).toEqual(none);
    expect(correct(calibration, "context-recall", new Map())).toEqual(none);
  });
  test("from records: those without a value are left out", () => {
    const hole = { part: "claims" as const, problem: { code: "x", what: "no reply", fix: "again" } };
    const records = [true, true, false, true, true].map((yes, i) => record(`other${i}`, yes));
    const { metrics, problems } = correctRecords(known, [
      ...records,
      { ...record("hole", true), unjudged: [hole] },
    ]);
    expect(problems).toEqual([]);
    expect([...metrics]).toEqual([["context-recall", correct(calibration, "context-recall", values)]]);
  });
  test("a calibration of another judge is reported", () => {
    const other = { ...record("a", true), judge: { name: "scripted", version: "2", prompts: "0123456789" } };
    expect(correctRecords(known, [other]).problems).toMatchObject([
      {
        code: "calibration-of-another-judge",
        what: "the calibration is for scripted@1, but the records are by scripted@2 (prompts 01234567)",
      },
    ]);
    expect(otherJudge(calibration, other.judge)).toBeUndefined();
  });
});

describe("a calibration from a file", () => {
  test("is read again", () => {
    expect(parseCalibration(JSON.parse(JSON.stringify(known)))).toEqual(known);
  });
  test.each([
    [null, "no format"],
    [{ format: "goldie-calibration@9" }, "unknown format"],
    [{ ...known, confidence: 95 }, "confidence"],
    [{ ...known, partial: 1 }, "partial"],
    [{ ...known, metrics: [{ metric: "context-recall", labelled: { q: [1, null] } }] }, "labelled queries"],
    [{ ...known, metrics: [null] }, "labelled queries"],
  ])("%j is refused", (value, what) => {
    expect(() => parseCalibration(value, { file: "cal.json" })).toThrow(what);
    expect(() => parseCalibration(value, { file: "cal.json" })).toThrow("cal.json");
  });
});
