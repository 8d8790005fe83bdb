import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import type { Gain } from "../core/params.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { dcgOfGains, idealGains, worthAt } from "./_gains.ts";
import { gain } from "./_params.ts";
import { discountAt, rankOf, steps } from "./_ranks.ts";

/** DCG and ideal DCG down to each hit that earns something, and DCG of the whole list at the end. */
function walk(r: JudgedRanking, gain: Gain, ideal: readonly number[]) {
  const at: { rank: number; dcg: number; best: number }[] = [];
  let dcg = 0;
  let best = 0;
  for (let rank = 0; rank < r.length; rank++) {
    const x = worthAt(r, rank, { gain });
    dcg += x / discountAt(rank, "log2");
    if (rank < ideal.length) best += ideal[rank]! / discountAt(rank, "log2");
    if (x > 0) at.push({ rank, dcg, best });
  }
  return { at, dcg };
}

export const ndcgRel = defineMetric({
  kind: "computed",
  id: "ndcg-rel",
  title: "nDCG averaged over relevant ranks",
  definition:
    "nDCG down to each hit that earns something, averaged over all documents that could have earned something; one that was not retrieved counts with the nDCG of the whole list.",
  formula: "mean over documents with a gain of (DCG / ideal DCG down to the rank of the document)",
  steps: [
    "At each hit with a gain, divide DCG down to its rank by ideal DCG down to that rank.",
    "For each document with a gain that was not retrieved, take DCG of the whole list divided by the whole ideal DCG.",
    "Average over all documents with a gain.",
  ],
  cite: "trec_eval ndcg_rel",
  params: { gain },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every document with a gain was retrieved, best grades first, before all others",
  worst: "no document with a gain was retrieved",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  compute(r, { gain }) {
    const ideal = idealGains(r, { gain });
    if (ideal.length === 0) return noRelevant;
    const worth = { gain };
    const end = steps(r, r.length);
    let dcg = 0;
    let best = 0;
    let down = 0;
    let total = 0;
    let missed = ideal.length;
    for (let i = 0; i < end; i++) {
      const rank = rankOf(r, i);
      const x = worthAt(r, rank, worth);
      dcg += x / discountAt(rank, "log2");
      for (; down <= rank && down < ideal.length; down++) best += ideal[down]! / discountAt(down, "log2");
      if (x > 0) {
        total += dcg / best;
        missed--;
      }
    }
    for (; down < ideal.length; down++) best += ideal[down]! / discountAt(down, "log2");
    return scored((total + (missed * dcg) / best) / ideal.length);
  },
  explain(r, { gain }) {
    const ideal = idealGains(r, { gain });
    if (ideal.length === 0) return noRelevantDocument;
    const { at, dcg } = walk(r, gain, ideal);
    const terms: Derivation[] = at.map(({ rank, dcg, best }) =>
      ratio("ndcg", value("dcg", dcg), value("ideal dcg", best), rank + 1),
    );
    const missed = ratio(
      "ndcg of those not retrieved",
      product("how many × dcg", [
        value("how many", ideal.length - at.length),
        value("dcg of the whole list", dcg),
      ]),
      value("ideal dcg", dcgOfGains(ideal, ideal.length)),
    );
    return ratio("ndcg-rel", sum("ndcg", [...terms, missed]), value("documents with a gain", ideal.length));
  },
});
