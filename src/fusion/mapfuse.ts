import type { JudgedList } from "../core/fusion.ts";
import { defineFusion } from "./_define.ts";
import { sumOver } from "./_sums.ts";

export const mapfuse = defineFusion({
  id: "mapfuse",
  title: "MAPFuse",
  definition:
    "A document gets from each run the mean average precision that the run had in training, divided by the rank.",
  formula: "sum over runs of map / rank",
  cite: "Lillis, Zhang, Toolan, Collier, Leonard, Dunnion, Estimating probabilities for effective data fusion, 2010",
  params: {},
  needs: ["ranks", "training"],
  laws: ["keeps-one-run", "monotone"],
  train(lists) {
    const scored = lists.filter(({ total }) => total > 0);
    const sum = scored.reduce((sum, list) => sum + averagePrecision(list), 0);
    return [scored.length === 0 ? 0 : sum / scored.length];
  },
  fuse: (lists, docs, _, trained) => sumOver(lists, docs, (rank, run) => trained[run]![0]! / (rank + 1)),
});

function averagePrecision({ relevant, total }: JudgedList): number {
  let hits = 0;
  let sum = 0;
  relevant.forEach((is, rank) => {
    if (is === 0) return;
    hits++;
    sum += hits / (rank + 1);
  });
  return sum / total;
}
