import { defineFusion } from "./_define.ts";
import { inverseSquares } from "./_inverse-squares.ts";

export const logIsr = defineFusion({
  id: "log-isr",
  title: "Logarithmic inverse square rank",
  definition:
    "As isr, with the logarithm of the number of runs. A document that only one run has gets 0, wherever it stands: use logn-isr where that matters.",
  formula: "ln(number of runs that have it) × sum over runs of 1 / rank²",
  cite: "Mourão, Martins, Magalhães, Multimodal medical information retrieval with unsupervised rank fusion, 2015",
  params: {},
  needs: ["ranks"],
  laws: ["monotone"],
  fuse: (lists, docs) => inverseSquares(lists, docs, Math.log),
});
