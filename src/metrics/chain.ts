import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import type { GroupCredit } from "../core/ranking.ts";
import { scored } from "../core/score.ts";
import { explainGroups, satisfiedTerms, scoreGroups } from "./_groups.ts";
import { cutoff } from "./_params.ts";
import { depth, firstRanks } from "./_ranks.ts";

/** Hops satisfied within the first n hits, from the first hop on without a gap. */
function chainLength(hops: GroupCredit, n: number): number {
  const gap = firstRanks(hops, n).indexOf(-1);
  return gap === -1 ? hops.count : gap;
}

export const chain = defineMetric({
  kind: "computed",
  id: "chain",
  title: "Chain",
  definition:
    "Share of the gold's hops that the first k hits satisfy from the first hop on, without a gap: how far a chain of reasoning gets. A hop is satisfied by any one of its documents.",
  formula: "hops satisfied in the first k before the first gap / all hops",
  steps: [
    "For each hop, look for any of its documents among the first k hits.",
    "Count the hops that have one, from the first on, up to the first that has none.",
    "Divide by the number of hops.",
  ],
  cite: "Goldie; gold with hops as in Trivedi et al., MuSiQue, 2022",
  params: { k: cutoff },
  at: "k",
  needs: ["hops"],
  direction: "higher",
  range: [0, 1],
  best: "every hop has a document among the first k",
  worst: "the first hop has none",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  compute: (r, { k }) => scoreGroups(r, (hops) => scored(chainLength(hops, depth(r, k)) / hops.count)),
  explain: (r, { k }) =>
    explainGroups(r, (hops) => {
      const n = depth(r, k);
      // Up to the first gap every hop has its term.
      const terms = satisfiedTerms(hops, n, "hop").slice(0, chainLength(hops, n));
      return ratio("chain", sum("satisfied without a gap", terms), value("hops", hops.count));
    }),
});
