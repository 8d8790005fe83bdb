import fc from "fast-check";
import { expect, it } from "vitest";
import { evaluate } from "../evaluate.ts";
import type { Result } from "../score/result.ts";
import { compare } from "./compare.ts";
import { differencesTo } from "./differences.ts";

const METRICS = ["rr", "hit@1", "ndcg@3"];
const ranks = fc.integer({ min: 0, max: 4 });

/** Runs over the same queries; rank 0: not retrieved. */
function systems(rows: readonly (readonly number[])[], more: object = {}): Result[] {
  const gold = Object.fromEntries(rows.map((_, i) => [`q${i}`, ["x"]]));
  return rows[0]!.map((_, side) => {
    const run = Object.fromEntries(
      rows.map((row, i) => {
        const list = Array.from({ length: 4 }, (_, r) => (r + 1 === row[side] ? "x" : `-${r}`));
        return [`q${i}`, list];
      }),
    );
    return evaluate({ gold, run, metrics: METRICS, name: `s${side}`, ...more });
  });
}

it("eval and compare never disagree", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(ranks, ranks, ranks), { minLength: 1, maxLength: 40 }), (rows) => {
      const results = systems(rows);
      const shown = differencesTo(results);
      const { pairs } = compare(results);
      expect(shown[0]!.size).toBe(0);
      pairs.forEach(({ verdicts }, i) => {
        for (const { flipP: _f, effect: _e, detectable: _d, needed: _n, ...verdict } of verdicts)
          expect(shown[i + 1]!.get(verdict.metric)).toEqual(verdict);
      });
    }),
    { numRuns: 60, seed: 13 },
  );
});

it("names means as a tool does, and has nothing to say without scores of single queries", () => {
  const results = systems(
    [
      [1, 2],
      [2, 1],
      [1, 3],
    ],
    { as: "trec_eval", metrics: ["recip_rank", "gm_map"] },
  );
  expect([...differencesTo(results)[1]!.keys()]).toEqual(["recip_rank"]);
  const none = results.map((result) => Object.create(result, { hasRows: { value: false } }) as Result);
  expect(differencesTo(none).map(({ size }) => size)).toEqual([0, 0]);
});
