import { adjusted, type PValues } from "./_adjust.ts";
import { defineStatistic } from "./_define.ts";

/**
 * Holm's adjustment.
 * @example holm.compute({ p: [0.01, 0.04, 0.03] }).value // [0.03, 0.06, 0.06]
 */
export const holm = defineStatistic({
  id: "holm",
  title: "Holm's correction",
  definition:
    "Adjusted p-values of several tests: rejecting those at most α keeps the chance of any false alarm at α or below, whatever the tests have to do with each other. Never weaker than Bonferroni.",
  formula: "largest of (m − i + 1) × p(i) so far, ascending, at most 1",
  cite: "Holm, A simple sequentially rejective multiple test procedure, 1979",
  range: [0, 1],
  compute: (values: PValues) =>
    adjusted(values, (p) => {
      for (let i = 0; i < p.length; i++) p[i] = Math.max(p[i - 1] ?? 0, p[i]! * (p.length - i));
    }),
});
