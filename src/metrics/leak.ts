import { defineMetric } from "../core/define-metric.ts";
import { max, value } from "../core/derivation.ts";
import { forbidden, form, gt, hits, when } from "../core/form.ts";
import { one, skipped, zero } from "../core/score.ts";
import { forbiddenAmong, forbiddenHits, nothingForbidden } from "./_forbidden.ts";
import { within } from "./_forms.ts";
import { cutoff } from "./_params.ts";
import { depth } from "./_ranks.ts";

export const leak = defineMetric({
  kind: "computed",
  id: "leak",
  title: "Leak",
  definition:
    "1 if a forbidden document is among the first k hits, else 0; the mean is the share of queries with a leak, of those whose gold forbids any document.",
  formula: "1 if a forbidden document is in the first k, else 0",
  steps: [
    "Skip the query if its gold forbids no document.",
    "Score 1 if a forbidden document is among the first k hits, else 0.",
  ],
  cite: "Goldie",
  params: { k: cutoff },
  at: "k",
  needs: ["forbidden"],
  direction: "lower",
  range: [0, 1],
  best: "no forbidden document is among the first k",
  worst: "one is",
  aggregate: "mean",
  values: "yes-no",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown: ({ k }) => form(when(gt(hits("count", within(k, forbidden)), 0), 1, 0)),
  compute(r, { k }) {
    const found = forbiddenAmong(r, depth(r, k));
    if (found === undefined) return skipped("forbidden");
    return found > 0 ? one : zero;
  },
  explain(r, { k }) {
    if (r.forbidden === undefined) return nothingForbidden;
    return max("leak", [value("nothing forbidden yet", 0), ...forbiddenHits(r, depth(r, k))]);
  },
});
