import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { mean, ratio, value } from "../core/derivation.ts";
import { div, form, fresh, groups, hits, rank, when } from "../core/form.ts";
import type { GroupCredit } from "../core/ranking.ts";
import { scored } from "../core/score.ts";
import { ifNoGroup, isZero, satisfiedGroups, within } from "./_forms.ts";
import { credit, explainGroups, scoreGroups } from "./_groups.ts";
import { cutoff } from "./_params.ts";
import { depth, firstRanks } from "./_ranks.ts";

/** The first rank that satisfies any group, or -1. */
function firstRank(groups: GroupCredit, n: number): number {
  let least = -1;
  for (const rank of firstRanks(groups, n)) if (rank >= 0 && (least < 0 || rank < least)) least = rank;
  return least;
}

const reciprocal = (rank: number): number => (rank < 0 ? 0 : 1 / (rank + 1));

function explainRank(what: string, rank: number): Derivation {
  if (rank < 0) return value(`${what}: no hit satisfies it`, 0);
  return ratio(what, value("one", 1), value("rank of the first hit that satisfies it", rank + 1), rank + 1);
}

export const groupRr = defineMetric({
  kind: "computed",
  id: "group-rr",
  aliases: ["group-mrr"],
  title: "Group reciprocal rank",
  definition:
    "1 divided by the rank of the first hit that satisfies any group, 0 if none does among the first k.",
  formula: "1 / rank of the first hit that satisfies a group",
  steps: [
    "Find the first hit among the first k that is in any group.",
    "Score 1 / its rank, or 0 if there is none.",
  ],
  cite: "Voorhees, The TREC-8 question answering track report, 1999, with groups for answers; AutoRAG retrieval_mrr (credit=each)",
  params: { k: cutoff, credit },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "the first hit satisfies a group",
  worst: "no hit among the first k satisfies any",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe", "group-order-safe"],
  pushDown({ k, credit }) {
    const first = when(isZero(satisfiedGroups(k)), 0, div(1, hits("min", within(k, fresh), rank)));
    const each = div(hits("sum", within(k, fresh), div(1, rank)), groups);
    return form(credit === "first" ? first : each, ifNoGroup);
  },
  compute: (r, { k, credit }) =>
    scoreGroups(r, (groups) => {
      const n = depth(r, k);
      if (credit === "first") return scored(reciprocal(firstRank(groups, n)));
      let total = 0;
      for (const rank of firstRanks(groups, n)) total += reciprocal(rank);
      return scored(total / groups.count);
    }),
  explain: (r, { k, credit }) =>
    explainGroups(r, (groups) => {
      const n = depth(r, k);
      if (credit === "first") return explainRank("any group", firstRank(groups, n));
      return mean(
        "group-rr",
        Array.from(firstRanks(groups, n), (rank, g) => explainRank(`group ${g + 1}`, rank)),
      );
    }),
});
