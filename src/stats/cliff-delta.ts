import { checkFinite, defineStatistic, known, none } from "./_define.ts";
import type { Stat } from "./_types.ts";

export interface CliffDelta {
  readonly delta: number;
  /** Vargha and Delaney's A: how often a value of a is the larger one, ties counted half. */
  readonly a12: number;
  readonly greater: number;
  readonly less: number;
  readonly equal: number;
}

/**
 * Cliff's delta of two samples, each value of one against each of the other.
 * @example cliffDelta.compute({ a: [2, 3], b: [1, 3] }).value // delta 0.25, a12 0.625
 */
export const cliffDelta = defineStatistic({
  id: "cliff-delta",
  title: "Cliff's delta",
  definition:
    "How often a value of the first sample is larger than one of the second, minus how often it is smaller, over all combinations. Ignores which values belong to the same query.",
  formula: "(count of a > b − count of a < b) / (n × m)",
  cite: "Cliff, Dominance statistics, 1993; Vargha and Delaney 2000",
  compute({ a, b }: { readonly a: ArrayLike<number>; readonly b: ArrayLike<number> }): Stat<CliffDelta> {
    checkFinite(a);
    checkFinite(b);
    const all = a.length * b.length;
    if (all === 0) return none("no-data");
    const [first, second] = [Float64Array.from(a).sort(), Float64Array.from(b).sort()];
    let [greater, less, below, upTo] = [0, 0, 0, 0];
    for (const x of first) {
      while (below < second.length && second[below]! < x) below++;
      while (upTo < second.length && second[upTo]! <= x) upTo++;
      greater += below;
      less += second.length - upTo;
    }
    const delta = (greater - less) / all;
    return known({ delta, a12: (delta + 1) / 2, greater, less, equal: all - greater - less });
  },
});
