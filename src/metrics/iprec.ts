import { defineMetric } from "../core/define-metric.ts";
import { and, form, or, size } from "../core/form.ts";
import { emptyRanking, noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument, nothingRetrieved } from "./_explain.ts";
import { ifNoRelevant, isZero, relevantDocs } from "./_forms.ts";
import { level } from "./_params.ts";
import { relevantTotal } from "./_ranks.ts";
import { documentsAt, precisionFrom, precisionFromTerms, recallLevel, rounding } from "./_recall-levels.ts";

export const iprec = defineMetric({
  kind: "computed",
  id: "iprec",
  aliases: ["iprec-at-recall"],
  title: "Interpolated precision",
  definition:
    "The best precision at any rank where recall has reached a level; 0 if the list never gets there. The level is what the @ sets: iprec@0.5.",
  formula: "max over ranks i with recall(i) >= at of precision(i)",
  steps: [
    "Find how many relevant documents the recall level requires.",
    "Look at every rank from the one where that many were found.",
    "Take the best precision among them.",
  ],
  cite: "trec_eval iprec_at_recall; Manning, Raghavan, Schütze, Introduction to Information Retrieval, section 8.4",
  params: {
    at: {
      kind: "number",
      min: 0,
      max: 1,
      default: 0,
      doc: "The recall level, from 0 to 1.",
      rule: "k",
    },
    rel: level,
    round: rounding,
  },
  at: "at",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "only relevant documents come before the level is reached",
  worst: "the level is never reached",
  aggregate: "mean",
  laws: ["monotone", "top-when-ideal", "rename-safe"],
  pushDown({ at, rel, round }) {
    const { wanted, precision } = recallLevel(at, rel, round);
    const nothing = or(isZero(relevantDocs(rel)), isZero(wanted));
    return form(
      precision,
      { when: and(isZero(size()), nothing), because: "empty-ranking" },
      ifNoRelevant(rel),
    );
  },
  compute(r, { at, rel, round }) {
    const relevant = relevantTotal(r, rel);
    const wanted = relevant === 0 ? 0 : documentsAt(at, relevant, round);
    if (r.length === 0 && wanted === 0) return emptyRanking;
    return relevant === 0 ? noRelevant : scored(precisionFrom(r, rel, wanted));
  },
  explain(r, { at, rel, round }) {
    const relevant = relevantTotal(r, rel);
    const wanted = relevant === 0 ? 0 : documentsAt(at, relevant, round);
    if (r.length === 0 && wanted === 0) return nothingRetrieved;
    return relevant === 0
      ? noRelevantDocument
      : precisionFromTerms(r, rel, wanted, `best precision from ${wanted} of ${relevant} found on`);
  },
});
