import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { noRelevant, scored } from "../core/score.ts";
import { explainGroups, newlySatisfied, newlySatisfiedGreedy, noGroup, scoreGroups } from "./_groups.ts";
import { cutoff, discount } from "./_params.ts";
import { dcgOf, depth, discountAt } from "./_ranks.ts";

/** New groups / discount for every rank that has any. */
function terms(news: Float64Array, discount: "log2" | "jarvelin"): Derivation[] {
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
  formula:
    "DCG@k / max(greedy DCG@k, DCG@k), DCG@k = sum over ranks i <= k of groups newly satisfied at i / log2(i + 1)",
  steps: [
    "At each of the first k hits, count the groups that it is the first to satisfy.",
    "Divide each count by the discount of its rank and add them up: DCG.",
    "Do the same for a list that always takes the document which satisfies most of the groups still open: the greedy DCG.",
    "Divide DCG by the greedy DCG, or by itself where it is greater.",
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
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  compute: (r, { k, discount }) =>
    scoreGroups(r, (groups) => {
      const n = depth(r, k);
      const ideal = newlySatisfiedGreedy(groups, k ?? groups.docs);
      const own = dcgOf(newlySatisfied(groups, n), n, "linear", discount);
      // The best list of all is too hard to find where documents are in several groups; greedy comes close, and a list may beat it.
      const below = Math.max(dcgOf(ideal, ideal.length, "linear", discount), own);
      return below === 0 ? noRelevant : scored(own / below);
    }),
  explain: (r, { k, discount }) =>
    explainGroups(r, (groups) => {
      const n = depth(r, k);
      const ideal = newlySatisfiedGreedy(groups, k ?? groups.docs);
      const news = newlySatisfied(groups, n);
      const own = sum("dcg", terms(news, discount));
      const greedy = dcgOf(ideal, ideal.length, "linear", discount);
      const beaten = dcgOf(news, n, "linear", discount) > greedy;
      if (!beaten && greedy === 0) return noGroup;
      return ratio(
        "group-ndcg",
        own,
        beaten
          ? { ...own, what: "ideal dcg: its own, which beats the greedy list" }
          : sum("ideal dcg", terms(ideal, discount)),
      );
    }),
});
