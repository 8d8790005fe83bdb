import { describe, expect, it } from "vitest";
import { below, randomFrom, shuffled } from "../src/core/random.ts";
import { prepare } from "../src/index.ts";

const DOCS = ["a", "b", "c", "d"];
const ALPHAS = [0, 0.3, 0.5, 1];
const CUTOFFS = ["", "@1", "@2", "@3"];

const metricsOf = (names: readonly string[], cutoffs: readonly string[], more = ""): string[] =>
  names.flatMap((name) =>
    cutoffs.flatMap((k) => ALPHAS.map((alpha) => `${name}(alpha=${alpha}${more})${k}`)),
  );
const NORMALISED = [
  ...metricsOf(["alpha-ndcg", "nerr-ia"], CUTOFFS),
  ...metricsOf(["nnrbp"], [""]),
  ...metricsOf(["nnrbp"], [""], ",beta=0.8"),
];
const OTHERS = [
  ...metricsOf(["alpha-dcg", "err-ia"], CUTOFFS),
  ...metricsOf(["nrbp"], [""]),
  ...metricsOf(["nrbp"], [""], ",beta=0.8"),
  ...["subtopic-recall", "p-ia"].flatMap((name) => CUTOFFS.map((k) => name + k)),
  "ap-ia",
];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((x, i) => permutations(items.toSpliced(i, 1)).map((rest) => [x, ...rest]));
}

/** Every order of all documents, and every list that stops early. */
const LISTS = [
  ...new Set(permutations(DOCS).flatMap((list) => DOCS.map((_, n) => list.slice(0, n + 1).join("")))),
];

describe("metrics over aspects, by brute force", () => {
  const random = randomFrom(3);

  it("give no list more than 1, and some list 1 where they compare with an ideal", () => {
    for (let i = 0; i < 15; i++) {
      const groups = Array.from({ length: 1 + below(random, 4) }, () =>
        shuffled(random, DOCS).slice(0, 1 + below(random, 4)),
      );
      const metrics = [...NORMALISED, ...OTHERS];
      const one = prepare({ gold: { q: { groups } }, metrics });
      const best = new Float64Array(metrics.length);
      const outside: string[] = [];
      for (const list of LISTS)
        one.scores("q", [...list]).forEach((score, m) => {
          const value = score.status === "scored" ? score.value : Number.NaN;
          if (!(value >= 0 && value <= 1)) outside.push(`${metrics[m]} of ${list}: ${value}`);
          best[m] = Math.max(best[m]!, value);
        });
      expect(outside, JSON.stringify(groups)).toEqual([]);
      for (const [m, name] of NORMALISED.entries()) expect(best[m], name).toBe(1);
    }
  });

  it("with ndeval's ideal a list can score above 1", () => {
    const groups = [["A", "B"], ["A", "B"], ["A", "C"], ["A", "C"], ["B"], ["C"]];
    const one = prepare({
      gold: { q: { groups } },
      metrics: ["alpha-ndcg(alpha=1)@2", "alpha-ndcg(alpha=1,ideal=greedy)@2"],
    });
    const [ours, ndeval] = one.scores("q", ["B", "C"]);
    expect(ours).toEqual({ status: "scored", value: 1 });
    expect(ndeval?.status === "scored" && ndeval.value > 1).toBe(true);
  });
});
