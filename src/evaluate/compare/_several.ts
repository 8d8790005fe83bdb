/** Three and more systems at once: does any differ, and which from which? */
import { anova, tukey } from "../../stats/index.ts";
import type { SeveralSystems } from "./comparison.ts";
import { type PairedSide, pairScores, sharedQueries } from "./paired.ts";

/** One metric over the queries that every system has a score for. undefined where that cannot be tested. */
export function severalSystems(
  metric: string,
  results: readonly PairedSide[],
  edited: ReadonlySet<string>,
  confidence: number,
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
  const [whole, each] = [anova.compute({ scores }), tukey.compute({ scores, confidence })];
  if (whole.status !== "known" || each.status !== "known") return undefined;
  const { means, systems } = whole.value;
  const found = each.value.pairs.map(({ first: a, second: b, difference, low, high, test }) => ({
    a: b,
    b: a,
    difference,
    interval: [low, high] as const,
    ...(test === undefined ? {} : { p: test.p }),
  }));
  const sign = first!.direction(metric) === "higher" ? 1 : -1;
  const beats = (i: number): string[] =>
    found.flatMap(({ a, b, difference, p = 1 }) => {
      if ((i !== a && i !== b) || p > 1 - confidence) return [];
      const better = sign * difference > 0 ? b : a;
      return better === i ? [letterOf(i === a ? b : a)] : [];
    });
  return {
    metric,
    n: queries.length,
    means,
    ...(systems.test === undefined ? {} : { anova: systems.test }),
    pairs: found,
    letters: means.map((_, i) => beats(i).sort().join("")),
  };
}

/** "a" for the first system; past "z" their numbers in brackets. */
const letterOf = (i: number): string => (i < 26 ? String.fromCharCode(97 + i) : `(${i + 1})`);
