import { defineFusion } from "./_define.ts";
import { runWeights } from "./_params.ts";
import { sumOver, weightOf } from "./_sums.ts";

export const wsum = defineFusion({
  id: "wsum",
  aliases: ["weighted-sum"],
  title: "Weighted sum",
  definition: "The sum of a document's scores, each times the weight of its run.",
  formula: "sum over runs of weight × score",
  cite: "Vogt, Cottrell, Fusion via a linear combination of scores, 1999",
  params: { weights: runWeights },
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse: (lists, docs, { weights }) =>
    sumOver(lists, docs, (rank, run, list) => weightOf(weights, run) * list.scores![rank]!),
});
