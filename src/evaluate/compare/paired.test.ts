import { expect, it } from "vitest";
import { evaluate } from "../evaluate.ts";
import { pairScores, sharedQueries } from "./paired.ts";

const scores = (gold: Record<string, string[]>, run: Record<string, string[]>, metric = "rr") =>
  evaluate({ gold, run, metrics: [metric] });

it("joins by query id, whatever the order", () => {
  const a = scores({ q1: ["x"], q2: ["y"], q3: ["z"] }, { q1: ["x"], q2: ["-", "y"], q3: ["-"] });
  const b = scores({ q3: ["z"], q1: ["x"], q2: ["y"] }, { q1: ["-", "x"], q2: ["y"], q3: ["z"] });
  const pairs = pairScores("rr", a, b);
  expect(pairs.queries).toEqual(["q1", "q2", "q3"]);
  expect([...pairs.a]).toEqual([1, 0.5, 0]);
  expect([...pairs.b]).toEqual([0.5, 1, 1]);
});

it("names the queries of one side only", () => {
  const a = scores({ q1: ["x"], q2: ["y"] }, {});
  const b = scores({ q3: ["x"], q2: ["y"] }, {});
  const { shared, onlyA, onlyB } = sharedQueries(a, b);
  expect(shared).toEqual([{ query: "q2", a: 1, b: 1 }]);
  expect([onlyA, onlyB]).toEqual([["q1"], ["q3"]]);
});

it("leaves out what has no score on one side, and counts why; a failure is never 0", () => {
  const gold = { q1: ["x"], q2: [], q3: { groups: [["x"]] }, q4: ["x"] };
  const a = evaluate({ gold, run: { q1: ["x"], q2: ["x"], q3: ["x"], q4: ["x"] }, metrics: ["rr"] });
  const b = evaluate({
    gold,
    run: new Map<string, string[] | Error>([
      ["q1", ["x"]],
      ["q2", ["x"]],
      ["q3", ["x"]],
      ["q4", new Error("down")],
    ]),
    metrics: ["rr"],
  });
  const pairs = pairScores("rr", a, b);
  expect(pairs.queries).toEqual(["q1"]);
  expect(pairs.leftOut).toEqual({ undefined: 1, skipped: 1, failed: 1 });
});

it("knows metrics whose values are yes or no by their data", () => {
  const gold = { q1: ["x"], q2: ["y"] };
  const run = { q1: ["x"], q2: ["-", "y"] };
  const a = evaluate({ gold, run, metrics: ["hit@1", "rr"] });
  expect(pairScores("hit@1", a, a).yesNo).toBe(true);
  expect(pairScores("rr", a, a).yesNo).toBe(false);
});
