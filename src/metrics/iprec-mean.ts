import { defineMetric } from "../core/define-metric.ts";
import { mean } from "../core/derivation.ts";
import { add, and, div, form, or, size } from "../core/form.ts";
import type { Score } from "../core/score.ts";
import { emptyRanking, noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument, nothingRetrieved } from "./_explain.ts";
import { ifNoRelevant, isZero, relevantDocs } from "./_forms.ts";
import { level } from "./_params.ts";
import { relevantTotal } from "./_ranks.ts";
import { documentsAt, precisionFrom, precisionFromTerms, recallLevel, rounding } from "./_recall-levels.ts";

const TENTHS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export const iprecMean = defineMetric({
  kind: "computed",
  id: "iprec-mean",
  aliases: ["11pt-avg"],
  title: "Mean interpolated precision",
  definition:
    "Interpolated precision averaged over recall levels: by default 0, 0.1, … 1, the eleven-point average.",
  formula: "mean over the levels of (max over ranks i with recall(i) >= level of precision(i))",
  steps: ["Compute interpolated precision at each recall level.", "Average over the levels."],
  cite: "trec_eval 11pt_avg; Manning, Raghavan, Schütze, Introduction to Information Retrieval, section 8.4",
  params: {
    points: {
      kind: "list",
      default: TENTHS,
      doc: "The recall levels, from 0 to 1.",
      rule: "k",
    },
    rel: level,
    round: rounding,
  },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document was retrieved, before all others",
  worst: "no relevant document was retrieved",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  pushDown({ points, rel, round }) {
    if (points.some((at) => at < 0)) return { why: "a recall level below 0 is not a share" };
    const levels = points.map((at) => recallLevel(at, rel, round)).reverse();
    const nothing = levels
      .map(({ wanted }) => isZero(wanted))
      .reduce((a, b) => or(a, b), isZero(relevantDocs(rel)));
    return form(
      div(
        levels.map(({ precision }) => precision).reduce((a, b) => add(a, b)),
        points.length,
      ),
      { when: and(isZero(size()), nothing), because: "empty-ranking" },
      ifNoRelevant(rel),
    );
  },
  compute(r, { points, rel, round }): Score {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return r.length === 0 ? emptyRanking : noRelevant;
    let total = 0;
    // From the last level to the first, as trec_eval adds them up.
    for (let i = points.length - 1; i >= 0; i--) {
      const wanted = documentsAt(points[i]!, relevant, round);
      if (r.length === 0 && wanted === 0) return emptyRanking;
      total += precisionFrom(r, rel, wanted);
    }
    return scored(total / points.length);
  },
  explain(r, { points, rel, round }) {
    const relevant = relevantTotal(r, rel);
    if (relevant === 0) return r.length === 0 ? nothingRetrieved : noRelevantDocument;
    const levels = [...points].reverse().map((at) => [at, documentsAt(at, relevant, round)] as const);
    if (r.length === 0 && levels.some(([, wanted]) => wanted === 0)) return nothingRetrieved;
    return mean(
      "iprec-mean",
      levels.map(([at, wanted]) => precisionFromTerms(r, rel, wanted, `best precision from recall ${at} on`)),
    );
  },
});
