import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { emptyRanking, noRelevant, scored } from "../core/score.ts";
import {
  belowPrecision,
  harmonicTerms,
  noRelevantDocument,
  nothingRetrieved,
  relevantHits,
} from "./_explain.ts";
import { foundHits, harmonicMean, ifEmpty, ifNoRelevant, precisionDivisor, relevantDocs } from "./_forms.ts";
import { beta, choice, count, cutoff, level, precisionOf, squared } from "./_params.ts";
import { depth, firstRanks, found, harmonic, precisionBelow, relevantTotal } from "./_ranks.ts";

type Over = "docs" | "groups";

/** Groups if requested and present in the gold; otherwise single relevant documents. */
const groupsOf = (r: JudgedRanking, over: Over) => (over === "groups" ? r.groups : undefined);

/** What the recall part divides by. */
function wanted(r: JudgedRanking, rel: number | undefined, over: Over): number {
  const relevant = relevantTotal(r, rel);
  return relevant === 0 ? 0 : (groupsOf(r, over)?.count ?? relevant);
}

function satisfied(r: JudgedRanking, n: number, over: Over): number[] | undefined {
  const groups = groupsOf(r, over);
  return groups === undefined ? undefined : [...firstRanks(groups, n)].filter((rank) => rank >= 0);
}

export const f = defineMetric({
  kind: "computed",
  id: "f",
  aliases: ["f1", "f2=f(beta=2)", "f-measure"],
  title: "F-measure",
  definition: "Weighted harmonic mean of precision and recall over the first k hits.",
  formula: "(1 + beta²) × precision × recall / (beta² × precision + recall)",
  steps: [
    "Compute precision over the first k hits.",
    "Compute recall over the first k hits.",
    "Take their harmonic mean, recall weighted by beta; it is 0 where both are 0.",
  ],
  cite: "van Rijsbergen, Information Retrieval, 1979, chapter 7",
  params: {
    k: cutoff,
    rel: level,
    beta,
    of: precisionOf,
    count,
    over: choice(
      { docs: "takes recall over documents", groups: "takes recall over groups" },
      "docs",
      "Whether the recall part counts relevant documents or satisfied groups; a gold without groups is counted by documents.",
      "denominator",
      true,
    ),
    squared,
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "the first k hits are exactly the relevant documents",
  worst: "no relevant document is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown({ k, rel, beta, of, over, squared }) {
    if (over === "groups") return { why: "over=groups asks of each query whether its gold has groups" };
    const below = precisionDivisor(k, of, rel);
    const hits = foundHits(k, rel);
    return form(
      harmonicMean(div(hits, below), div(hits, relevantDocs(rel)), beta, squared),
      ifNoRelevant(rel),
      ifEmpty(below),
    );
  },
  compute(r, { k, rel, beta, of, count, over, squared }) {
    const all = wanted(r, rel, over);
    if (all === 0) return noRelevant;
    const below = precisionBelow(r, k, of, relevantTotal(r, rel));
    if (below === 0) return emptyRanking;
    const n = depth(r, k);
    const hits = found(r, n, rel, count);
    return scored(harmonic(hits / below, (satisfied(r, n, over)?.length ?? hits) / all, beta, squared));
  },
  explain(r, { k, rel, beta, of, count, over, squared }) {
    const all = wanted(r, rel, over);
    if (all === 0) return noRelevantDocument;
    const below = precisionBelow(r, k, of, relevantTotal(r, rel));
    if (below === 0) return nothingRetrieved;
    const n = depth(r, k);
    const hits = relevantHits(r, n, rel, count);
    const groups = satisfied(r, n, over)?.map((rank) => value("satisfies a group", 1, rank + 1));
    const part = (what: string, terms: readonly Derivation[], counted: string, of: string, total: number) =>
      [ratio(what, sum(counted, terms), value(of, total)), terms.length / total] as const;
    return harmonicTerms(
      "f",
      part("precision", hits, "relevant hits", belowPrecision(k, of), below),
      groups === undefined
        ? part("recall", hits, "relevant hits", "relevant documents", all)
        : part("recall", groups, "satisfied groups", "groups", all),
      beta,
      squared,
    );
  },
});
