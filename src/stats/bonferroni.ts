import { adjusted, type PValues } from "./_adjust.ts";
import { defineStatistic } from "./_define.ts";

/**
 * Bonferroni's adjustment.
 * @example bonferroni.compute({ p: [0.01, 0.04] }).value // [0.02, 0.08]
 */
export const bonferroni = defineStatistic({
  id: "bonferroni",
  title: "Bonferroni's correction",
  definition:
    "Adjusted p-values of several tests: each times their number. Simple, but more conservative than Holm's, which holds just as generally.",
  formula: "m × p, at most 1",
  cite: "Dunn, Multiple comparisons among means, 1961",
  range: [0, 1],
  compute: (values: PValues) =>
    adjusted(values, (p) => {
      for (let i = 0; i < p.length; i++) p[i]! *= p.length;
    }),
});
