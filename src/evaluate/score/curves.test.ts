import { expect, test } from "vitest";
import { evaluate } from "../evaluate.ts";
import { curveCutoffs, curvesOf, recallLevels } from "./curves.ts";
import { readResult } from "./read-result.ts";

const gold = {
  q1: { a: 2, b: 1, c: 0 },
  q2: { d: 1 },
  q3: { e: 1, f: 1, g: 1 },
  q4: { relevant: [], answerable: false },
  q5: [["a", "b"], ["c"]],
  q6: [["x"]],
};
const run = {
  q1: ["c", "a", "x", "b"],
  q2: ["x", "y", "z"],
  q4: ["a"],
  q5: ["x", "b", "y", "c"],
  q6: new Error("timeout"),
};

test.each([undefined, "trec_eval"])("each point is the mean of its metric (as: %s)", (as) => {
  const scored = Object.fromEntries(
    Object.entries(run).map(([q, hits]) => [
      q,
      Array.isArray(hits) ? hits.map((id, i) => ({ id, score: 9 - i })) : hits,
    ]),
  );
  // trec_eval stops at a query that the run lacks.
  const { q1, q2 } = gold;
  const rules = as === undefined ? { gold, run: scored } : { gold: { q1, q2 }, run: scored, as };
  const result = evaluate({ ...rules, metrics: as === undefined ? ["ndcg@3"] : ["ndcg"] });
  const cutoffs = curveCutoffs(4);
  const curves = curvesOf(result, cutoffs);
  for (const [metric, curve, xs] of [
    ["recall", curves.recall, cutoffs],
    ["group-recall", curves.groupRecall, cutoffs],
    ["iprec", curves.precision, recallLevels],
  ] as const) {
    const names = xs.map((x) => (metric === "iprec" ? `iprec(at=${x})` : `${metric}@${x}`));
    const printed = evaluate({ ...rules, metrics: names });
    // trec_eval knows no groups.
    if (as !== undefined && metric === "group-recall") {
      expect(curve).toBeUndefined();
      continue;
    }
    expect(curve?.y).toEqual(names.map((name) => printed.mean(name).mean));
    expect(curve?.intervals).toEqual(names.map((name) => printed.mean(name).interval ?? null));
    expect(curve?.n).toBe(printed.mean(names.at(-1)!).counts.scored);
  }
  expect(curves.unjudged).toBe(evaluate({ ...rules, metrics: ["unjudged@10"] }).mean("unjudged@10").mean);
});

test("cut-offs go as far as lists do", () => {
  expect(curveCutoffs(0)).toEqual([1]);
  expect(curveCutoffs(3)).toEqual([1, 2, 3]);
  expect(curveCutoffs(14)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14]);
  expect(curveCutoffs(99).slice(-2)).toEqual([50, 99]);
  expect(curveCutoffs(100).slice(-2)).toEqual([50, 100]);
  expect(curveCutoffs(5000).at(-1)).toBe(100);
});

test("a curve without a mean is absent", () => {
  const result = evaluate({ gold: { q: [["a"]] }, run: { q: ["a"] }, metrics: ["group-recall@5"] });
  expect(Object.keys(curvesOf(result, [1]))).toEqual(["groupRecall"]);
});

test("scores that were read have no curves", () => {
  const result = evaluate({ gold, run, metrics: ["rr"] });
  const read = readResult(JSON.parse(JSON.stringify(result)));
  expect(() => curvesOf(read, [1])).toThrow(/hits/);
});
