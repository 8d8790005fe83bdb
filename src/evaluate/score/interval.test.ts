import fc from "fast-check";
import { expect, it } from "vitest";
import { evaluate } from "../evaluate.ts";
import { intervalOf } from "./interval.ts";
import { readResult } from "./read-result.ts";

const gold = { q1: ["x"], q2: ["x"], q3: ["x"], q4: ["x"] };
const run = { q1: ["x"], q2: ["-", "x"], q3: ["-"], q4: ["x"] };

it("is Student's t for a mean, and Wilson's for a share", () => {
  const result = evaluate({ gold, run, metrics: ["rr", "hit@1"] });
  // 1, 0.5, 0, 1: mean 0.625, sd 0.4787136, t(3) 3.1824463; rr is from 0 to 1.
  expect(result.mean("rr").interval!.map((x) => x.toFixed(6))).toEqual(["0.000000", "1.000000"]);
  expect(intervalOf([1, 0.5, 0, 1], { yesNo: false })!.map((x) => x.toFixed(6))).toEqual([
    "-0.136740",
    "1.386740",
  ]);
  // 2 of 4
  expect(result.mean("hit@1").interval!.map((x) => x.toFixed(6))).toEqual(["0.150039", "0.849961"]);
});

it("is none where nothing can be said: one query, or scores that are all the same", () => {
  expect(intervalOf([0.5], { yesNo: false })).toBeUndefined();
  expect(intervalOf([1], { yesNo: true })).toBeUndefined();
  expect(intervalOf([0.5, 0.5, 0.5], { yesNo: false })).toBeUndefined();
  // Of shares it can be said.
  expect(intervalOf([1, 1, 1], { yesNo: true })![1]).toBe(1);
  expect(intervalOf([1, 1, 1], { yesNo: true })![0]).toBeGreaterThan(0.4);
});

it("takes values that a dialect makes of yes and no as they are", () => {
  expect(intervalOf([1, 0.5, 0], { yesNo: true })).toEqual(intervalOf([1, 0.5, 0], { yesNo: false }));
});

it("ends where the metric ends, and no sooner", () => {
  const unit = [0, 1] as const;
  expect(intervalOf([0.9, 1, 1, 0.8], { yesNo: false, range: unit })![1]).toBe(1);
  // Half a range, and scores that lie outside, as some tools give them.
  const open = [0, Number.POSITIVE_INFINITY] as const;
  expect(intervalOf([0.9, 1, 1, 0], { yesNo: false, range: open })).toEqual([
    0,
    intervalOf([0.9, 1, 1, 0], { yesNo: false })![1],
  ]);
  expect(intervalOf([1.6, 0.1, 0.2], { yesNo: false, range: unit })).toEqual(
    intervalOf([1.6, 0.1, 0.2], { yesNo: false }),
  );
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2 }), (values) => {
      const found = intervalOf(values, { yesNo: false, range: unit });
      if (found === undefined) return;
      const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
      expect(found[0]).toBeGreaterThanOrEqual(0);
      expect(found[0]).toBeLessThanOrEqual(mean + 1e-12);
      expect(found[1]).toBeGreaterThanOrEqual(mean - 1e-12);
      expect(found[1]).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200, seed: 13 },
  );
});

it("keeps the range of a metric in JSON", () => {
  const result = evaluate({ gold, run, metrics: ["rr", "dcg", "utility"] });
  const json = JSON.parse(JSON.stringify(result));
  expect(json.reading.metrics).toMatchObject({ dcg: { range: [0, null] }, utility: { range: [null, null] } });
  expect(json.reading.metrics).not.toHaveProperty("rr");
  const again = readResult(json);
  for (const metric of ["rr", "dcg", "utility"]) {
    expect(again.range(metric)).toEqual(result.range(metric));
    expect(again.mean(metric)).toEqual(result.mean(metric));
  }
  json.reading.metrics.dcg.range = [0];
  expect(() => readResult(json)).toThrow("range");
});

it("is none for what is no plain mean of the scored queries", () => {
  // A geometric mean, and a sum.
  const own = evaluate({ gold, run, metrics: ["gm-ap", "count(of=relevant)"] });
  expect(own.mean("gm-ap").interval).toBeUndefined();
  expect(own.summary().map(({ interval }) => interval)).toEqual([undefined, undefined]);
});

it("goes through JSON and back, with rows and without", () => {
  const result = evaluate({ gold, run, metrics: ["rr", "hit@1"] });
  const json = JSON.parse(JSON.stringify(result));
  expect(json.runs[0].summary.rr.interval).toEqual(result.mean("rr").interval);
  expect(readResult(json).summary()).toEqual(result.summary());
  expect(readResult(json).yesNo("hit@1")).toBe(true);
  const { queries: _, ...means } = json.runs[0];
  expect(readResult({ ...json, runs: [means] }).mean("rr").interval).toEqual(result.mean("rr").interval);
  means.summary.rr.interval = [0.1];
  expect(() => readResult({ ...json, runs: [means] })).toThrow("interval");
});
