import { defineFusion } from "./_define.ts";
import { runWeights } from "./_params.ts";
import { countIn, sumOver, weightOf } from "./_sums.ts";

export const mixed = defineFusion({
  id: "mixed",
  title: "Mixed",
  definition:
    "The weighted sum of a document's scores, multiplied by the square root of the number of runs that have it.",
  formula: "sqrt(number of runs that have it) × sum over runs of weight × score",
  cite: "Wu, Crestani, Data fusion with estimated weights, 2002",
  params: { weights: runWeights },
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse(lists, docs, { weights }) {
    const count = countIn(lists, docs);
    const sums = sumOver(lists, docs, (rank, run, list) => weightOf(weights, run) * list.scores![rank]!);
    return sums.map((sum, doc) => sum * Math.sqrt(count[doc]!));
  },
});
