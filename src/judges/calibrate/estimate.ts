/** Values of several measures with bootstrap intervals: queries are drawn again, not cells, because the cells of a query go together. */
import type { Random } from "../../core/random.ts";
import { type Interval, quantileOf, type Reason, resample, type Stat, wilson } from "../../stats/index.ts";

export type Estimate =
  | {
      readonly status: "known";
      readonly value: number;
      readonly interval?: Interval;
      /** Why there is no interval. */
      readonly because?: Reason;
    }
  | { readonly status: "undefined"; readonly because: Reason };

/** Computed from what several groups add up to. */
export interface Measure<Group> {
  of(sum: Group): Stat;
  /** Of a share: the groups that it counts. Where all draws give 0 or all give 1, Wilson's interval of so many is taken. */
  readonly counts?: (group: Group) => boolean;
}

export interface Drawing {
  readonly confidence: number;
  readonly resamples: number;
  readonly random: Random;
}

export function estimate<Group>(
  groups: readonly Group[],
  addUp: (groups: readonly Group[]) => Group,
  measures: readonly Measure<Group>[],
  { confidence, resamples, random }: Drawing,
): Estimate[] {
  const whole = addUp(groups);
  const stats = measures.map((measure) => measure.of(whole));
  const enough = groups.length > 1;
  const drawn = enough
    ? resample(
        groups.length,
        (picks) => {
          const picked = addUp(Array.from(picks, (pick) => groups[pick]!));
          return measures.map((measure, m) => {
            // What has no value on the whole sample gets no interval either.
            if (stats[m]!.status !== "known") return undefined;
            const stat = measure.of(picked);
            return stat.status === "known" ? stat.value : undefined;
          });
        },
        resamples,
        random,
      ).values
    : [];
  return stats.map((stat, m): Estimate => {
    if (stat.status !== "known") return stat;
    const { value } = stat;
    const values = drawn[m];
    if (values === undefined) return { status: "known", value, because: "too-few" };
    if (values.length < 0.9 * resamples) return { status: "known", value, because: "unstable" };
    if (values[0] !== values.at(-1)) {
      const tail = (1 - confidence) / 2;
      const interval = { low: quantileOf(values, tail), high: quantileOf(values, 1 - tail) };
      return { status: "known", value, interval };
    }
    const n = groups.filter((group) => measures[m]!.counts?.(group) ?? false).length;
    if (n === 0 || (value !== 0 && value !== 1)) return { status: "known", value, because: "no-spread" };
    const sure = wilson.compute({ hits: value * n, n, confidence });
    return sure.status === "known"
      ? { status: "known", value, interval: { low: sure.value.low, high: sure.value.high } }
      : { status: "known", value, because: sure.because };
  });
}
