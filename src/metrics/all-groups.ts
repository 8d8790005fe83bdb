import { defineMetric } from "../core/define-metric.ts";
import { product, value } from "../core/derivation.ts";
import { entries, eq, form, groups, when } from "../core/form.ts";
import type { GroupCredit, JudgedRanking } from "../core/ranking.ts";
import { noRelevant, one, zero } from "../core/score.ts";
import { ifNoGroup, isZero, satisfiedGroups } from "./_forms.ts";
import { explainGroups, noGroup, satisfied, satisfiedTerms, scoreGroups } from "./_groups.ts";
import { choice, cutoff } from "./_params.ts";
import { depth } from "./_ranks.ts";

const wanted = (r: JudgedRanking, groups: GroupCredit, of: "groups" | "listed"): number =>
  of === "listed" ? r.goldListed : groups.count;

export const allGroups = defineMetric({
  kind: "computed",
  id: "all-groups",
  title: "All groups",
  definition:
    "1 if the first k hits satisfy every group of the gold, else 0: whether all that is needed for an answer was retrieved.",
  formula: "1 if every group is satisfied in the first k, else 0",
  steps: [
    "Count the groups that have any of their documents among the first k hits.",
    "Score 1 if that is every group, else 0.",
  ],
  cite: "REMem retrieval_recall_all; Wu et al., LongMemEval, 2024 (recall_all)",
  params: {
    k: cutoff,
    of: choice(
      {
        groups: "wants every group satisfied",
        listed:
          "wants as many satisfied groups as the gold lists documents, so one that is listed twice is never found",
      },
      "groups",
      "How many groups have to be satisfied: all of them, or (to imitate REMem) as many as the gold lists documents, duplicates counted.",
      "denominator",
      true,
    ),
  },
  at: "k",
  needs: ["groups"],
  direction: "higher",
  range: [0, 1],
  best: "every group has a document among the first k",
  worst: "one has not",
  aggregate: "mean",
  values: "yes-no",
  laws: ["ignores-below-k", "monotone", "rename-safe", "group-order-safe"],
  pushDown({ k, of }) {
    const all = of === "listed" ? entries : groups;
    return form(when(eq(satisfiedGroups(k), all), 1, 0), ifNoGroup, {
      when: isZero(all),
      because: "no-relevant",
    });
  },
  compute: (r, { k, of }) =>
    scoreGroups(r, (groups) => {
      const all = wanted(r, groups, of);
      if (all === 0) return noRelevant;
      return satisfied(groups, depth(r, k)) === all ? one : zero;
    }),
  explain: (r, { k, of }) =>
    explainGroups(r, (groups) => {
      const all = wanted(r, groups, of);
      if (all === 0) return noGroup;
      const found = satisfiedTerms(groups, depth(r, k));
      const off = Array.from({ length: Math.abs(all - found.length) }, () => value("not satisfied", 0));
      return product("all groups", [...found, ...off]);
    }),
});
