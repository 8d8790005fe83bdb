import { defineFusion } from "./_define.ts";
import { countIn, scoreSum } from "./_sums.ts";

export const combmnz = defineFusion({
  id: "combmnz",
  aliases: ["comb-mnz", "mnz"],
  title: "CombMNZ",
  definition: "The sum of a document's scores, multiplied by the number of runs that have it.",
  formula: "(number of runs that have it) × sum over runs of score",
  cite: "Fox, Shaw, Combination of multiple searches, 1993",
  params: {},
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse(lists, docs) {
    const count = countIn(lists, docs);
    return scoreSum(lists, docs).map((sum, doc) => sum * count[doc]!);
  },
});
