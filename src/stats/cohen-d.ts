import { defineStatistic, known, none } from "./_define.ts";
import { meanOf, varianceOf } from "./_moments.ts";
import { differencesOf, type PairedValues } from "./_pairs.ts";
import type { Stat } from "./_types.ts";

export interface CohenD {
  /** Mean difference in units of the spread of the differences: what the power of a paired test depends on. */
  readonly dz: number;
  /** Mean difference in units of the spread between queries; only for two columns that vary. */
  readonly pooled?: number;
}

/**
 * Cohen's d.
 * @example cohenD.compute({ a: [3, 5, 7], b: [2, 3, 4] }).value // dz 2, pooled 1.264…
 */
export const cohenD = defineStatistic({
  id: "cohen-d",
  title: "Cohen's d",
  definition:
    "Mean difference of paired values divided by a standard deviation: dz by that of the differences, pooled by that of the two columns.",
  formula: "dz = mean(a − b) / sd(a − b); pooled = mean(a − b) / √((var(a) + var(b)) / 2)",
  cite: "Cohen, Statistical power analysis for the behavioral sciences, 1988",
  compute(pairs: PairedValues): Stat<CohenD> {
    const differences = differencesOf(pairs);
    if (differences.length === 0) return none("no-data");
    if (differences.length === 1) return none("too-few");
    const sd = Math.sqrt(varianceOf(differences));
    if (sd === 0) return none("no-spread");
    const mean = meanOf(differences);
    const between = pairs.a === undefined ? 0 : Math.sqrt((varianceOf(pairs.a) + varianceOf(pairs.b)) / 2);
    return known(between === 0 ? { dz: mean / sd } : { dz: mean / sd, pooled: mean / between });
  },
});
