import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form, hits, rank, when } from "../core/form.ts";
import { noRelevant, scored, zero } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { foundHits, ifNoRelevant, isZero, relevantHit, within } from "./_forms.ts";
import { choice, cutoff, level } from "./_params.ts";
import { depth, firstRelevant, isRelevant, rankOf, relevantTotal, steps } from "./_ranks.ts";

export const rr = defineMetric({
  kind: "computed",
  id: "rr",
  aliases: ["mrr", "recip-rank"],
  title: "Reciprocal rank",
  definition:
    "1 divided by the rank of the first relevant hit, 0 if none is among the first k; the mean is known as MRR.",
  formula: "1 / rank of the first relevant hit",
  steps: ["Find the first relevant hit among the first k.", "Score 1 / its rank, or 0 if there is none."],
  cite: "Voorhees, The TREC-8 question answering track report, 1999; trec_eval recip_rank",
  params: {
    k: cutoff,
    rel: level,
    over: choice(
      { first: "looks at the first relevant hit", each: "averages over all relevant hits" },
      "first",
      "Whether the first relevant hit counts, or the mean of 1 / rank over all relevant hits.",
      "denominator",
      true,
    ),
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "the first hit is relevant",
  worst: "no relevant document is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "top-when-ideal", "rename-safe"],
  labels: ({ over }) => (over === "first" ? { grades: "binary", moves: "up" } : undefined),
  pushDown({ k, rel, over }) {
    const relevant = within(k, relevantHit(rel));
    const found = foundHits(k, rel);
    const each = div(hits("sum", relevant, div(1, rank)), found);
    const first = div(1, hits("min", relevant, rank));
    return form(when(isZero(found), 0, over === "each" ? each : first), ifNoRelevant(rel));
  },
  compute(r, { k, rel, over }) {
    if (relevantTotal(r, rel) === 0) return noRelevant;
    const n = depth(r, k);
    const first = firstRelevant(r, n, rel);
    if (over === "each" && first >= 0) {
      let hits = 0;
      let total = 0;
      const end = steps(r, n);
      for (let i = 0; i < end; i++) {
        const rank = rankOf(r, i);
        if (!isRelevant(r, rank, rel)) continue;
        hits++;
        total += 1 / (rank + 1);
      }
      return scored(total / hits);
    }
    return first < 0 ? zero : scored(1 / (first + 1));
  },
  explain(r, { k, rel, over }) {
    if (relevantTotal(r, rel) === 0) return noRelevantDocument;
    const n = depth(r, k);
    const first = firstRelevant(r, n, rel);
    if (first < 0) return value("no relevant hit", 0);
    if (over === "each") {
      const terms: Derivation[] = [];
      for (let i = first; i < n; i++)
        if (isRelevant(r, i, rel))
          terms.push(ratio("1 / rank", value("one", 1), value("rank", i + 1), i + 1));
      return ratio("rr", sum("1 / rank of each relevant hit", terms), value("relevant hits", terms.length));
    }
    return ratio("rr", value("one", 1), value("rank of the first relevant hit", first + 1), first + 1);
  },
});
