import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { mean, ratio, value } from "../core/derivation.ts";
import type { GroupCredit } from "../core/ranking.ts";
import { scored } from "../core/score.ts";
import { credit, explainGroups, newlySatisfied, scoreGroups } from "./_groups.ts";
import { cutoff } from "./_params.ts";
import { depth, firstRanks } from "./_ranks.ts";

/** By rank, how many hits down to it satisfied a new group. */
function usefulSoFar(groups: GroupCredit, n: number): Uint32Array {
  let useful = 0;
  return Uint32Array.from(newlySatisfied(groups, n), (news) => (news > 0 ? ++useful : useful));
}

/** The ranks of one group within the first n. */
function ranksOf(groups: GroupCredit, g: number, n: number): Uint32Array {
  const ranks = groups.ranks.subarray(groups.start[g], groups.start[g + 1]);
  const below = ranks.findIndex((rank) => rank >= n);
  return below < 0 ? ranks : ranks.subarray(0, below);
}

/** Average precision of one group as if it were the only one, over the hits it has. */
function ownAp(groups: GroupCredit, g: number, n: number): number {
  const ranks = ranksOf(groups, g, n);
  let total = 0;
  for (let i = 0; i < ranks.length; i++) total += (i + 1) / (ranks[i]! + 1);
  return ranks.length === 0 ? 0 : total / ranks.length;
}

const precision = (what: string, hits: number, rank: number): Derivation =>
  ratio("precision", value(what, hits), value("rank", rank + 1), rank + 1);

const never = (g: number): Derivation => value(`group ${g + 1} is not satisfied`, 0);

function explainOwnAp(groups: GroupCredit, g: number, n: number): Derivation {
  const ranks = ranksOf(groups, g, n);
  if (ranks.length === 0) return never(g);
  return mean(
    `group ${g + 1}`,
    Array.from(ranks, (rank, i) => precision("hits of the group so far", i + 1, rank)),
  );
}

export const groupAp = defineMetric({
  kind: "computed",
  id: "group-ap",
  aliases: ["group-map"],
  title: "Group average precision",
  definition:
    "For each group, the precision at the rank where it was first satisfied, averaged over all groups. Precision at a rank is the share of the hits so far that satisfied a new group.",
  formula:
    "mean over groups of (hits that satisfied a new group down to rank i / i), i = first rank <= k that satisfies the group",
  steps: [
    "Mark every hit among the first k that satisfies a group not satisfied before.",
    "For each group, go to the rank where it was first satisfied and take the share of marked hits down to there.",
    "A group that is not satisfied counts 0.",
    "Take the mean over all groups.",
  ],
  cite: "Buckley, Voorhees, Evaluating evaluation measure stability, 2000, with groups for documents; AutoRAG retrieval_map (credit=each)",
  params: { k: cutoff, credit },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "every hit satisfies a new group until all are satisfied, within the first k",
  worst: "no hit among the first k satisfies any group",
  aggregate: "mean",
  // Not "monotone": a document of many groups, moved up, can make several later hits redundant.
  laws: ["ignores-below-k", "rename-safe", "group-order-safe"],
  compute: (r, { k, credit }) =>
    scoreGroups(r, (groups) => {
      const n = depth(r, k);
      let total = 0;
      if (credit === "each") for (let g = 0; g < groups.count; g++) total += ownAp(groups, g, n);
      else {
        const useful = usefulSoFar(groups, n);
        for (const rank of firstRanks(groups, n)) if (rank >= 0) total += useful[rank]! / (rank + 1);
      }
      return scored(total / groups.count);
    }),
  explain: (r, { k, credit }) =>
    explainGroups(r, (groups) => {
      const n = depth(r, k);
      const useful = usefulSoFar(groups, n);
      const terms = Array.from(firstRanks(groups, n), (rank, g) => {
        if (credit === "each") return explainOwnAp(groups, g, n);
        return rank < 0 ? never(g) : precision("hits that satisfied a new group", useful[rank]!, rank);
      });
      return mean("group-ap", terms);
    }),
});
