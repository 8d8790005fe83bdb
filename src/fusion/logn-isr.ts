import { defineFusion } from "./_define.ts";
import { inverseSquares } from "./_inverse-squares.ts";

export const lognIsr = defineFusion({
  id: "logn-isr",
  title: "Logarithmic inverse square rank, smoothed",
  definition:
    "As log-isr, with a little added to the number of runs, so that documents of a single run keep an order.",
  formula: "ln(number of runs that have it + sigma) × sum over runs of 1 / rank²",
  cite: "Mourão, Martins, Magalhães, Multimodal medical information retrieval with unsupervised rank fusion, 2015",
  params: {
    sigma: { kind: "number", min: 0, max: 1, default: 0.01, doc: "What is added to the number of runs." },
  },
  needs: ["ranks"],
  laws: ["keeps-one-run", "monotone"],
  tries: { sigma: [0.01, 0.05, 0.1, 0.2, 0.5, 1] },
  fuse: (lists, docs, { sigma }) => inverseSquares(lists, docs, (count) => Math.log(count + sigma)),
});
