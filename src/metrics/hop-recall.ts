import { defineMetric } from "../core/define-metric.ts";
import { max, none, value } from "../core/derivation.ts";
import { one, skipped, zero } from "../core/score.ts";
import { explainGroups, scoreGroups } from "./_groups.ts";
import { cutoff } from "./_params.ts";
import { depth, firstRanks } from "./_ranks.ts";

export const hopRecall = defineMetric({
  kind: "computed",
  id: "hop-recall",
  title: "Hop recall",
  definition:
    "1 if the first k hits have a document of the given hop, else 0; the mean is the share of queries where that hop was found. Queries with fewer hops are skipped.",
  formula: "1 if the hop is satisfied in the first k, else 0",
  steps: [
    "Skip the query if its gold has fewer hops.",
    "Look for any document of the hop among the first k hits.",
    "Score 1 if there is one, else 0.",
  ],
  cite: "Goldie; gold with hops as in Trivedi et al., MuSiQue, 2022",
  params: {
    hop: {
      kind: "integer",
      min: 1,
      default: 1,
      doc: "Which hop, counted from 1.",
      rule: "denominator",
    },
    k: cutoff,
  },
  at: "k",
  needs: ["hops"],
  direction: "higher",
  range: [0, 1],
  best: "a document of the hop is among the first k",
  worst: "none is",
  aggregate: "mean",
  values: "yes-no",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  compute: (r, { hop, k }) =>
    scoreGroups(r, (hops) => {
      if (hop > hops.count) return skipped("hops");
      return firstRanks(hops, depth(r, k))[hop - 1]! < 0 ? zero : one;
    }),
  explain: (r, { hop, k }) =>
    explainGroups(r, (hops) => {
      if (hop > hops.count) return none(`the gold has only ${hops.count} hops`, "nothing-to-judge");
      const rank = firstRanks(hops, depth(r, k))[hop - 1]!;
      const found = rank < 0 ? [] : [value(`hop ${hop} is satisfied`, 1, rank + 1)];
      return max("hop-recall", [value("not satisfied yet", 0), ...found]);
    }),
});
