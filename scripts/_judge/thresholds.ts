/** The threshold of full support: one for all sets, and for each set the one that is had without it. */
import type { ClaimSet } from "./claim-sets.ts";
import { groupsBy } from "./claim-sets.ts";
import { balancedAccuracy, bestThreshold, mean } from "./figures.ts";

/** Two tasks on the same questions, or pages and parts of them, are left out together. */
export const familyOf = (id: string): string => id.replace(/-.*$/, "");

/**
 * The mean over the sets decides, so that a large one does not outvote the others. Of thresholds that differ by less than three cases of the
 * smallest set the lowest is taken: the curve is flat there. `without`: sets of this family are left out.
 */
export function commonThreshold(
  sets: readonly ClaimSet[],
  who: "judge" | "overlap",
  without?: string,
): { readonly threshold: number; readonly value: number } {
  const groups = sets.filter(({ id }) => familyOf(id) !== without).map(({ pairs }) => groupsBy(pairs, who));
  const smallest = Math.min(...groups.flatMap(({ yes, no }) => [yes.length, no.length]));
  const value = (t: number): number => mean(groups.map((one) => balancedAccuracy(one, t)));
  const best = bestThreshold(value).value;
  let threshold = 0;
  while (value(threshold) < best - 1.5 / smallest / groups.length)
    threshold = Math.round(threshold * 100 + 1) / 100;
  return { threshold, value: value(threshold) };
}
