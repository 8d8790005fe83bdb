import { defineStatistic } from "./_define.ts";
import { differencesOf, type PairedValues } from "./_pairs.ts";
import type { Stat } from "./_types.ts";
import { type TValue, t } from "./t.ts";

export type PairedTInput = PairedValues & { readonly confidence?: number };

/**
 * Student's t for pairs.
 * @example pairedT.compute({ a: [3, 5, 7], b: [2, 3, 4] }).value // mean 2, sd 1, low -0.484…, high 4.484…
 */
export const pairedT = defineStatistic({
  id: "paired-t",
  title: "Paired t-test",
  definition:
    "Interval of the mean difference between two systems over the same queries, and how likely a difference this large is by chance. Needs independent queries; differences without far outliers, or a few dozen of them.",
  formula: "mean(a − b) ± t(df = n − 1) × sd(a − b) / √n",
  cite: "Student, The probable error of a mean, 1908",
  compute: ({ confidence = 0.95, ...pairs }: PairedTInput): Stat<TValue> =>
    t.compute({ values: differencesOf(pairs as PairedValues), confidence }),
});
