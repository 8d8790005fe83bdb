import { defineMetric } from "../core/define-metric.ts";
import { sum } from "../core/derivation.ts";
import { forbidden, form, hits } from "../core/form.ts";
import { scored, skipped } from "../core/score.ts";
import { forbiddenAmong, forbiddenHits, nothingForbidden } from "./_forbidden.ts";
import { within } from "./_forms.ts";
import { cutoff } from "./_params.ts";
import { depth } from "./_ranks.ts";

export const leaks = defineMetric({
  kind: "computed",
  id: "leaks",
  title: "Leaks",
  definition:
    "How many forbidden documents are among the first k hits, each counted once; the mean is over the queries whose gold forbids any document.",
  formula: "forbidden documents in the first k",
  steps: [
    "Skip the query if its gold forbids no document.",
    "Count the forbidden documents among the first k hits.",
  ],
  cite: "Goldie",
  params: { k: cutoff },
  at: "k",
  needs: ["forbidden"],
  direction: "lower",
  range: [0, Number.POSITIVE_INFINITY],
  best: "no forbidden document is among the first k",
  worst: "all of them are",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown: ({ k }) => form(hits("count", within(k, forbidden))),
  compute(r, { k }) {
    const found = forbiddenAmong(r, depth(r, k));
    return found === undefined ? skipped("forbidden") : scored(found);
  },
  explain(r, { k }) {
    if (r.forbidden === undefined) return nothingForbidden;
    return sum("leaks", forbiddenHits(r, depth(r, k)));
  },
});
