/** What a gate on these queries could see: the drop that shows with 80 % power. */
import type { QueryId } from "../../core/ids.ts";
import { sumPlain } from "../../core/numbers.ts";
import { power, type Stat, signPower, t } from "../../stats/index.ts";
import type { Result } from "../score/result.ts";
import { SCORED } from "../score/summarize.ts";
import { matching } from "./_where.ts";
import { type GateRule, ruleText } from "./rules.ts";

/** Two versions of a retriever score alike on most queries; this is how alike, unless earlier runs tell. */
export const CORRELATION = 0.8;
const POWER = 0.8;

export interface Sight {
  readonly metric: string;
  readonly queries: number;
  readonly mean: number;
  /** The smallest drop that shows; absent where the scores do not vary, are too few, or have no room for one. */
  readonly drop?: number;
}

/**
 * By metric, the drop that a gate would notice four times out of five. Differences vary less than scores: by
 * 2 × variance × (1 − correlation), which the next run will show exactly. For yes/no metrics that is the share of
 * queries that differ.
 */
export const sightOf = (result: Result, alpha = 0.05): Sight[] =>
  result.rowMetrics.flatMap((metric) => sightOn(result, metric, alpha) ?? []);

/** A margin that these queries cannot decide, as far as one can tell before the next run. */
export interface FineMargin {
  readonly rule: string;
  readonly margin: number;
  /** The drop that shows, for these rules together; absent where none does. */
  readonly drop?: number;
}

/** The rules with a margin finer than what the rules together can see. */
export function fineMargins(result: Result, rules: readonly GateRule[], alpha = 0.05): FineMargin[] {
  const compared = rules.filter((rule) => rule.kind === "not-worse");
  return compared.flatMap((rule) => {
    const { metric, margin } = rule;
    if (margin === undefined) return [];
    // The first to be tested has the smallest level; that is what can be relied on.
    const seen = sightOn(result, metric, alpha / compared.length, matching(result, rule));
    if (seen?.drop !== undefined && seen.drop <= margin) return [];
    return [{ rule: ruleText(rule), margin, ...(seen?.drop === undefined ? {} : { drop: seen.drop }) }];
  });
}

function sightOn(
  result: Result,
  metric: string,
  alpha: number,
  queries?: readonly QueryId[],
): Sight | undefined {
  const { values, states } = result.column(metric);
  const wanted = queries === undefined ? undefined : new Set(queries);
  const scored = values.filter((_, i) => states[i] === SCORED && (wanted?.has(result.queries[i]!) ?? true));
  const n = scored.length;
  if (n === 0) return undefined;
  const mean = sumPlain(scored) / n;
  const found = { metric, queries: n, mean };
  const yesNo = result.yesNo(metric) && scored.every((x) => x === 0 || x === 1);
  const shows = yesNo
    ? signPower.compute({ n, apart: 2 * mean * (1 - mean) * (1 - CORRELATION), alpha, power: POWER })
    : powerOfT(scored, alpha);
  if (shows.status !== "known" || shows.value.effect > roomFor(result, metric, mean)) return found;
  return { ...found, drop: shows.value.effect };
}

function powerOfT(values: Float64Array, alpha: number): Stat<{ readonly effect: number }> {
  const spread = t.compute({ values });
  if (spread.status !== "known") return spread;
  const sd = Math.sqrt(2 * spread.value.sd ** 2 * (1 - CORRELATION));
  return power.compute({ n: values.length, sd, alpha, power: POWER });
}

/** How far the mean could get worse at all. */
function roomFor(result: Result, metric: string, mean: number): number {
  const [low, high] = result.range(metric) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return result.direction(metric) === "higher" ? mean - low : high - mean;
}
