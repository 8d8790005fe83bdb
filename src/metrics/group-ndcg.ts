import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { idealSum, ratio, sum, value } from "../core/derivation.ts";
import type { GroupCredit } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { type BestList, bestList, SEARCHED } from "./_best-groups.ts";
import type { Discount } from "./_gains.ts";
import { explainGroups, newlySatisfied, noGroup, scoreGroups } from "./_groups.ts";
import { cutoff, discount } from "./_params.ts";
import { dcgOf, depth, discountAt } from "./_ranks.ts";

const ideal = (groups: GroupCredit, k: number | undefined, discount: Discount): BestList =>
  bestList(groups, k ?? groups.docs, (rank) => 1 / discountAt(rank, discount));

/** New groups / discount for every rank that has any. */
function terms(news: Float64Array, discount: Discount): Derivation[] {
  const found: Derivation[] = [];
  for (let i = 0; i < news.length; i++)
    if (news[i]! > 0)
      found.push(
        ratio(
          "gain / discount",
          value("new groups", news[i]!),
          value("discount", discountAt(i, discount)),
          i + 1,
        ),
      );
  return found;
}

export const groupNdcg = defineMetric({
  kind: "computed",
  id: "group-ndcg",
  title: "Group nDCG",
  definition:
    "Groups that the first k hits satisfy, each counted at the hit that satisfies it first and discounted by rank, as a share of what a best list would have earned.",
  formula: "DCG@k / ideal DCG@k, DCG@k = sum over ranks i <= k of groups newly satisfied at i / log2(i + 1)",
  steps: [
    "At each of the first k hits, count the groups that it is the first to satisfy.",
    "Divide each count by the discount of its rank and add them up: DCG.",
    `Do the same for the best list there is: the ideal DCG. It is found by search; where more than ${SEARCHED} documents share groups, it is that of a list which always takes the document that satisfies most of the groups still open, or the list's own where that is greater.`,
    "Divide DCG by the ideal DCG.",
  ],
  cite: "Clarke et al., Novelty and diversity in information retrieval evaluation, 2008 (alpha-nDCG with alpha = 1)",
  params: { k: cutoff, discount },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "every hit satisfies as many new groups as any document could, until all are satisfied",
  worst: "no hit among the first k satisfies any group",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe", "group-order-safe"],
  compute: (r, { k, discount }) =>
    scoreGroups(r, (groups) => {
      const n = depth(r, k);
      const { news } = ideal(groups, k, discount);
      const own = dcgOf(newlySatisfied(groups, n), n, "linear", discount);
      // A list may beat the greedy one, and the best one by the last bit.
      const below = Math.max(dcgOf(news, news.length, "linear", discount), own);
      return below === 0 ? noRelevant : scored(own / below);
    }),
  explain: (r, { k, discount }) =>
    explainGroups(r, (groups) => {
      const n = depth(r, k);
      const best = ideal(groups, k, discount);
      const news = newlySatisfied(groups, n);
      const own = sum("dcg", terms(news, discount));
      const most = dcgOf(best.news, best.news.length, "linear", discount);
      const beaten = dcgOf(news, n, "linear", discount) > most;
      if (!beaten && most === 0) return noGroup;
      return ratio(
        "group-ndcg",
        own,
        beaten
          ? { ...own, what: "ideal dcg: its own" }
          : idealSum(best.exact ? "ideal dcg" : "ideal dcg, of the greedy list", terms(best.news, discount)),
      );
    }),
});
