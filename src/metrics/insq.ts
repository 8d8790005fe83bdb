import { defineMetric } from "../core/define-metric.ts";
import { add, div, mul, rank, sub } from "../core/form.ts";
import { explainReader, type GoOn, goalChance, readerForm, scale, scoreReader, wanted } from "./_cwl.ts";

const goOn =
  ({ t }: { readonly t: number }): GoOn =>
  (i) =>
    goalChance(i, 2 * t);

export const insq = defineMetric({
  kind: "computed",
  id: "insq",
  title: "INSQ",
  definition:
    "Gain per hit of a reader who wants a total gain of t and is more likely to continue the deeper they get, regardless of what they found.",
  formula: "sum of W(i) × gain(i); W(1) + … = 1; W(i + 1) / W(i) = ((i + 2 × t - 1) / (i + 2 × t))²",
  steps: [
    "Turn the grade of each hit into a gain from 0 to 1.",
    "The reader continues from rank i to the next with probability ((i + 2 × t - 1) / (i + 2 × t))². All readers stop at rank 1000.",
    "Multiply each gain by the probability that the reader sees the hit, and add them up.",
    "Divide by the number of hits that the reader is expected to see; beyond the end of the list every hit is worthless.",
  ],
  cite: "Moffat, Scholer, Thomas, Models and metrics: IR evaluation as a user process, 2012; ir_measures INSQ",
  params: { t: wanted, ...scale },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every hit that the reader sees has the highest grade",
  worst: "no hit that the reader may see is worth anything",
  aggregate: "mean",
  laws: ["monotone", "rename-safe"],
  pushDown(params) {
    const goal = 2 * params.t;
    // The chances to go on from rank to rank, multiplied.
    const chance = div(goal, add(sub(rank, 1), goal));
    return readerForm(params, goOn(params), mul(chance, chance));
  },
  compute: (r, params) => scoreReader(r, params, goOn(params)),
  explain: (r, params) => explainReader("insq", r, params, goOn(params)),
});
