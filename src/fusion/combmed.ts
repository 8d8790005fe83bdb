import { defineFusion } from "./_define.ts";

export const combmed = defineFusion({
  id: "combmed",
  aliases: ["comb-med", "med"],
  title: "CombMED",
  definition:
    "The median of a document's scores, over the runs that have it; of an even number of scores, the mean of the middle two.",
  formula: "median over runs of score",
  cite: "Fox, Shaw, Combination of multiple searches, 1993",
  params: {},
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse(lists, docs) {
    const scores: number[][] = Array.from({ length: docs }, () => []);
    for (const list of lists) list.docs.forEach((doc, rank) => void scores[doc]!.push(list.scores![rank]!));
    return Float64Array.from(scores, (all) => {
      all.sort((a, b) => a - b);
      const middle = all.length >> 1;
      return all.length % 2 === 1 ? all[middle]! : (all[middle - 1]! + all[middle]!) / 2;
    });
  },
});
