import { defineFusion } from "./_define.ts";
import { sumOver } from "./_sums.ts";
import { relevanceByRank } from "./_training.ts";

export const posfuse = defineFusion({
  id: "posfuse",
  title: "PosFuse",
  definition:
    "A document gets from each run the share of relevant documents that the run had at this rank in training. Past the longest list of the training it gets nothing.",
  formula: "sum over runs of P(relevant | rank)",
  cite: "Lillis, Zhang, Toolan, Collier, Leonard, Dunnion, Estimating probabilities for effective data fusion, 2010",
  params: {},
  needs: ["ranks", "training"],
  laws: [],
  train: relevanceByRank,
  fuse: (lists, docs, _, trained) => sumOver(lists, docs, (rank, run) => trained[run]![rank] ?? 0),
});
