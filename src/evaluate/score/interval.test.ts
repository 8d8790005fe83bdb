import { expect, it } from "vitest";
import { evaluate } from "../evaluate.ts";
import { intervalOf } from "./interval.ts";
import { readResult } from "./read-result.ts";

const gold = { q1: ["x"], q2: ["x"], q3: ["x"], q4: ["x"] };
const run = { q1: ["x"], q2: ["-", "x"], q3: ["-"], q4: ["x"] };

it("is Student's t for a mean, and Wilson's for a share", () => {
  const result = evaluate({ gold, run, metrics: ["rr", "hit@1"] });
  // 1, 0.5, 0, 1: mean 0.625, sd 0.4787136, t(3) 3.1824463
  expect(result.mean("rr").interval!.map((x) => x.toFixed(6))).toEqual(["-0.136740", "1.386740"]);
  // 2 of 4
  expect(result.mean("hit@1").interval!.map((x) => x.toFixed(6))).toEqual(["0.150039", "0.849961"]);
});

it("is none where nothing can be said: one query, or scores that are all the same", () => {
  expect(intervalOf([0.5], false)).toBeUndefined();
  expect(intervalOf([1], true)).toBeUndefined();
  expect(intervalOf([0.5, 0.5, 0.5], false)).toBeUndefined();
  // Of shares it can be said.
  expect(intervalOf([1, 1, 1], true)![1]).toBe(1);
  expect(intervalOf([1, 1, 1], true)![0]).toBeGreaterThan(0.4);
});

it("takes values that a dialect makes of yes and no as they are", () => {
  expect(intervalOf([1, 0.5, 0], true)).toEqual(intervalOf([1, 0.5, 0], false));
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
