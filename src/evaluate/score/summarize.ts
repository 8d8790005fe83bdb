/** Columns → means that carry their counts. */
import { exp } from "../../core/exact-log.ts";
import { meanExact, roundTo, sumCompensated, sumPlain } from "../../core/numbers.ts";
import type { AverageRule } from "../../core/rules.ts";
import type { Because, Counts, Score } from "../../core/score.ts";

/** States of a cell, in the order of the counts. */
export const STATES = ["scored", "undefined", "skipped", "failed"] as const;
export const SCORED = 0;
export const UNDEFINED = 1;
export const FAILED = 3;

/** One metric over all queries. */
export interface Column {
  readonly values: Float64Array;
  readonly states: Uint8Array;
}

/** What of a rule for averages is needed once the cells are there. */
export type MeanRule = Pick<AverageRule, (typeof MEAN_FIELDS)[number]>;
export const MEAN_FIELDS = [
  "undefined",
  "by",
  "sorted",
  "as",
  "sum",
  "scale",
  "round",
  "empty",
  "unscored",
] as const satisfies readonly (keyof AverageRule)[];

export interface Aggregate {
  readonly mean: number | undefined;
  readonly because?: Because;
  readonly counts: Counts;
}

function total(values: readonly number[], rule: MeanRule, by: number): number {
  const sum = () => (rule.sum === "compensated" ? sumCompensated(values) : sumPlain(values));
  switch (rule.as) {
    case "sum":
      return sum();
    case "geometric":
      return exp(sum() / by);
    case "variance": {
      const mean = sum() / values.length;
      return sumPlain(values.map((x) => (x - mean) ** 2)) / values.length;
    }
    case "p90":
      return quantile(values, 0.9);
    default:
      return rule.sum === "exact" ? meanExact(values) : sum() / by;
  }
}

/** Linear between the two nearest values, as NumPy does it. */
function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return low + 1 < sorted.length
    ? sorted[low]! + (sorted[low + 1]! - sorted[low]!) * (at - low)
    : sorted[low]!;
}

const asAggregate = (score: Score, counts: Counts): Aggregate =>
  score.status === "scored"
    ? { mean: score.value, counts }
    : score.status === "undefined"
      ? { mean: undefined, because: score.because, counts }
      : { mean: undefined, counts };

/** `at`: the queries to look at, all of them if absent. `poisoned`: what one bad query made of the whole. `extra`: values of queries that the gold lacks. `zero`: what counts as 0. `order`: that of adding up, where no queries are named. */
export function summarize(
  column: Column,
  rule: MeanRule,
  missing: Uint8Array,
  unknown: number,
  at: readonly number[] | undefined,
  poisoned: Score | undefined,
  extra: readonly number[] = [],
  zero = 0,
  order?: readonly number[],
): Aggregate {
  const counts = { scored: 0, undefined: 0, skipped: 0, failed: 0, missing: 0, unknown };
  const values: number[] = [];
  const n = at?.length ?? column.states.length;
  for (let i = 0; i < n; i++) {
    const q = (at ?? order)?.[i] ?? i;
    const state = column.states[q]!;
    counts[STATES[state]!]++;
    if (state === SCORED) {
      values.push(column.values[q]!);
      if (missing[q] === 1) counts.missing++;
    } else if (state === UNDEFINED && rule.undefined === "zero") values.push(zero);
  }
  for (const value of extra) values.push(value);
  if (poisoned !== undefined) return asAggregate(poisoned, counts);
  if (rule.as === "none") return asAggregate({ status: "undefined", because: "tool-absent" }, counts);
  if (values.length === 0)
    return asAggregate((counts.undefined > 0 ? rule.unscored : undefined) ?? rule.empty, counts);
  const mean = total(values, rule, rule.by === "gold" ? n : values.length) * rule.scale;
  return { mean: rule.round === undefined ? mean : roundTo(mean, rule.round.digits, rule.round.how), counts };
}
