import { defineMetric } from "../core/define-metric.ts";
import { explainReader, type GoOn, goalChance, scale, scoreReader, wanted } from "./_cwl.ts";

const goOn =
  ({ t }: { readonly t: number }): GoOn =>
  (i, gain) =>
    goalChance(i, 2 * t) * (1 - gain);

export const nerr11 = defineMetric({
  kind: "computed",
  id: "nerr11",
  title: "Nearly expected reciprocal rank, equation 11",
  definition:
    "Gain per hit of a reader who stops at a hit with a probability equal to its gain, and otherwise continues as in insq.",
  formula:
    "sum of W(i) × gain(i); W(1) + … = 1; W(i + 1) / W(i) = (1 - gain(i)) × ((i + 2 × t - 1) / (i + 2 × t))²",
  steps: [
    "Turn the grade of each hit into a gain from 0 to 1.",
    "The reader continues from rank i to the next with probability (1 - gain(i)) × ((i + 2 × t - 1) / (i + 2 × t))². All readers stop at rank 1000.",
    "Multiply each gain by the probability that the reader sees the hit, and add them up.",
    "Divide by the number of hits that the reader is expected to see; beyond the end of the list every hit is worthless.",
  ],
  cite: "Azzopardi, Mackenzie, Moffat, ERR is not C/W/L, 2021, equation 11; ir_measures NERR11",
  params: { t: wanted, ...scale },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every hit that the reader sees has the highest grade",
  worst: "no hit that the reader may see is worth anything",
  aggregate: "mean",
  laws: ["rename-safe"],
  compute: (r, params) => scoreReader(r, params, goOn(params)),
  explain: (r, params) => explainReader("nerr11", r, params, goOn(params)),
});
