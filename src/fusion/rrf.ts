import { defineFusion } from "./_define.ts";
import { sumOver } from "./_sums.ts";

export const rrf = defineFusion({
  id: "rrf",
  title: "Reciprocal rank fusion",
  definition:
    "A document gets 1 / (k + rank) from each run that has it. Ranks alone count, so runs of any kind can be fused.",
  formula: "sum over runs of 1 / (k + rank)",
  cite: "Cormack, Clarke, Büttcher, Reciprocal rank fusion outperforms Condorcet and individual rank learning methods, 2009",
  params: {
    k: {
      kind: "number",
      min: 0,
      default: 60,
      doc: "Softens the lead of the first ranks: the higher, the more the number of runs that have a document counts.",
    },
  },
  needs: ["ranks"],
  laws: ["keeps-one-run", "monotone"],
  tries: { k: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] },
  fuse: (lists, docs, { k }) => sumOver(lists, docs, (rank) => 1 / (k + rank + 1)),
});
