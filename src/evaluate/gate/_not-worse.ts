/** The rules that compare with the baseline: one family, decided by Holm. */
import { holm } from "../../stats/index.ts";
import type { MetricVerdict } from "../compare/comparison.ts";
import { pairScores, type SharedQuery } from "../compare/paired.ts";
import { verdictOf } from "../compare/verdict.ts";
import type { Result } from "../score/result.ts";
import { matching } from "./_where.ts";
import type { RuleOutcome } from "./gate.ts";
import { gateProblem } from "./problems.ts";
import { type GateRule, ruleText } from "./rules.ts";

type NotWorseRule = Extract<GateRule, { kind: "not-worse" }>;

export interface NotWorse {
  readonly outcome: RuleOutcome;
  readonly queries: number;
  readonly verdict: MetricVerdict;
  readonly possibleDrop: number;
  readonly needed?: number;
  readonly marginTooFine?: true;
}

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
    if (paired.queries.length < 2)
      throw gateProblem.error("too-few-queries", { rule: ruleText(rule), count: paired.queries.length });
    return { rule, paired, alone: verdictOf(paired, { confidence }) };
  });
  const levels = holmLevels(
    pairs.map(({ alone }) => alone.p ?? 1),
    1 - confidence,
  );
  return new Map(
    pairs.map(({ rule, paired, alone }, i) => {
      const { level, adjusted, rejected } = levels[i]!;
      // The interval is the one that the correction leaves: its upper end is below 0 where the drop is real.
      const { interval } = verdictOf(paired, { confidence: 1 - level, details: false });
      const verdict = { ...alone, adjustedP: adjusted, ...(interval === undefined ? {} : { interval }) };
      return [rule, decided(rule, verdict, paired.direction === "higher" ? 1 : -1, rejected)] as const;
    }),
  );
}

/** By p ascending, the i-th is tested at α / (m − i); after the first that stands, all others do. */
function holmLevels(p: readonly number[], alpha: number) {
  const adjusted = holm.compute({ p });
  const values = adjusted.status === "known" ? adjusted.value : p;
  const order = [...p.keys()].sort((a, b) => p[a]! - p[b]!);
  const place = new Map(order.map((at, i) => [at, i]));
  return p.map((_, i) => ({
    level: alpha / (p.length - place.get(i)!),
    adjusted: values[i]!,
    rejected: values[i]! <= alpha,
  }));
}

function decided({ margin }: NotWorseRule, verdict: MetricVerdict, sign: 1 | -1, real: boolean): NotWorse {
  const { n, difference, interval } = verdict;
  const change = sign * difference;
  // Where no query changed there is nothing to estimate, and nothing got worse.
  const low = interval === undefined ? change : Math.min(sign * interval[0], sign * interval[1]);
  const found = { queries: n, verdict, possibleDrop: Math.max(0, -low) };
  if (verdict.call === "same") return { ...found, outcome: "pass" };
  if (margin === undefined) return { ...found, outcome: real && change < 0 ? "fail" : "pass" };
  const fine =
    verdict.detectable !== undefined && verdict.detectable > margin ? ({ marginTooFine: true } as const) : {};
  if (low > -margin) return { ...found, ...fine, outcome: "pass" };
  if (real && change < -margin) return { ...found, ...fine, outcome: "fail" };
  // The half width shrinks with the root of the number of queries.
  const half = change - low;
  const gap = change > -margin ? change + margin : -change;
  const needed = gap > 0 ? Math.ceil(n * (half / gap) ** 2) : undefined;
  return { ...found, ...fine, outcome: "undecided", ...(needed === undefined ? {} : { needed }) };
}
