import { defineFusion } from "./_define.ts";
import { scoreSum } from "./_sums.ts";

export const combsum = defineFusion({
  id: "combsum",
  aliases: ["comb-sum", "sum"],
  title: "CombSUM",
  definition: "The sum of a document's scores. A run that lacks it adds nothing.",
  formula: "sum over runs of score",
  cite: "Fox, Shaw, Combination of multiple searches, 1993",
  params: {},
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse: scoreSum,
});
