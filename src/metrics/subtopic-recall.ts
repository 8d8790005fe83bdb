import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { scored } from "../core/score.ts";
import { aspectLevel, explainAspects, scoreAspects, servedByHits } from "./_novelty.ts";
import { cutoff } from "./_params.ts";
import { depth } from "./_ranks.ts";

export const subtopicRecall = defineMetric({
  kind: "computed",
  id: "subtopic-recall",
  aliases: ["strec", "s-recall", "strecall"],
  title: "Subtopic recall",
  definition: "Share of the aspects of the query that the first k hits serve.",
  formula: "aspects served by the first k / aspects that any document serves",
  steps: [
    "Count the aspects that at least one of the first k hits serves.",
    "Divide by the number of aspects that any document of the gold serves.",
  ],
  cite: "Zhai, Cohen, Lafferty, Beyond independent relevance, 2003; ndeval strec",
  params: { k: cutoff, rel: aspectLevel },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "the first k hits serve every aspect",
  worst: "they serve none",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe", "group-order-safe"],
  compute: (r, { k, rel }) =>
    scoreAspects(r, rel, (groups, aspects) =>
      scored(new Set(servedByHits(groups, depth(r, k), rel).flat()).size / aspects),
    ),
  explain: (r, { k, rel }) =>
    explainAspects(r, rel, (groups, aspects) => {
      const seen = new Set<number>();
      const terms = servedByHits(groups, depth(r, k), rel).flatMap((row, rank) =>
        row.flatMap((g) => {
          if (seen.has(g)) return [];
          seen.add(g);
          return [value(`aspect ${g + 1} is served`, 1, rank + 1)];
        }),
      );
      return ratio("subtopic-recall", sum("aspects served", terms), value("aspects", aspects));
    }),
});
