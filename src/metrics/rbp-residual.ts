import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, sum, value } from "../core/derivation.ts";
import { and, eq, form, ge, grade, hits, judged, mul, pow, rank, size, sub, when } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { one, scored, zero } from "../core/score.ts";
import { within } from "./_forms.ts";
import { choice, cutoff, negativeAs, persistence } from "./_params.ts";
import { depth } from "./_ranks.ts";

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
    "How much rank-biased precision could rise if every unjudged hit, and everything below the list, were relevant.",
  formula: "p^n + (1 - p) × sum over unjudged hits at rank i <= n of p^(i - 1), n = hits among the first k",
  steps: [
    "Add up the chances p^(rank - 1) that the user gets to each unjudged hit among the first k.",
    "Multiply by 1 - p.",
    "Add the chance p^n that the user goes on below the last of these n hits.",
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
  pushDown({ k, p, negatives, tail }) {
    const known = within(k, negatives === "judged" ? judged : and(judged, ge(grade, 0)));
    // All ranks together have a chance of 1.
    const rest = sub(1, mul(1 - p, hits("sum", known, pow(p, sub(rank, 1)))));
    return form(tail === "always" ? rest : when(eq(hits("count", known), size(k)), 0, rest));
  },
  compute(r, { k, p, negatives, tail }) {
    const n = depth(r, k);
    if (tail === "unjudged" && allJudged(r, n, negatives)) return zero;
    let chance = 1;
    let open = 0;
    for (let i = 0; i < n; i++) {
      if (!isJudged(r, i, negatives)) open += chance;
      chance *= p;
    }
    const rest = chance + (1 - p) * open;
    // Where nothing was judged, rounding may leave a little more than all; trec_eval leaves it so.
    return tail === "always" && rest > 1 ? one : scored(rest);
  },
  explain(r, { k, p, negatives, tail }) {
    const n = depth(r, k);
    if (tail === "unjudged" && allJudged(r, n, negatives)) return value("every hit was judged", 0);
    const terms: Derivation[] = [];
    let chance = 1;
    for (let i = 0; i < n; i++) {
      if (!isJudged(r, i, negatives)) terms.push(value("chance to get here", chance, i + 1));
      chance *= p;
    }
    const open = (1 - p) * terms.reduce((total, term) => total + (term.op === "value" ? term.value : 0), 0);
    if (tail === "always" && chance + open > 1) return value("all is open", 1);
    return sum("rbp-residual", [
      value("chance to go on below the list", chance),
      product("what is open in the list", [value("1 - p", 1 - p), sum("unjudged hits", terms)]),
    ]);
  },
});
