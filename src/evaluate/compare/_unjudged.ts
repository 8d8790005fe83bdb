/** Would the call be another one if the unjudged hits were relevant? */
import { GoldieError } from "../../core/problem.ts";
import type { Result } from "../score/result.ts";
import type { MetricVerdict, PairedScores, UnjudgedMetric } from "./comparison.ts";
import { asFamily, type FamilyRule, type PairedVerdict, withFlips } from "./family.ts";
import type { SharedQuery } from "./paired.ts";
import { pairScores } from "./paired.ts";
import { verdictOf } from "./verdict.ts";

type UnjudgedSide = Pick<Result, "queries" | "column" | "direction" | "yesNo" | "ifUnjudgedRelevant">;

/** Two systems, with the verdicts as they are. */
export interface UnjudgedPair {
  readonly a: UnjudgedSide;
  readonly b: UnjudgedSide;
  readonly paired: readonly PairedScores[];
  readonly verdicts: readonly MetricVerdict[];
}

/**
 * By pair, the metrics that look at unjudged hits. All metrics and pairs are one family again, those without unjudged
 * hits with the scores that they have, and corrected in the same way: so that calls differ for no other reason.
 */
export function ifUnjudgedRelevant(
  pairs: readonly UnjudgedPair[],
  rule: FamilyRule,
): readonly (readonly UnjudgedMetric[])[] {
  const sides = new Map<UnjudgedSide, ReadonlyMap<string, IfRelevant>>();
  const of = (side: UnjudgedSide, metrics: readonly string[]): ReadonlyMap<string, IfRelevant> => {
    const known = sides.get(side) ?? unjudgedIn(side, metrics);
    sides.set(side, known);
    return known;
  };
  const other = pairs.map(({ a, b, paired }) => {
    const metrics = paired.map(({ metric }) => metric);
    const [first, second] = [of(a, metrics), of(b, metrics)];
    return paired.map((pairs) => {
      const hits = [first.get(pairs.metric)?.hits ?? 0, second.get(pairs.metric)?.hits ?? 0] as const;
      const shared = sharedAt(pairs, a, b);
      const scores = {
        ...pairScores(pairs.metric, counted(a, first), counted(b, second), shared),
        leftOut: pairs.leftOut,
      };
      return { hits, pairs: scores, verdict: verdictOf(scores, rule) };
    });
  });
  const verdicts = again(other.flat(), rule);
  let next = 0;
  return other.map((metrics, p) =>
    metrics.flatMap(({ hits }, m) => {
      const ifRelevant = verdicts[next++]!;
      const { metric, call } = pairs[p]!.verdicts[m]!;
      if (hits[0] + hits[1] === 0) return [];
      return [{ metric, hits, ifRelevant, holds: call === ifRelevant.call }];
    }),
  );
}

/** By the rule that made the calls; the flips themselves are not shown here. */
function again(all: readonly PairedVerdict[], rule: FamilyRule): readonly MetricVerdict[] {
  const verdicts = asFamily(
    all.map(({ verdict }) => verdict),
    rule.confidence,
  );
  if (!rule.joint) return verdicts;
  return withFlips(
    all.map(({ pairs }, i) => ({ pairs, verdict: verdicts[i]! })),
    rule,
  );
}

type IfRelevant = ReturnType<Result["ifUnjudgedRelevant"]>;

/** Metrics that do not read grades are left out. */
function unjudgedIn(side: UnjudgedSide, metrics: readonly string[]): ReadonlyMap<string, IfRelevant> {
  const found = new Map<string, IfRelevant>();
  for (const metric of metrics)
    try {
      found.set(metric, side.ifUnjudgedRelevant(metric));
    } catch (error) {
      if (!(error instanceof GoldieError) || error.problem.code !== "no-bounds") throw error;
    }
  return found;
}

const counted = (side: UnjudgedSide, unjudged: ReadonlyMap<string, IfRelevant>) => ({
  queries: side.queries,
  direction: (metric: string) => side.direction(metric),
  yesNo: (metric: string) => side.yesNo(metric),
  column: (metric: string) => ({ ...side.column(metric), ...unjudged.get(metric) }),
});

/** Where the queries of some pairs are. */
function sharedAt({ queries }: PairedScores, a: UnjudgedSide, b: UnjudgedSide): SharedQuery[] {
  const [first, second] = [a, b].map((side) => new Map(side.queries.map((query, i) => [query, i])));
  return queries.map((query) => ({ query, a: first!.get(query)!, b: second!.get(query)! }));
}
