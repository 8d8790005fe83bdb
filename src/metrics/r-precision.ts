import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { add, and, div, form, greatest, hits, le, mul, rank, trunc } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument, relevantHits } from "./_explain.ts";
import { ifNoRelevant, relevantDocs, relevantHit } from "./_forms.ts";
import { level, total } from "./_params.ts";
import { depth, found, relevantTotal } from "./_ranks.ts";

/** How many hits count; the 0.9 is trec_eval's way to round up, and leaves 2.05 at 2. */
const hitsCounted = (relevant: number, times: number): number =>
  Math.max(1, Math.trunc(times * relevant + 0.9));

const allRelevant = (r: JudgedRanking, rel: number | undefined, total: "relevant" | "retrieved"): number =>
  total === "retrieved" ? found(r, r.length, rel) : relevantTotal(r, rel);

export const rPrecision = defineMetric({
  kind: "computed",
  id: "r-precision",
  aliases: ["rprec", "r-prec"],
  title: "R-precision",
  definition: "Precision over as many hits as the gold has relevant documents, or over a multiple of that.",
  formula:
    "relevant in the first n / n, n = trunc(times × R + 0.9) but at least 1, R = all relevant; n = R unless times is given",
  steps: [
    "Count the relevant documents in the gold: R.",
    "Take n = R. With times, add 0.9 to times × R and cut off the fraction, which rounds up unless the fraction is below 0.1; n is at least 1.",
    "Count the relevant documents among the first n hits.",
    "Divide by n, even if there are fewer hits.",
  ],
  cite: "trec_eval Rprec, Rprec_mult; Manning, Raghavan, Schütze, Introduction to Information Retrieval, section 8.4",
  params: {
    rel: level,
    times: {
      kind: "number",
      above: 0,
      default: 1,
      doc: "How many times as many hits count: their number is trunc(times × R + 0.9), at least 1.",
      rule: "k",
    },
    total: total("relevant", "retrieved"),
  },
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "the first R hits are the relevant documents",
  worst: "none of the first R hits is relevant",
  aggregate: "mean",
  laws: ["monotone", "rename-safe"],
  pushDown({ rel, times, total }) {
    if (total === "retrieved") return { why: "total=retrieved cuts the list by a count of its own hits" };
    const n = greatest(1, trunc(add(mul(times, relevantDocs(rel)), 0.9)));
    return form(div(hits("count", and(relevantHit(rel), le(rank, n))), n), ifNoRelevant(rel));
  },
  compute(r, { rel, times, total }) {
    const relevant = allRelevant(r, rel, total);
    if (relevant === 0) return noRelevant;
    const n = hitsCounted(relevant, times);
    return scored(found(r, depth(r, n), rel) / n);
  },
  explain(r, { rel, times, total }) {
    const relevant = allRelevant(r, rel, total);
    if (relevant === 0) return noRelevantDocument;
    const n = hitsCounted(relevant, times);
    const hits = relevantHits(r, depth(r, n), rel);
    return ratio(
      "r-precision",
      sum("relevant hits", hits),
      value(times === 1 ? "R, the relevant documents" : "trunc(times × R + 0.9)", n),
    );
  },
});
