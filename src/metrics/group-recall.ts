import { defineMetric } from "../core/define-metric.ts";
import { ratio, sum, value } from "../core/derivation.ts";
import { div, form, groups } from "../core/form.ts";
import { scored } from "../core/score.ts";
import { ifNoGroup, satisfiedGroups } from "./_forms.ts";
import { explainGroups, satisfied, satisfiedTerms, scoreGroups } from "./_groups.ts";
import { cutoff } from "./_params.ts";
import { depth } from "./_ranks.ts";

export const groupRecall = defineMetric({
  kind: "computed",
  id: "group-recall",
  title: "Group recall",
  definition:
    "Share of the gold's groups that the first k hits satisfy. A group is satisfied by any one of its documents.",
  formula: "groups satisfied in the first k / all groups",
  steps: [
    "For each group, look for any of its documents among the first k hits.",
    "Count the groups that have one.",
    "Divide by the number of groups.",
  ],
  cite: "AutoRAG retrieval_recall; Zhai, Cohen, Lafferty, Beyond independent relevance, 2003 (subtopic recall)",
  params: { k: cutoff },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "every group has a document among the first k",
  worst: "no group has",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe", "group-order-safe"],
  pushDown: ({ k }) => form(div(satisfiedGroups(k), groups), ifNoGroup),
  compute: (r, { k }) => scoreGroups(r, (groups) => scored(satisfied(groups, depth(r, k)) / groups.count)),
  explain: (r, { k }) =>
    explainGroups(r, (groups) =>
      ratio(
        "group-recall",
        sum("satisfied groups", satisfiedTerms(groups, depth(r, k))),
        value("groups", groups.count),
      ),
    ),
});
