import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { max, product, sum, value } from "../core/derivation.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { scored, zero } from "../core/score.ts";
import { choice, cutoff, negativeAs, persistence } from "./_params.ts";
import { depth, rankOf, steps } from "./_ranks.ts";

const isJudged = (r: JudgedRanking, rank: number, negatives: "judged" | "unjudged"): boolean =>
  r.judged[rank] === 1 && (negatives === "judged" || r.grades[rank]! >= 0);

function allJudged(r: JudgedRanking, n: number, negatives: "judged" | "unjudged"): boolean {
  for (let i = 0; i < n; i++) if (!isJudged(r, i, negatives)) return false;
  return true;
}

export const rbpResidual = defineMetric({
  kind: "computed",
  id: "rbp-residual",
  aliases: ["rbp-resid"],
  title: "Residual of rank-biased precision",
  definition:
    "How much rank-biased precision could rise if every hit that nobody judged, and everything below the list, were relevant.",
  formula: "1 - (1 - p) × sum over judged hits at rank i <= k of p^(i - 1)",
  steps: [
    "Add up the chances p^(rank - 1) that the user gets to each judged hit among the first k.",
    "Multiply by 1 - p: what is known. The residual is the rest of 1.",
  ],
  cite: "Moffat, Zobel, Rank-biased precision for measurement of retrieval effectiveness, 2008; trec_eval rbp_resid",
  params: {
    k: cutoff,
    p: persistence,
    negatives: negativeAs("judged"),
    tail: choice(
      {
        always: "counts what may come below the list",
        unjudged: "counts what may come below the list only if some hit is not judged",
      },
      "always",
      "Whether what may come below the list counts always, or only if some hit is not judged.",
      "denominator",
      true,
    ),
  },
  at: "k",
  needs: ["grades"],
  direction: "lower",
  range: [0, 1],
  best: "a long list, every hit of which was judged; 0 is out of reach",
  worst: "no hit was judged",
  aggregate: "mean",
  laws: ["ignores-below-k", "rename-safe"],
  compute(r, { k, p, negatives, tail }) {
    const n = depth(r, k);
    if (tail === "unjudged" && allJudged(r, n, negatives)) return zero;
    let chance = 1;
    let known = 0;
    let down = 0;
    const end = steps(r, n);
    for (let i = 0; i < end; i++) {
      const rank = rankOf(r, i);
      for (; down < rank; down++) chance *= p;
      if (isJudged(r, rank, negatives)) known += chance;
    }
    // Of a long list that was judged throughout, rounding may leave less than nothing.
    return scored(Math.max(0, 1 - (1 - p) * known));
  },
  explain(r, { k, p, negatives, tail }) {
    const n = depth(r, k);
    if (tail === "unjudged" && allJudged(r, n, negatives)) return value("every hit was judged", 0);
    const terms: Derivation[] = [];
    let chance = 1;
    for (let i = 0; i < n; i++) {
      if (isJudged(r, i, negatives)) terms.push(value("chance to get here", chance, i + 1));
      chance *= p;
    }
    return max("rbp-residual", [
      value("nothing", 0),
      sum("the rest of 1", [
        value("one", 1),
        product("what is known, taken off", [value("-(1 - p)", -(1 - p)), sum("judged hits", terms)]),
      ]),
    ]);
  },
});
