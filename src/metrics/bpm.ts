import { defineMetric } from "../core/define-metric.ts";
import { explainReader, type GoOn, scale, scoreReader, wanted } from "./_cwl.ts";
import { cutoff } from "./_params.ts";

const goOn =
  ({ k, t }: { readonly k: number | undefined; readonly t: number }): GoOn =>
  (i, _, soFar) =>
    i < (k ?? Number.POSITIVE_INFINITY) && soFar < t ? 1 : 0;

export const bpm = defineMetric({
  kind: "computed",
  id: "bpm",
  title: "Bejeweled player model",
  definition: "Gain per hit of a reader who stops as soon as the gain so far reaches t, or after k hits.",
  formula:
    "(gain down to the last hit seen) / (hits seen), last = the first rank with gain(1) + … + gain(i) >= t, or k",
  steps: [
    "Turn the grade of each hit into a gain from 0 to 1.",
    "The reader continues until the gain so far reaches t, and stops at k.",
    "Multiply each gain by the probability that the reader sees the hit, and add them up.",
    "Divide by the number of hits that the reader is expected to see; beyond the end of the list every hit is worthless.",
  ],
  cite: "Zhang et al., Evaluating web search with a Bejeweled player model, 2017 (static); ir_measures BPM",
  params: { k: cutoff, t: wanted, ...scale },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every hit that the reader sees has the highest grade",
  worst: "no hit that the reader may see is worth anything",
  aggregate: "mean",
  laws: ["ignores-below-k", "rename-safe"],
  compute: (r, params) => scoreReader(r, params, goOn(params)),
  explain: (r, params) => explainReader("bpm", r, params, goOn(params)),
});
