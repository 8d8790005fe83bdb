import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import {
  and,
  div,
  eq,
  form,
  ge,
  gold,
  grade,
  gt,
  hits,
  judged,
  least,
  not,
  running,
  sub,
  when,
} from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noNonrelevant, noRelevant, scored } from "../core/score.ts";
import { noNonrelevantDocument, noRelevantDocument } from "./_explain.ts";
import { foundHits, ifNoRelevant, isZero, relevantDocs, relevantHit } from "./_forms.ts";
import { choice, level } from "./_params.ts";
import { isRelevant, rankOf, relevantTotal, steps } from "./_ranks.ts";

type Negatives = "unjudged" | "nonrelevant";

/** Documents of the gold that were judged and are not relevant. */
function nonrelevantTotal(r: JudgedRanking, rel: number | undefined, negatives: Negatives): number {
  const judged = counted(r.pool, negatives);
  if (rel === undefined) return judged - counted(r.listed, negatives);
  return judged - counted(r.pool, negatives, rel);
}

/** How many grades are judged and at least this high. */
function counted(grades: Float64Array, negatives: Negatives, least = Number.NEGATIVE_INFINITY): number {
  let n = 0;
  for (let i = 0; i < grades.length; i++)
    if (grades[i]! >= least && (negatives === "nonrelevant" || grades[i]! >= 0)) n++;
  return n;
}

/** By rank: the number of non-relevant hits above a relevant hit; negative if the hit is not relevant. */
function* relevantHits(r: JudgedRanking, rel: number | undefined, negatives: Negatives) {
  let above = 0;
  for (let rank = 0; rank < r.length; rank++) {
    if (isRelevant(r, rank, rel)) yield { rank, above };
    else if (r.judged[rank] === 1 && (negatives === "nonrelevant" || r.grades[rank]! >= 0)) above++;
  }
}

export const bpref = defineMetric({
  kind: "computed",
  id: "bpref",
  title: "Binary preference",
  definition:
    "How often relevant documents rank above documents judged not relevant. Unjudged documents are skipped, so it suits incomplete gold.",
  formula:
    "sum over relevant hits of (1 - min(n, R) / min(N, R)) / R; n = non-relevant hits above, N = all non-relevant, R = all relevant",
  steps: [
    "At each relevant hit, count the hits above it that were judged not relevant: n.",
    "Score 1 if there are none, else 1 - min(n, R) / min(N, R).",
    "Add these up; a relevant document that was not retrieved adds 0.",
    "Divide by the number of relevant documents.",
  ],
  cite: "Buckley, Voorhees, Retrieval evaluation with incomplete information, 2004; trec_eval bpref",
  params: {
    rel: level,
    first: choice(
      {
        special: "gives 1 to a relevant hit with no non-relevant hit above",
        formula: "divides also where no document is non-relevant",
      },
      "special",
      "A relevant hit with no non-relevant hit above it: it scores 1, or the formula decides, which divides by 0 where the gold has no non-relevant document.",
      "denominator",
      true,
    ),
    negatives: choice(
      {
        unjudged: "treats negative grades as unjudged",
        nonrelevant: "treats negative grades as not relevant",
      },
      "unjudged",
      "What a negative grade means: not judged, or not relevant.",
      "level",
      true,
    ),
  },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document was retrieved, before all that were judged not relevant",
  worst:
    "no relevant document was retrieved, or each only after as many non-relevant ones as there are relevant",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  pushDown({ rel, first, negatives }) {
    const counts = negatives === "nonrelevant" ? undefined : ge(grade, 0);
    const other = and(judged, not(relevantHit(rel)));
    const above = running("count", counts === undefined ? other : and(other, counts), "above");
    const all = relevantDocs(rel);
    const ofLevel =
      rel === undefined ? counts : counts === undefined ? ge(grade, rel) : and(ge(grade, rel), counts);
    const others = sub(
      gold("pool", "count", { where: counts }),
      gold(rel === undefined ? "listed" : "pool", "count", { where: ofLevel }),
    );
    const most = least(others, all);
    // An engine may stop at a division by 0.
    const share = when(isZero(most), 0, sub(1, div(least(above, all), most)));
    const term = first === "special" ? when(eq(above, 0), 1, share) : share;
    return form(
      div(hits("sum", relevantHit(rel), term), all),
      ifNoRelevant(rel),
      // Without a document that is not relevant there is none above a hit either.
      ...(first === "special"
        ? []
        : [
            { when: and(isZero(most), gt(foundHits(undefined, rel), 0)), because: "no-nonrelevant" } as const,
          ]),
    );
  },
  compute(r, { rel, first, negatives }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevant;
    const most = Math.min(nonrelevantTotal(r, rel, negatives), relevant);
    let above = 0;
    let total = 0;
    const end = steps(r, r.length);
    for (let i = 0; i < end; i++) {
      const rank = rankOf(r, i);
      if (!isRelevant(r, rank, rel)) {
        if (r.judged[rank] === 1 && (negatives === "nonrelevant" || r.grades[rank]! >= 0)) above++;
      } else if (above === 0 && first === "special") total += 1;
      else if (most === 0) return noNonrelevant;
      else total += 1 - Math.min(above, relevant) / most;
    }
    return scored(total / relevant);
  },
  explain(r, { rel, first, negatives }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return noRelevantDocument;
    const most = Math.min(nonrelevantTotal(r, rel, negatives), relevant);
    const terms: Derivation[] = [];
    for (const { rank, above } of relevantHits(r, rel, negatives)) {
      if (above === 0 && first === "special") {
        terms.push(value("no non-relevant hit above", 1, rank + 1));
        continue;
      }
      if (most === 0) return noNonrelevantDocument;
      const share = ratio(
        "share of the non-relevant above",
        value("non-relevant hits above, at most R", Math.min(above, relevant)),
        value("non-relevant documents, at most R", most),
      );
      terms.push(
        sum("1 - share", [value("one", 1), product("minus", [value("minus one", -1), share])], rank + 1),
      );
    }
    return ratio(
      "bpref",
      sum("preference of each relevant hit", terms),
      value("relevant documents", relevant),
    );
  },
});
