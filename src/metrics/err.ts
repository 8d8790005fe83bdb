import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import {
  div,
  eq,
  form,
  gold,
  grade,
  gt,
  hits,
  least,
  mul,
  pow,
  rank,
  running,
  sub,
  when,
} from "../core/form.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { noRelevant, scored } from "../core/score.ts";
import { noRelevantDocument } from "./_explain.ts";
import { within } from "./_forms.ts";
import { cutoff } from "./_params.ts";
import { depth, rankOf, steps } from "./_ranks.ts";

/** The chance that a hit satisfies the user. */
const satisfaction = (grade: number, max: number): number =>
  grade > 0 ? (2 ** Math.min(grade, max) - 1) / 2 ** max : 0;

const hasGrade = (r: JudgedRanking): boolean => r.pool.length > 0 && r.pool[0]! > 0;

export const err = defineMetric({
  kind: "computed",
  id: "err",
  title: "Expected reciprocal rank",
  definition:
    "1 / rank of the hit that satisfies the user, on average over users who stop at a hit the more often the better its grade is.",
  formula: "sum over ranks i <= k of R(i) / i × product over j < i of (1 - R(j)), R = (2^grade - 1) / 2^max",
  steps: [
    "Turn the grade of each of the first k hits into the chance that it satisfies: (2^grade - 1) / 2^max.",
    "Multiply it by the chance that no hit above it satisfied.",
    "Divide by the rank and add up.",
  ],
  cite: "Chapelle, Metzler, Zhang, Grinspan, Expected reciprocal rank for graded relevance, 2009; gdeval",
  params: {
    k: cutoff,
    max: {
      kind: "number",
      above: 0,
      max: 100,
      default: 4,
      doc: "The highest grade there is, in all of the gold; a higher one counts as this.",
      rule: "gain",
    },
  },
  at: "k",
  needs: ["grades"],
  direction: "higher",
  range: [0, 1],
  best: "a document of the highest grade comes first; 1 is out of reach",
  worst: "no document with a grade above 0 is among the first k",
  aggregate: "mean",
  laws: ["ignores-below-k", "monotone", "rename-safe"],
  pushDown({ k, max }) {
    const chance = when(gt(grade, 0), div(sub(pow(2, least(grade, max)), 1), 2 ** max), 0);
    const left = running("product", sub(1, chance), "above");
    return form(hits("sum", within(k, gt(grade, 0)), div(mul(left, chance), rank)), {
      when: eq(gold("pool", "count", { where: gt(grade, 0) }), 0),
      because: "no-relevant",
    });
  },
  compute(r, { k, max }) {
    if (!hasGrade(r)) return noRelevant;
    const n = depth(r, k);
    let left = 1;
    let total = 0;
    const end = steps(r, n);
    for (let i = 0; i < end; i++) {
      const rank = rankOf(r, i);
      const chance = satisfaction(r.grades[rank]!, max);
      if (chance === 0) continue;
      total += (left * chance) / (rank + 1);
      left *= 1 - chance;
    }
    return scored(total);
  },
  explain(r, { k, max }) {
    if (!hasGrade(r)) return noRelevantDocument;
    const n = depth(r, k);
    const terms: Derivation[] = [];
    let left = 1;
    for (let i = 0; i < n; i++) {
      const chance = satisfaction(r.grades[i]!, max);
      if (chance === 0) continue;
      terms.push(
        ratio(
          "chance to stop here / rank",
          product("chance to stop here", [
            value("not satisfied above", left),
            value(`satisfied by grade ${r.grades[i]}`, chance),
          ]),
          value("rank", i + 1),
          i + 1,
        ),
      );
      left *= 1 - chance;
    }
    return sum("err", terms);
  },
});
