/** The queries whose score changed most. */
import type { ComparedResult } from "./compare.ts";
import type { MovedQuery, PairedScores } from "./comparison.ts";

const MOST = 10;

/** Those with the largest differences, the worst of them first. */
export function movedQueries(
  pairs: PairedScores | undefined,
  _a: ComparedResult,
  _b: ComparedResult,
  most: number = MOST,
): MovedQuery[] {
  if (pairs === undefined) return [];
  const { metric, queries, a, b, direction } = pairs;
  const sign = direction === "higher" ? 1 : -1;
  const size = (i: number): number => Math.abs(b[i]! - a[i]!);
  return [...queries.keys()]
    .filter((i) => a[i] !== b[i])
    .sort((x, y) => size(y) - size(x) || x - y)
    .slice(0, most)
    .sort((x, y) => sign * (b[x]! - a[x]! - (b[y]! - a[y]!)) || x - y)
    .map((i) => ({ query: queries[i]!, metric, a: a[i]!, b: b[i]!, difference: b[i]! - a[i]! }));
}
