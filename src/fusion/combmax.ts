import { defineFusion } from "./_define.ts";
import { foldScores } from "./_fold-scores.ts";

export const combmax = defineFusion({
  id: "combmax",
  aliases: ["comb-max", "max"],
  title: "CombMAX",
  definition: "The highest of a document's scores.",
  formula: "max over runs of score",
  cite: "Fox, Shaw, Combination of multiple searches, 1993",
  params: {},
  needs: ["scores"],
  normalise: "min-max",
  laws: ["keeps-one-run", "monotone"],
  fuse: (lists, docs) => foldScores(lists, docs, Math.max),
});
