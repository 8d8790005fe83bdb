import { defineMetric } from "../core/define-metric.ts";
import { add, div, log2, rank } from "../core/form.ts";
import { explainReader, type GoOn, readerForm, scale, scoreReader } from "./_cwl.ts";
import { cutoff } from "./_params.ts";

const goOn =
  ({ k }: { readonly k: number | undefined }): GoOn =>
  (i) =>
    i < (k ?? Number.POSITIVE_INFINITY) ? Math.log2(i + 1) / Math.log2(i + 2) : 0;

export const sdcg = defineMetric({
  kind: "computed",
  id: "sdcg",
  title: "Scaled discounted cumulative gain",
  definition:
    "Graded gain of the first k hits, discounted by rank, as a share of what k hits of the highest grade would earn, whether or not there are that many.",
  formula:
    "sum over ranks i <= k of gain(i) / log2(i + 1), divided by the sum over ranks i <= k of 1 / log2(i + 1)",
  steps: [
    "Turn the grade of each hit into a gain from 0 to 1.",
    "The reader continues from rank i to the next with probability log2(i + 1) / log2(i + 2), and stops at k.",
    "Multiply each gain by the probability that the reader sees the hit, and add them up.",
    "Divide by the number of hits that the reader is expected to see; beyond the end of the list every hit is worthless.",
  ],
  cite: "Moffat et al., Incorporating user expectations and behavior into the measurement of search effectiveness, 2017; cwl_eval NDCG-k; ir_measures SDCG",
  params: { k: cutoff, ...scale },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every hit that the reader sees has the highest grade",
  worst: "no hit that the reader may see is worth anything",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown: (params) => readerForm(params, goOn(params), div(1, log2(add(rank, 1)))),
  compute: (r, params) => scoreReader(r, params, goOn(params)),
  explain: (r, params) => explainReader("sdcg", r, params, goOn(params)),
});
