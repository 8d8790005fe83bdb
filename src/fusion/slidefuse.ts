import { defineFusion } from "./_define.ts";
import { sumOver } from "./_sums.ts";
import { relevanceByRank } from "./_training.ts";

export const slidefuse = defineFusion({
  id: "slidefuse",
  title: "SlideFuse",
  definition:
    "Like posfuse, but averages over w ranks above and w below, within the list. It smooths out ranks that did well or badly in training by chance.",
  formula: "sum over runs of the mean of P(relevant | rank) over ranks rank - w … rank + w",
  cite: "Lillis, Toolan, Collier, Dunnion, Extending probabilistic data fusion using sliding windows, 2008",
  params: {
    w: { kind: "integer", min: 0, max: 1000, default: 5, doc: "How many ranks on each side are looked at." },
  },
  needs: ["ranks", "training"],
  laws: [],
  tries: { w: [1, 2, 3, 5, 8, 10, 20, 50] },
  train: relevanceByRank,
  fuse: (lists, docs, { w }, trained) =>
    sumOver(lists, docs, (rank, run, list) => {
      const first = Math.max(rank - w, 0);
      const last = Math.min(rank + w, list.docs.length - 1);
      let sum = 0;
      for (let i = first; i <= last; i++) sum += trained[run]![i] ?? 0;
      return sum / (last - first + 1);
    }),
});
