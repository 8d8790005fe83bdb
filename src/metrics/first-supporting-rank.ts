import { defineMetric } from "../core/define-metric.ts";
import { none, value } from "../core/derivation.ts";
import { noRelevant, nothingToJudge, scored, skipped } from "../core/score.ts";
import { helpful, noPart } from "./_judged.ts";

export const firstSupportingRank = defineMetric({
  kind: "judged",
  id: "first-supporting-rank",
  title: "First supporting rank",
  definition:
    "The rank of the first context that helps to arrive at the reference answer; no value if none does.",
  formula: "least rank of a helpful context",
  steps: [
    "For each context, ask whether it helps to arrive at the answer.",
    "Take the rank of the first that does.",
  ],
  cite: "Goldie",
  params: {},
  needs: ["verdicts"],
  direction: "lower",
  range: [1, Number.POSITIVE_INFINITY],
  best: "the first context helps",
  worst: "there is no worst: the longer the list, the greater it can be",
  aggregate: "mean",
  laws: [],
  compute(j) {
    const verdicts = helpful(j);
    if (verdicts === undefined) return skipped("verdicts");
    if (verdicts.length === 0) return nothingToJudge;
    const first = verdicts.findIndex((worth) => worth > 0);
    return first < 0 ? noRelevant : scored(first + 1);
  },
  explain(j) {
    const verdicts = helpful(j);
    if (verdicts === undefined || verdicts.length === 0) return noPart("verdicts");
    const first = verdicts.findIndex((worth) => worth > 0);
    return first < 0
      ? none("no context helps", "no-relevant")
      : value("first helpful context", first + 1, first + 1);
  },
});
