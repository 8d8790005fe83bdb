import { defineMetric } from "../core/define-metric.ts";
import { explainReader, type GoOn, goalChance, scale, scoreReader, wanted } from "./_cwl.ts";

// With less, the chance to go on would exceed 1.
const goal = { kind: "number", min: 0.5, default: 1, doc: wanted.doc, rule: wanted.rule } as const;

const goOn =
  ({ t }: { readonly t: number }): GoOn =>
  (i, _, soFar) =>
    goalChance(i, t + (t - soFar));

export const inst = defineMetric({
  kind: "computed",
  id: "inst",
  title: "INST",
  definition: "Gain per hit of a reader who wants a total gain of t and loses patience as they find it.",
  formula:
    "sum of W(i) × gain(i); W(1) + … = 1; W(i + 1) / W(i) = ((i + g - 1) / (i + g))², g = 2 × t - gain(1) - … - gain(i)",
  steps: [
    "Turn the grade of each hit into a gain from 0 to 1.",
    "The reader continues from rank i to the next with probability ((i + g - 1) / (i + g))², g = 2 × t less the gain so far. All readers stop at rank 1000.",
    "Multiply each gain by the probability that the reader sees the hit, and add them up.",
    "Divide by the number of hits that the reader is expected to see; beyond the end of the list every hit is worthless.",
  ],
  cite: "Moffat, Bailey, Scholer, Thomas, INST: an adaptive metric for information retrieval evaluation, 2015; ir_measures INST",
  params: { t: goal, ...scale },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every hit that the reader sees has the highest grade",
  worst: "no hit that the reader may see is worth anything",
  aggregate: "mean",
  laws: ["rename-safe"],
  compute: (r, params) => scoreReader(r, params, goOn(params)),
  explain: (r, params) => explainReader("inst", r, params, goOn(params)),
});
