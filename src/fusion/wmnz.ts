import { defineFusion } from "./_define.ts";
import { runWeights } from "./_params.ts";
import { scoreSum, sumOver, weightOf } from "./_sums.ts";

export const wmnz = defineFusion({
  id: "wmnz",
  aliases: ["weighted-mnz"],
  title: "Weighted MNZ",
  definition:
    "The sum of a document's scores, multiplied by the sum of the weights of the runs that have it.",
  formula: "(sum of weights of the runs that have it) × sum over runs of score",
  cite: "Wu, Crestani, Data fusion with estimated weights, 2002",
  params: { weights: runWeights },
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse(lists, docs, { weights }) {
    const weight = sumOver(lists, docs, (_, run) => weightOf(weights, run));
    return scoreSum(lists, docs).map((sum, doc) => sum * weight[doc]!);
  },
});
