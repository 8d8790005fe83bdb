import { defineFusion } from "./_define.ts";
import { inverseSquares } from "./_inverse-squares.ts";

export const isr = defineFusion({
  id: "isr",
  title: "Inverse square rank",
  definition:
    "A document gets 1 / rank² from each run that has it; the sum is multiplied by the number of these runs.",
  formula: "(number of runs that have it) × sum over runs of 1 / rank²",
  cite: "Mourão, Martins, Magalhães, Multimodal medical information retrieval with unsupervised rank fusion, 2015",
  params: {},
  needs: ["ranks"],
  laws: ["keeps-one-run", "monotone"],
  fuse: (lists, docs) => inverseSquares(lists, docs, (count) => count),
});
