import { defineFusion } from "./_define.ts";
import { countIn, scoreSum } from "./_sums.ts";

export const combanz = defineFusion({
  id: "combanz",
  aliases: ["comb-anz", "anz"],
  title: "CombANZ",
  definition:
    "The mean of a document's scores over the runs that have it. A run that lacks it costs nothing.",
  formula: "(sum over runs of score) / (number of runs that have it)",
  cite: "Fox, Shaw, Combination of multiple searches, 1993",
  params: {},
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse(lists, docs) {
    const count = countIn(lists, docs);
    return scoreSum(lists, docs).map((sum, doc) => sum / count[doc]!);
  },
});
