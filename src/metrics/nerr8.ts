import { defineMetric } from "../core/define-metric.ts";
import { explainReader, type GoOn, scale, scoreReader } from "./_cwl.ts";
import { cutoff } from "./_params.ts";

const goOn =
  ({ k }: { readonly k: number | undefined }): GoOn =>
  (i, gain) =>
    i < (k ?? Number.POSITIVE_INFINITY) ? 1 - gain : 0;

export const nerr8 = defineMetric({
  kind: "computed",
  id: "nerr8",
  title: "Nearly expected reciprocal rank, equation 8",
  definition:
    "Gain per hit of a reader who stops at a hit with a probability equal to its gain, or after k hits.",
  formula: "sum of W(i) × gain(i); W(1) + … + W(k) = 1; W(i + 1) / W(i) = 1 - gain(i)",
  steps: [
    "Turn the grade of each hit into a gain from 0 to 1.",
    "The reader continues from rank i to the next with probability 1 - gain(i), and stops at k.",
    "Multiply each gain by the probability that the reader sees the hit, and add them up.",
    "Divide by the number of hits that the reader is expected to see; beyond the end of the list every hit is worthless.",
  ],
  cite: "Azzopardi, Mackenzie, Moffat, ERR is not C/W/L, 2021, equation 8; ir_measures NERR8",
  params: { k: cutoff, ...scale },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every hit that the reader sees has the highest grade",
  worst: "no hit that the reader may see is worth anything",
  aggregate: "mean",
  laws: ["ignores-below-k", "rename-safe"],
  compute: (r, params) => scoreReader(r, params, goOn(params)),
  explain: (r, params) => explainReader("nerr8", r, params, goOn(params)),
});
