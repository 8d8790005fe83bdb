import { defineMetric } from "../core/define-metric.ts";
import { sum, value } from "../core/derivation.ts";
import { and, constant, entries, form, ge, grade, hits, judged, not, size } from "../core/form.ts";
import { one, scored } from "../core/score.ts";
import { hitsWhere, relevantHits } from "./_explain.ts";
import { foundHits, relevantDocs, relevantHit, within } from "./_forms.ts";
import { choice, cutoff, level } from "./_params.ts";
import { depth, found, isNonrelevant, nonrelevantAmong, relevantTotal } from "./_ranks.ts";

export const count = defineMetric({
  kind: "computed",
  id: "count",
  title: "Count",
  definition:
    "How many hits were retrieved, or how many documents are relevant, listed, found or judged not relevant; added up over the queries.",
  formula:
    "number of hits, of relevant documents, of listed documents, of relevant hits, of non-relevant hits, or of queries",
  steps: ["Count what is asked for, hits among the first k only.", "Add up over the queries."],
  cite: "trec_eval num_ret, num_rel, num_rel_ret, num_nonrel_judged_ret, num_q",
  params: {
    k: cutoff,
    rel: level,
    of: choice(
      {
        retrieved: "counts the hits",
        relevant: "counts the relevant documents of the gold",
        listed: "counts the documents that the gold lists, duplicates and alternatives included",
        found: "counts the relevant hits",
        nonrelevant: "counts the hits that were judged and are not relevant",
        queries: "counts the queries",
      },
      "retrieved",
      "What is counted: retrieved (hits), relevant (relevant documents of the gold), listed (as the gold lists them, duplicates included), found (relevant hits), nonrelevant (hits judged not relevant, negative grades left out) or queries (1 each).",
      "denominator",
    ),
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, Number.POSITIVE_INFINITY],
  best: "there is no best: it is a count",
  worst: "there is no worst: it is a count",
  aggregate: "sum",
  laws: ["ignores-below-k", "rename-safe"],
  pushDown({ k, rel, of }) {
    if (of === "retrieved") return form(size(k));
    if (of === "listed") return form(entries);
    if (of === "queries") return form(constant(1));
    const other = and(and(judged, ge(grade, 0)), not(relevantHit(rel)));
    if (of === "nonrelevant") return form(hits("count", within(k, other)));
    return form(of === "relevant" ? relevantDocs(rel) : foundHits(k, rel));
  },
  compute(r, { k, rel, of }) {
    const n = depth(r, k);
    if (of === "retrieved") return scored(n);
    if (of === "listed") return scored(r.goldListed);
    if (of === "queries") return one;
    if (of === "nonrelevant") return scored(nonrelevantAmong(r, n, rel));
    return scored(of === "relevant" ? relevantTotal(r, rel) : found(r, n, rel));
  },
  explain(r, { k, rel, of }) {
    const n = depth(r, k);
    if (of === "retrieved") return value("hits", n);
    if (of === "listed") return value("listed documents", r.goldListed);
    if (of === "queries") return value("this query", 1);
    if (of === "nonrelevant")
      return sum(
        "non-relevant hits",
        hitsWhere(n, "judged, not relevant", (rank) => isNonrelevant(r, rank, rel)),
      );
    if (of === "relevant") return value("relevant documents", relevantTotal(r, rel));
    return sum("relevant hits", relevantHits(r, n, rel));
  },
});
