import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { emptyRanking, scored } from "../core/score.ts";
import { hitsWhere, nothingRetrieved } from "./_explain.ts";
import { cutoff } from "./_params.ts";
import { depth } from "./_ranks.ts";

const isHole = (r: JudgedRanking, rank: number): boolean => (r.known ?? r.judged)[rank] !== 1;

export const hole = defineMetric({
  kind: "computed",
  id: "hole",
  title: "Hole",
  definition:
    "Share of the first k hits that are judged for no query at all. Empty ranks of a list shorter than k do not count as holes.",
  formula: "judged for no query in the first k / k",
  steps: [
    "Count the hits among the first k that are judged for no query.",
    "Divide by k, even if there are fewer hits; without k, by the number of hits.",
  ],
  cite: "Thakur et al., BEIR, 2021 (Hole@k)",
  params: { k: cutoff },
  at: "k",
  needs: ["grades", "known"],
  direction: "lower",
  range: [0, 1],
  best: "every one of the first k hits was judged for some query",
  worst: "none was",
  aggregate: "mean",
  laws: ["ignores-below-k", "top-when-ideal", "rename-safe"],
  compute(r, { k }) {
    const n = depth(r, k);
    const below = k ?? n;
    let holes = 0;
    for (let i = 0; i < n; i++) if (isHole(r, i)) holes++;
    return n === 0 ? emptyRanking : scored(holes / below);
  },
  explain(r, { k }) {
    const n = depth(r, k);
    const below = k ?? n;
    if (n === 0) return nothingRetrieved;
    const holes = hitsWhere(n, "judged for no query", (rank) => isHole(r, rank));
    return ratio("hole", sum("holes", holes), value(k === undefined ? "hits" : "k", below));
  },
});
