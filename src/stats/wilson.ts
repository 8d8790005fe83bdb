import { checkConfidence, defineStatistic, known, none } from "./_define.ts";
import { normalQuantile } from "./_normal.ts";
import { statProblem } from "./_problems.ts";
import type { Interval, Stat } from "./_types.ts";

export interface Proportion {
  readonly hits: number;
  readonly n: number;
  readonly confidence?: number;
  /** Yates's correction: wider, never too narrow. */
  readonly continuity?: boolean;
}

/**
 * Wilson's interval of a share.
 * @example wilson.compute({ hits: 8, n: 10 }) // { status: "known", value: { value: 0.8, low: 0.4901…, high: 0.9433… } }
 */
export const wilson = defineStatistic({
  id: "wilson",
  title: "Wilson's interval",
  definition:
    "Interval of a share that was counted on independent items. It stays within 0 and 1, and has a width where all or none of the items hit.",
  formula: "(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n)",
  cite: "Wilson, Probable inference, the law of succession, and statistical inference, 1927; Newcombe 1998",
  compute({
    hits,
    n,
    confidence = 0.95,
    continuity = false,
  }: Proportion): Stat<{ readonly value: number } & Interval> {
    if (!(Number.isInteger(hits) && Number.isInteger(n) && 0 <= hits && hits <= n))
      throw statProblem.error("bad-statistic/counts", { hits: String(hits), total: String(n) });
    const z = normalQuantile(0.5 + checkConfidence(confidence) / 2);
    if (n === 0) return none("no-data");
    const p = hits / n;
    const below = 2 * (n + z * z);
    const half = (shift: number): number =>
      continuity
        ? z * Math.sqrt(Math.max(0, z * z + shift * 2 - 1 / n + 4 * p * (n * (1 - p) - shift)))
        : z * Math.sqrt(z * z + 4 * n * p * (1 - p));
    const end = (shift: number): number =>
      (2 * hits + z * z + (continuity ? shift : 0) + shift * half(shift)) / below;
    return known({
      value: p,
      low: hits === 0 ? 0 : Math.max(0, end(-1)),
      high: hits === n ? 1 : Math.min(1, end(1)),
    });
  },
});
