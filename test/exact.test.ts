/** Sums and products in the order in which the tool adds and multiplies: the fourth decimal hangs on the last bit. */
import { describe, expect, it } from "vitest";
import { fixed } from "../src/core/numbers.ts";
import { evaluate } from "../src/index.ts";

/** A list of n hits, relevant ones (d1, d2 …) at the given ranks, and so many relevant documents in all. */
function found(ranks: readonly number[], n: number, relevant: number) {
  const gold = Object.fromEntries(Array.from({ length: relevant }, (_, i) => [`d${i + 1}`, 1]));
  let next = 1;
  const hits = Array.from({ length: n }, (_, i) => (ranks.includes(i + 1) ? `d${next++}` : `x${i}`));
  return { gold: { q1: gold }, run: { q1: hits.map((id, i) => ({ id, score: n - i })) } };
}
const printed = (
  data: {
    gold: Parameters<typeof evaluate>[0]["gold"];
    run: NonNullable<Parameters<typeof evaluate>[0]["run"]>;
  },
  metric: string,
): string => fixed(evaluate({ ...data, metrics: [metric], as: "trec_eval" }).mean(metric).mean!, 4);

describe("as trec_eval adds up", () => {
  it("11pt_avg: from the last recall level to the first", () => {
    expect(printed(found([10, 29, 32], 40, 8), "11pt_avg")).toBe("0.0437");
  });
  it("rbp_resid: the chance to go on, and then what is unjudged", () => {
    const gold = { q1: { a: 1 }, q2: { a: 1, b: 1, c: 0 } };
    const run = { q1: { x: 1 }, q2: { a: 4, y: 3, b: 2, c: 1 } };
    expect(printed({ gold, run }, "rbp_resid")).toBe("0.8731");
  });
  it("set_F.2: from left to right", () => {
    expect(printed(found([1, 2, 3, 4, 5], 6, 13), "set_F.2")).toBe("0.4687");
  });
  it("gm_map: e to the logarithm of 7/32 is a little less than 7/32", () => {
    expect(printed(found([1, 4, 12], 20, 8), "map")).toBe("0.2188");
    expect(printed(found([1, 4, 12], 20, 8), "gm_map")).toBe("0.2187");
  });
  it("gm_bpref: the same of 7 relevant documents found of 32", () => {
    expect(printed(found([1, 2, 3, 4, 5, 6, 7], 7, 32), "bpref")).toBe("0.2188");
    expect(printed(found([1, 2, 3, 4, 5, 6, 7], 7, 32), "gm_bpref")).toBe("0.2187");
  });
  it("ndcg_rel: those not retrieved times DCG, and then divided by the ideal", () => {
    // One of eight, at rank 2; in the other order the last digits are 01.
    const result = evaluate({ ...found([2], 5, 8), metrics: ["ndcg_rel"], as: "trec_eval" });
    expect(result.score("q1", "ndcg_rel")).toEqual({ status: "scored", value: 0.187997043388602 });
  });
});

describe("the ideal list of Compat, as ir_measures sorts it", () => {
  const compat = (gold: Record<string, number>, run: Record<string, number>): number =>
    evaluate({
      gold: { q1: { grades: gold } },
      run: { q1: run },
      metrics: ["Compat(p=0.8)"],
      as: "ir_measures",
    }).mean("Compat(p=0.8)").mean!;
  /** As the tool computes it: at each depth, of so many, how many are in both lists. */
  const overlap = (ranking: readonly string[], ideal: readonly string[]): number => {
    const depth = Math.max(ranking.length, ideal.length);
    const both = (a: readonly string[], b: readonly string[], d: number) =>
      a.slice(0, d).filter((id) => b.slice(0, d).includes(id)).length / d;
    let [score, best] = [0, 0];
    for (let d = 1; d <= depth; d++) {
      score += 0.8 ** (d - 1) * both(ranking, ideal, d);
      best += 0.8 ** (d - 1) * both(ideal, ideal, d);
    }
    return score / best;
  };
  it("negative scores: what was not retrieved has 0 and comes first", () => {
    const grades = { a: 1, b: 1, c: 1, d: 2 };
    expect(compat(grades, { a: -1, x: -2, b: -3 })).toBeCloseTo(
      overlap(["a", "x", "b"], ["d", "c", "a", "b"]),
      14,
    );
  });
  it("equal scores: as the judgements come, where the list goes by id", () => {
    const grades = { c: 1, a: 1, b: 1 };
    expect(compat(grades, { a: 2, b: 2, x: 2, c: 2 })).toBeCloseTo(
      overlap(["a", "b", "c", "x"], ["c", "a", "b"]),
      14,
    );
  });
});
