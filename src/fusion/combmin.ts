import { defineFusion } from "./_define.ts";
import { foldScores } from "./_fold-scores.ts";

export const combmin = defineFusion({
  id: "combmin",
  aliases: ["comb-min", "min"],
  title: "CombMIN",
  definition: "The lowest of a document's scores, over the runs that have it.",
  formula: "min over runs of score",
  cite: "Fox, Shaw, Combination of multiple searches, 1993",
  params: {},
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse: (lists, docs) => foldScores(lists, docs, Math.min),
});
