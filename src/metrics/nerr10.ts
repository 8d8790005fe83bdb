import { defineMetric } from "../core/define-metric.ts";
import { explainReader, type GoOn, scale, scoreReader } from "./_cwl.ts";

const persistence = {
  kind: "number",
  min: 0,
  max: 1,
  default: 0.9,
  doc: "The chance that a reader whom a hit did not satisfy goes on to the next.",
  rule: "discount",
} as const;

const goOn =
  ({ p }: { readonly p: number }): GoOn =>
  (_, gain) =>
    p * (1 - gain);

export const nerr10 = defineMetric({
  kind: "computed",
  id: "nerr10",
  title: "Nearly expected reciprocal rank, equation 10",
  definition:
    "Gain per hit of a reader who stops at a hit with a probability equal to its gain, and otherwise continues with probability p.",
  formula: "sum of W(i) × gain(i); W(1) + … = 1; W(i + 1) / W(i) = (1 - gain(i)) × p",
  steps: [
    "Turn the grade of each hit into a gain from 0 to 1.",
    "The reader continues from rank i to the next with probability (1 - gain(i)) × p. All readers stop at rank 1000.",
    "Multiply each gain by the probability that the reader sees the hit, and add them up.",
    "Divide by the number of hits that the reader is expected to see; beyond the end of the list every hit is worthless.",
  ],
  cite: "Azzopardi, Mackenzie, Moffat, ERR is not C/W/L, 2021, equation 10; ir_measures NERR10",
  params: { p: persistence, ...scale },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every hit that the reader sees has the highest grade",
  worst: "no hit that the reader may see is worth anything",
  aggregate: "mean",
  laws: ["rename-safe"],
  compute: (r, params) => scoreReader(r, params, goOn(params)),
  explain: (r, params) => explainReader("nerr10", r, params, goOn(params)),
});
