import { adjusted, type PValues } from "./_adjust.ts";
import { defineStatistic } from "./_define.ts";

/**
 * Benjamini and Hochberg's adjustment.
 * @example benjaminiHochberg.compute({ p: [0.01, 0.04, 0.03] }).value // [0.03, 0.04, 0.04]
 */
export const benjaminiHochberg = defineStatistic({
  id: "benjamini-hochberg",
  title: "Benjamini–Hochberg correction",
  definition:
    "Adjusted p-values of several tests: among those at most α, the expected share of false alarms is at most α. For looking through many slices, not for a gate. Holds for tests that are independent or positively dependent.",
  formula: "smallest of m / i × p(i) from the largest down, at most 1",
  cite: "Benjamini and Hochberg, Controlling the false discovery rate, 1995",
  range: [0, 1],
  compute: (values: PValues) =>
    adjusted(values, (p) => {
      for (let i = p.length - 1; i >= 0; i--)
        p[i] = Math.min(p[i + 1] ?? Number.POSITIVE_INFINITY, (p[i]! * p.length) / (i + 1));
    }),
});
