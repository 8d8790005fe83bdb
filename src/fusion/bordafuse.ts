import { defineFusion } from "./_define.ts";
import { runWeights } from "./_params.ts";
import { sumOver, weightOf } from "./_sums.ts";

export const bordafuse = defineFusion({
  id: "bordafuse",
  aliases: ["borda", "w-bordafuse", "weighted-bordafuse"],
  title: "BordaFuse",
  definition:
    "Each run is a voter: of n documents in all, its first gets n points, its second n - 1, and those it lacks share what is left evenly.",
  formula:
    "sum over runs of weight × (n - rank + 1), or of weight × (n - length + 1) / 2 where the run lacks it",
  cite: "Aslam, Montague, Models for metasearch, 2001",
  params: { weights: runWeights },
  needs: ["ranks"],
  laws: ["keeps-one-run", "monotone"],
  fuse(lists, docs, { weights }) {
    // Points above the share of missing documents, which is the same for all.
    const unranked = lists.map((list) => (docs - list.docs.length + 1) / 2);
    const above = sumOver(
      lists,
      docs,
      (rank, run) => weightOf(weights, run) * (docs - rank - unranked[run]!),
    );
    const base = unranked.reduce((sum, share, run) => sum + weightOf(weights, run) * share, 0);
    return above.map((points) => points + base);
  },
});
