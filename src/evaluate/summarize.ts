/** Columns → means that carry their counts. */
import { meanExact, roundTo, sumCompensated, sumPlain } from "../core/numbers.ts";
import type { AverageRule, Because, Counts, Score } from "../core/types.ts";

/** States of a cell, in the order of the counts. */
export const STATES = ["scored", "undefined", "skipped", "failed"] as const;
export const SCORED = 0;
export const UNDEFINED = 1;

/** One metric over all queries. */
export interface Column {
  readonly values: Float64Array;
  readonly states: Uint8Array;
}

export interface Aggregate {
  readonly mean: number | undefined;
  readonly because?: Because;
  readonly counts: Counts;
}

function total(values: readonly number[], rule: AverageRule): number {
  if (rule.as === "sum") return rule.sum === "compensated" ? sumCompensated(values) : sumPlain(values);
  if (rule.sum === "exact") return meanExact(values);
  return (rule.sum === "compensated" ? sumCompensated(values) : sumPlain(values)) / values.length;
}

const asAggregate = (score: Score, counts: Counts): Aggregate =>
  score.status === "scored"
    ? { mean: score.value, counts }
    : score.status === "undefined"
      ? { mean: undefined, because: score.because, counts }
      : { mean: undefined, counts };

/** `at`: the queries to look at, all of them if absent. `poisoned`: what one bad query made of the whole. */
export function summarize(
  column: Column,
  rule: AverageRule,
  missing: Uint8Array,
  unknown: number,
  at: readonly number[] | undefined,
  poisoned: Score | undefined,
): Aggregate {
  const counts = { scored: 0, undefined: 0, skipped: 0, failed: 0, missing: 0, unknown };
  const values: number[] = [];
  const n = at?.length ?? column.states.length;
  for (let i = 0; i < n; i++) {
    const q = at === undefined ? i : at[i]!;
    const state = column.states[q]!;
    counts[STATES[state]!]++;
    if (state === SCORED) {
      values.push(column.values[q]!);
      if (missing[q] === 1) counts.missing++;
    } else if (state === UNDEFINED && rule.undefined === "zero") values.push(0);
  }
  if (poisoned !== undefined) return asAggregate(poisoned, counts);
  if (rule.as === "none") return asAggregate({ status: "undefined", because: "tool-absent" }, counts);
  if (values.length === 0)
    return asAggregate((counts.undefined > 0 ? rule.unscored : undefined) ?? rule.empty, counts);
  const mean = total(values, rule) * rule.scale;
  return { mean: rule.round === undefined ? mean : roundTo(mean, rule.round.digits, rule.round.how), counts };
}
