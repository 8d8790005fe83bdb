import { checkFinite, defineStatistic, known, none } from "./_define.ts";
import { statProblem } from "./_problems.ts";
import type { Stat } from "./_types.ts";

export interface ApTauInput {
  /** Scores of the same items, larger is better. */
  readonly truth: ArrayLike<number>;
  readonly estimate: ArrayLike<number>;
}
export interface ApTauValue {
  /** Of the estimate against the truth; absent where anything ties. */
  readonly tau?: number;
  /** The mean of both directions; absent where anything ties. */
  readonly symmetric?: number;
  /** Ties in the estimate, as the mean over all ways to break them; absent where the truth has ties. */
  readonly a?: number;
  /** Ties in both, the mean of both directions; absent where all of one side ties. */
  readonly b?: number;
}

/**
 * Rank correlation that weighs swaps near the top.
 * @example apTau.compute({ truth: [3, 2, 1], estimate: [2, 3, 1] }).value // tau 0, where Kendall's tau is 0.333…
 */
export const apTau = defineStatistic({
  id: "ap-tau",
  title: "AP rank correlation",
  definition:
    "Like Kendall's tau, but a swap near the top counts more: for a random item of the estimate other than the first, and a random one above it, how often the two are in the true order.",
  formula: "2 / (n − 1) × sum over ranks i ≥ 2 of (those above i that belong above it) / (i − 1) − 1",
  cite: "Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval, 2008; ties: Urbano and Marrero 2017",
  compute({ truth, estimate }: ApTauInput): Stat<ApTauValue> {
    checkFinite(truth);
    checkFinite(estimate);
    if (truth.length !== estimate.length)
      throw statProblem.error("bad-statistic/pairs", { counts: [truth.length, estimate.length] });
    if (truth.length === 0) return none("no-data");
    if (truth.length === 1) return none("too-few");
    const [clear, sure] = [!hasTies(truth), !hasTies(estimate)];
    const [there, back] = [tiesInBoth(truth, estimate), tiesInBoth(estimate, truth)];
    // All of the truth ties, or all of the estimate and some of the truth.
    if (!clear && (there === undefined || back === undefined)) return none("all-ties");
    return known({
      ...(clear && sure ? { tau: there!, symmetric: (there! + back!) / 2 } : {}),
      ...(clear ? { a: tiesInEstimate(truth, estimate) } : {}),
      ...(there === undefined || back === undefined ? {} : { b: (there + back) / 2 }),
    });
  },
});

const hasTies = (values: ArrayLike<number>): boolean =>
  new Set(Array.from(values, (x) => x + 0)).size < values.length;

/** By groups of the estimate, best first: the places of the items in each. */
function groupsOf(estimate: ArrayLike<number>): number[][] {
  const order = Array.from({ length: estimate.length }, (_, i) => i).sort(
    (i, j) => estimate[j]! - estimate[i]!,
  );
  const groups: number[][] = [];
  for (const i of order) {
    const last = groups.at(-1);
    if (last !== undefined && estimate[last[0]!] === estimate[i]) last.push(i);
    else groups.push([i]);
  }
  return groups;
}

/** A pair counts where it is in the true order, not where the truth ties; the first group has nothing above it. Undefined where all of the estimate ties. */
function tiesInBoth(truth: ArrayLike<number>, estimate: ArrayLike<number>): number | undefined {
  const above: number[] = [];
  let [total, items] = [0, 0];
  for (const group of groupsOf(estimate)) {
    if (above.length > 0)
      for (const i of group) {
        let right = 0;
        for (const j of above) if (truth[j]! > truth[i]!) right++;
        total += right / above.length;
        items++;
      }
    above.push(...group);
  }
  return items === 0 ? undefined : (2 * total) / items - 1;
}

/** In every order of a group each member is above another one half of the time. */
function tiesInEstimate(truth: ArrayLike<number>, estimate: ArrayLike<number>): number {
  const above: number[] = [];
  let total = 0;
  for (const group of groupsOf(estimate)) {
    let right = 0;
    for (const i of group) for (const j of above) if (truth[j]! > truth[i]!) right++;
    for (let k = 0; k < group.length; k++)
      if (above.length + k > 0) total += (right / group.length + k / 2) / (above.length + k);
    above.push(...group);
  }
  return (2 * total) / (truth.length - 1) - 1;
}
