/** How sure a mean is: Wilson's interval of a share, Student's t elsewhere. */
import { sumPlain } from "../../core/numbers.ts";
import type { Counts } from "../../core/score.ts";
import { t, wilson } from "../../stats/index.ts";
import { type Column, type MeanRule, SCORED } from "./summarize.ts";

/** That of every interval beside a mean. */
const CONFIDENCE = 0.95;

export type MeanInterval = readonly [low: number, high: number];

/** What an interval needs to know of a metric. */
interface MetricValues {
  readonly yesNo: boolean;
  /** Between which values its scores lie. */
  readonly range?: readonly [low: number, high: number];
}

/**
 * Interval of the mean of some scores. undefined where there are fewer than two, or where all are the same: that says
 * nothing about how sure their mean is, unless they are yes or no.
 */
export function intervalOf(
  values: readonly number[],
  { yesNo, range }: MetricValues,
): MeanInterval | undefined {
  if (values.length < 2) return undefined;
  // A tool that is imitated may give other values than its metric does.
  if (yesNo && values.every((x) => x === 0 || x === 1)) {
    const found = wilson.compute({ hits: sumPlain(values), n: values.length, confidence: CONFIDENCE });
    return found.status === "known" ? [found.value.low, found.value.high] : undefined;
  }
  const found = t.compute({ values, confidence: CONFIDENCE });
  if (found.status !== "known" || found.value.sd === 0) return undefined;
  return withinRange([found.value.low, found.value.high], values, range);
}

/** Cut at the range, where a mean cannot lie outside: t knows of no bounds. Scores outside it, as some imitated tools give, lift it. */
function withinRange(
  [low, high]: MeanInterval,
  values: readonly number[],
  range: MetricValues["range"],
): MeanInterval {
  if (range === undefined || values.some((x) => x < range[0] || x > range[1])) return [low, high];
  return [Math.max(low, range[0]), Math.min(high, range[1])];
}

/** The same for a column. undefined, too, if the value shown is not a plain mean of its scored cells. */
export function meanInterval(
  { values, states }: Column,
  rule: MeanRule,
  metric: MetricValues,
  counts: Counts,
  at: readonly number[] | undefined,
): MeanInterval | undefined {
  const plain = rule.as === "mean" && rule.by === undefined;
  if (!plain || (rule.undefined === "zero" && counts.undefined > 0)) return undefined;
  const scores: number[] = [];
  for (const q of at ?? states.keys()) if (states[q] === SCORED) scores.push(values[q]!);
  const found = intervalOf(scores, metric);
  return found && [found[0] * rule.scale, found[1] * rule.scale];
}
