import { defineMetric } from "../core/define-metric.ts";
import { idealSum, ratio, sum, value } from "../core/derivation.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { dcgOfGainsTerms, dcgOfHits, gainsByRank, idealGains } from "./_gains.ts";
import { gain, level } from "./_params.ts";
import { depth, discountAt, relevantTotal } from "./_ranks.ts";

/** The cut-offs: every rank where the ideal gain changes, plus the whole list if it is at least two hits longer. */
function depths(r: JudgedRanking, ideal: readonly number[]): number[] {
  const at: number[] = [];
  for (let i = 1; i <= ideal.length; i++) if (i === ideal.length || ideal[i] !== ideal[i - 1]) at.push(i);
  if (r.length > ideal.length + 1) at.push(r.length);
  return at;
}

export const rndcg = defineMetric({
  kind: "computed",
  id: "rndcg",
  aliases: ["r-ndcg"],
  title: "nDCG averaged over gain levels",
  definition:
    "nDCG at as many hits as there are documents of the best grade, of the two best grades, and so on, and of the whole list if it is longer; averaged. It is to nDCG what R-precision is to precision.",
  formula: "mean over the ranks i where the ideal gain changes of (DCG@i / ideal DCG@i)",
  steps: [
    "Order the judged documents by gain, and find the ranks after which the gain changes.",
    "Compute nDCG down to each of them, and of the whole list if it is at least two hits longer.",
    "Average.",
  ],
  cite: "trec_eval Rndcg",
  params: {
    gain,
    rel: { ...level, doc: "There is no value unless some document has at least this grade.", compat: true },
  },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every document with a gain was retrieved, best grades first, before all others",
  worst: "no document with a gain was retrieved",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  compute(r, { gain, rel }) {
    const ideal = idealGains(r, { gain });
    if (ideal.length === 0 || (rel !== undefined && relevantTotal(r, rel) === 0)) return noRelevant;
    const at = depths(r, ideal);
    let total = 0;
    let best = 0;
    let down = 0;
    for (const n of at) {
      for (; down < n && down < ideal.length; down++) best += ideal[down]! / discountAt(down, "log2");
      total += dcgOfHits(r, depth(r, n), { gain }, "log2") / best;
    }
    return scored(total / at.length);
  },
  explain(r, { gain, rel }) {
    const ideal = idealGains(r, { gain });
    if (ideal.length === 0 || (rel !== undefined && relevantTotal(r, rel) === 0)) return noRelevantDocument;
    const gains = gainsByRank(r, { gain });
    const parts = depths(r, ideal).map((n) =>
      ratio(
        `ndcg@${n}`,
        sum("dcg", dcgOfGainsTerms(gains, n)),
        idealSum("ideal dcg", dcgOfGainsTerms(ideal, n)),
      ),
    );
    return ratio("rndcg", sum("ndcg at each change", parts), value("changes", parts.length));
  },
});
