/** The threshold of full support: one for all sets, and for each set the one that is had without it. */
import type { ClaimSet } from "./claim-sets.ts";
import { groupsBy } from "./claim-sets.ts";
import { bestThreshold, type Groups, mean } from "./figures.ts";

/** Two tasks on the same questions, or pages and parts of them, are left out together. */
export const familyOf = (id: string): string => id.replace(/-.*$/, "");

/** Three cases of the smallest side of a set, as a difference of the mean over the sets. */
export function flatOf(
  sets: readonly { readonly id: string; readonly pairs: readonly { readonly yes: boolean }[] }[],
  without?: string,
): number {
  const used = sets.filter(({ id }) => familyOf(id) !== without);
  const sizes = used.flatMap(({ pairs }) => {
    const yes = pairs.filter((pair) => pair.yes).length;
    return [yes, pairs.length - yes];
  });
  return 1.5 / Math.min(...sizes) / used.length;
}

/**
 * The mean over the sets decides, so that a large one does not outvote the others. Of the thresholds around the best that differ from it by
 * less than three cases of the smallest set the middle is taken: the curve is flat there, and over halves of the tuning parts, drawn at
 * random, the middle held best on the other half. `without`: sets of this family are left out.
 */
export function commonThreshold(
  sets: readonly ClaimSet[],
  who: "judge" | "overlap",
  without?: string,
): { readonly threshold: number; readonly value: number } {
  const groups = sets
    .filter(({ id }) => familyOf(id) !== without)
    .map(({ pairs }) => sorted(groupsBy(pairs, who)));
  const value = (t: number): number => mean(groups.map((one) => accuracyOf(one, t)));
  const best = bestThreshold(value);
  const least = best.value - flatOf(sets, without);
  const step = (t: number, by: number): number => Math.round(t * 100 + by) / 100;
  let [low, high] = [best.threshold, best.threshold];
  while (low > 0 && value(step(low, -1)) >= least) low = step(low, -1);
  while (high < 1 && value(step(high, 1)) >= least) high = step(high, 1);
  const threshold = Math.floor((low + high) * 50) / 100;
  return { threshold, value: value(threshold) };
}

const sorted = ({ yes, no }: Groups): Groups => ({
  yes: [...yes].sort((a, b) => a - b),
  no: [...no].sort((a, b) => a - b),
});

/** The balanced accuracy of sorted scores: hundreds of settings are tried. */
const accuracyOf = ({ yes, no }: Groups, threshold: number): number =>
  ((yes.length - below(yes, threshold)) / yes.length + below(no, threshold) / no.length) / 2;

function below(scores: readonly number[], threshold: number): number {
  let [low, high] = [0, scores.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scores[middle]! < threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}
