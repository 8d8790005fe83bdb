import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { nothingToJudge, scored, skipped } from "../core/score.ts";
import { fullSupports, noPart } from "./_judged.ts";

export const claimsPerContext = defineMetric({
  kind: "judged",
  id: "claims-per-context",
  title: "Claims per context",
  definition:
    "How many claims of the reference answer a context states, on average: how dense the contexts are.",
  formula: "claim and context pairs with full support / contexts",
  steps: [
    "Split the reference answer into claims.",
    "For each context, count the claims that it states in full.",
    "Divide the sum by the number of contexts.",
  ],
  cite: "Goldie",
  params: {},
  needs: ["support", "verdicts"],
  direction: "higher",
  range: [0, Number.POSITIVE_INFINITY],
  best: "every context states every claim",
  worst: "no context states any",
  aggregate: "mean",
  laws: [],
  compute({ support, verdicts }) {
    if (support === undefined) return skipped("support");
    if (verdicts === undefined) return skipped("verdicts");
    if (support.length === 0 || verdicts.length === 0) return nothingToJudge;
    return scored(fullSupports(support).reduce((a, b) => a + b, 0) / verdicts.length);
  },
  explain({ support, verdicts }) {
    if (!support?.length || !verdicts?.length) return noPart("support");
    const terms = fullSupports(support).flatMap((n, i) =>
      n > 0 ? [value(`contexts with claim ${i + 1}`, n)] : [],
    );
    return ratio("claims-per-context", sum("supported claims", terms), value("contexts", verdicts.length));
  },
});
