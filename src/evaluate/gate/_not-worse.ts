/** The rules that compare with the baseline: one family, decided by Holm. */
import type { QueryId } from "../../core/ids.ts";
import { holm } from "../../stats/index.ts";
import type { MetricVerdict } from "../compare/comparison.ts";
import { pairScores, type SharedQuery } from "../compare/paired.ts";
import { callOf, levelOf, verdictOf } from "../compare/verdict.ts";
import type { Result } from "../score/result.ts";
import { SCORED } from "../score/summarize.ts";
import { matching } from "./_where.ts";
import type { RuleOutcome } from "./gate.ts";
import { gateProblem } from "./problems.ts";
import { type GateRule, ruleText } from "./rules.ts";

type NotWorseRule = Extract<GateRule, { kind: "not-worse" }>;

export interface NotWorse {
  readonly outcome: RuleOutcome;
  readonly queries: number;
  readonly verdict: MetricVerdict;
  /** Absent where there is no interval: all queries changed by the same amount. */
  readonly possibleDrop?: number;
  readonly needed?: number;
  readonly marginTooFine?: true;
}

/** Share of the baseline's scored queries that have to be there again, with the same gold and a score. */
const ENOUGH = 0.8;

export function notWorse(
  baseline: Result,
  result: Result,
  rules: readonly NotWorseRule[],
  shared: readonly SharedQuery[],
  confidence: number,
): Map<GateRule, NotWorse> {
  const pairs = rules.map((rule) => {
    const wanted = new Set(matching(result, rule));
    const paired = pairScores(
      rule.metric,
      baseline,
      result,
      shared.filter(({ query }) => wanted.has(query)),
    );
    const count = paired.queries.length;
    const within = rule.where === undefined ? undefined : wanted;
    refuseFew(rule, count, scoredIn(baseline, rule.metric, within));
    // Whether a query that is gone met the condition is not known, so that enough of all of them have to be there.
    if (rule.where !== undefined)
      refuseFew(
        rule,
        pairScores(rule.metric, baseline, result, shared).queries.length,
        scoredIn(baseline, rule.metric),
      );
    if (count < 2) throw gateProblem.error("too-few-queries", { rule: ruleText(rule), count });
    return { rule, paired, alone: verdictOf(paired, { confidence, details: "effect" }) };
  });
  const levels = holmLevels(
    pairs.map(({ alone }) => alone.p ?? 1),
    levelOf(confidence),
  );
  return new Map(
    pairs.map(({ rule, paired, alone }, i) => {
      const { level, adjusted, rejected } = levels[i]!;
      // The interval of the level that the correction leaves: it excludes 0 where the difference is real.
      const { interval, detectable, needed } = verdictOf(paired, { confidence: 1 - level });
      const found = {
        ...alone,
        adjustedP: adjusted,
        ...(interval === undefined ? {} : { interval }),
        ...(detectable === undefined ? {} : { detectable }),
        ...(needed === undefined ? {} : { needed }),
      };
      const verdict = { ...found, call: callOf(found, confidence) };
      return [rule, decided(rule, verdict, paired.direction === "higher" ? 1 : -1, rejected)] as const;
    }),
  );
}

function refuseFew(rule: NotWorseRule, shared: number, all: number): void {
  if (shared < ENOUGH * all)
    throw gateProblem.error("baseline-gold-changed", { rule: ruleText(rule), shared, all });
}

/** Queries that the baseline has a score for. */
function scoredIn(baseline: Result, metric: string, wanted?: ReadonlySet<QueryId>): number {
  const { states } = baseline.column(metric);
  return baseline.queries.filter((query, i) => states[i] === SCORED && (wanted?.has(query) ?? true)).length;
}

/**
 * By p ascending, the i-th is tested at α / (m − i). From the first that is not rejected on, all keep its level, so that
 * intervals and decisions agree; equal p-values have equal levels.
 */
function holmLevels(p: readonly number[], alpha: number) {
  const adjusted = holm.compute({ p });
  const values = adjusted.status === "known" ? adjusted.value : p;
  const order = [...p.keys()].sort((a, b) => p[a]! - p[b]!);
  const levels = new Map<number, number>();
  let [level, stopped] = [alpha / p.length, false];
  order.forEach((at, i) => {
    if (!stopped && (i === 0 || p[at] !== p[order[i - 1]!])) level = alpha / (p.length - i);
    levels.set(at, level);
    stopped ||= p[at]! > level;
  });
  return p.map((_, i) => ({
    level: levels.get(i)!,
    adjusted: values[i]!,
    rejected: values[i]! <= alpha,
  }));
}

function decided({ margin }: NotWorseRule, verdict: MetricVerdict, sign: 1 | -1, real: boolean): NotWorse {
  const { n, difference, interval } = verdict;
  // There is one: at least two queries were compared.
  const change = sign * difference!;
  const low = interval === undefined ? undefined : Math.min(sign * interval[0], sign * interval[1]);
  const found = { queries: n, verdict, ...(low === undefined ? {} : { possibleDrop: Math.max(0, -low) }) };
  if (verdict.call === "same") return { ...found, outcome: "pass" };
  if (margin === undefined) return { ...found, outcome: real && change < 0 ? "fail" : "pass" };
  const fine =
    verdict.detectable !== undefined && verdict.detectable > margin ? ({ marginTooFine: true } as const) : {};
  if (low !== undefined && low > -margin) return { ...found, ...fine, outcome: "pass" };
  if (real && change < -margin) return { ...found, ...fine, outcome: "fail" };
  const needed = low === undefined ? undefined : queriesNeeded(n, change, low, margin);
  return { ...found, ...fine, outcome: "undecided", ...(needed === undefined ? {} : { needed }) };
}

/** The half width shrinks with the root of the number of queries. */
function queriesNeeded(n: number, change: number, low: number, margin: number): number | undefined {
  const gap = change > -margin ? change + margin : -change;
  const needed = gap > 0 ? Math.ceil(n * ((change - low) / gap) ** 2) : n;
  return needed > n ? needed : undefined;
}
