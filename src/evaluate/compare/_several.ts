/** Three and more systems at once: does any differ, and which from which? */
import { randomFrom } from "../../core/random.ts";
import { anova, randomisedTukey, type ScoreRows, tukey } from "../../stats/index.ts";
import type { SeveralSystems, TukeyMethod } from "./comparison.ts";
import { letterOf } from "./letter-of.ts";
import { type PairedSide, pairScores, sharedQueries } from "./paired.ts";
import { levelOf } from "./verdict.ts";

export interface SeveralOptions {
  readonly method: TukeyMethod;
  readonly confidence: number;
  readonly seed: number;
}

/** One metric over the queries that every system has a score for. undefined where that cannot be tested. */
export function severalSystems(
  metric: string,
  results: readonly PairedSide[],
  edited: ReadonlySet<string>,
  { method, confidence, seed }: SeveralOptions,
): SeveralSystems | undefined {
  const [first, ...others] = results;
  const pairs = others.map((other) => {
    const { shared } = sharedQueries(first!, other);
    return pairScores(
      metric,
      first!,
      other,
      shared.filter(({ query }) => !edited.has(query)),
    );
  });
  const places = pairs.map(({ queries }) => new Map(queries.map((query, i) => [query, i])));
  const queries = pairs[0]!.queries.filter((query) => places.every((at) => at.has(query)));
  const scores = [
    queries.map((query) => pairs[0]!.a[places[0]!.get(query)!]!),
    ...pairs.map(({ b }, p) => queries.map((query) => b[places[p]!.get(query)!]!)),
  ];
  const whole = anova.compute({ scores });
  const found = method === "tukey" ? byRange(scores, confidence) : byDealing(scores, confidence, seed);
  if (whole.status !== "known" || found === undefined) return undefined;
  const { means, systems } = whole.value;
  const sign = first!.direction(metric) === "higher" ? 1 : -1;
  const beats = (i: number): string[] =>
    found.flatMap(({ a, b, difference, p = 1 }) => {
      if ((i !== a && i !== b) || p > levelOf(confidence)) return [];
      const better = sign * difference > 0 ? b : a;
      return better === i ? [letterOf(i === a ? b : a)] : [];
    });
  return {
    metric,
    n: queries.length,
    means,
    ...(systems.test === undefined ? {} : { anova: systems.test }),
    method,
    pairs: found,
    letters: means.map((_, i) => beats(i).sort().join("")),
  };
}

type ComparedPairs = SeveralSystems["pairs"];

function byRange(scores: ScoreRows, confidence: number): ComparedPairs | undefined {
  const each = tukey.compute({ scores, confidence });
  if (each.status !== "known") return undefined;
  return each.value.pairs.map(({ first: a, second: b, difference, low, high, test }) => ({
    a: b,
    b: a,
    difference,
    interval: [low, high] as const,
    ...(test === undefined ? {} : { p: test.p }),
  }));
}

/** One query has one way to be dealt out that counts; p would never be small. */
function byDealing(scores: ScoreRows, confidence: number, seed: number): ComparedPairs | undefined {
  const each = randomisedTukey.compute({ scores, confidence }, randomFrom(seed));
  if (each.status !== "known" || scores[0]!.length < 2) return undefined;
  const { pairs, critical } = each.value;
  return pairs.map(({ first: a, second: b, difference, p }) => ({
    a: b,
    b: a,
    difference,
    interval: [difference - critical, difference + critical] as const,
    p,
  }));
}
