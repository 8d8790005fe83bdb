import { defineMetric } from "../core/define-metric.ts";
import { product, value } from "../core/derivation.ts";
import { entries, eq, form, when } from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, one, zero } from "../core/score.ts";
import { noRelevantDocument, relevantHits } from "./_explain.ts";
import { foundHits, ifNoRelevant, isZero, relevantDocs } from "./_forms.ts";
import { choice, cutoff, level } from "./_params.ts";
import { depth, found, relevantTotal } from "./_ranks.ts";

const wanted = (r: JudgedRanking, rel: number | undefined, of: "relevant" | "listed"): number => {
  const relevant = relevantTotal(r, rel);
  return relevant === 0 || of === "relevant" ? relevant : r.goldListed;
};

export const allFound = defineMetric({
  kind: "computed",
  id: "all-found",
  title: "All found",
  definition: "1 if every relevant document is among the first k hits, else 0.",
  formula: "1 if all relevant are in the first k, else 0",
  steps: [
    "Count the distinct relevant documents among the first k hits.",
    "Score 1 if that is every relevant document, else 0.",
  ],
  cite: "GRAG-LiveRAG pct_records_with_all_refs; Wu et al., LongMemEval, 2024 (recall_all)",
  params: {
    k: cutoff,
    rel: level,
    of: choice(
      {
        relevant: "wants every relevant document once",
        listed: "wants as many documents as the gold lists, so one that is listed twice is never found",
      },
      "relevant",
      "How many documents have to be found: the relevant ones, or as many as the gold lists, duplicates counted.",
      "denominator",
      true,
    ),
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "every relevant document is among the first k",
  worst: "one is not",
  aggregate: "mean",
  values: "yes-no",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown({ k, rel, of }) {
    const all = of === "relevant" ? relevantDocs(rel) : entries;
    return form(when(eq(foundHits(k, rel), all), 1, 0), ifNoRelevant(rel), {
      when: isZero(all),
      because: "no-relevant",
    });
  },
  compute(r, { k, rel, of }) {
    const all = wanted(r, rel, of);
    if (all === 0) return noRelevant;
    return found(r, depth(r, k), rel, "distinct") === all ? one : zero;
  },
  explain(r, { k, rel, of }) {
    const all = wanted(r, rel, of);
    if (all === 0) return noRelevantDocument;
    const hits = relevantHits(r, depth(r, k), rel, "distinct");
    const missed = Math.abs(all - hits.length);
    return product("all found", [...hits, ...Array.from({ length: missed }, () => value("not found", 0))]);
  },
});
