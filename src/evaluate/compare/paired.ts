/** Two systems beside each other, by the ids of their queries; never by position. */
import type { QueryId } from "../../core/ids.ts";
import type { Result } from "../score/result.ts";
import { SCORED, STATES } from "../score/summarize.ts";
import type { LeftOut, PairedScores } from "./comparison.ts";

/** What a comparison reads of a Result: by its shape, so that a Result of another copy of the library will do. */
export type PairedSide = Pick<Result, "queries" | "column" | "direction" | "yesNo">;

/** The same query in both systems. */
export interface SharedQuery {
  readonly query: QueryId;
  /** Its place in each of them. */
  readonly a: number;
  readonly b: number;
}

/** The queries of both, in the order of a. */
export function sharedQueries(
  a: Pick<Result, "queries">,
  b: Pick<Result, "queries">,
): {
  readonly shared: readonly SharedQuery[];
  readonly onlyA: readonly QueryId[];
  readonly onlyB: readonly QueryId[];
} {
  // Most runs have the queries of one gold, in its order.
  if (a.queries.length === b.queries.length && a.queries.every((query, i) => query === b.queries[i]))
    return { shared: a.queries.map((query, i) => ({ query, a: i, b: i })), onlyA: [], onlyB: [] };
  const places = new Map(b.queries.map((query, i) => [query, i]));
  const shared: SharedQuery[] = [];
  const onlyA: QueryId[] = [];
  a.queries.forEach((query, i) => {
    const place = places.get(query);
    if (place === undefined) onlyA.push(query);
    else shared.push({ query, a: i, b: place });
    places.delete(query);
  });
  return { shared, onlyA, onlyB: [...places.keys()] };
}

/** A metric of both, over the queries that have a score on each side: a failure never counts as 0. */
export function pairScores(
  metric: string,
  a: PairedSide,
  b: PairedSide,
  shared: readonly SharedQuery[] = sharedQueries(a, b).shared,
): PairedScores {
  const [first, second] = [a.column(metric), b.column(metric)];
  const leftOut: Record<keyof LeftOut, number> = { undefined: 0, skipped: 0, failed: 0 };
  const both = shared.filter((one) => {
    const [state, other] = [first.states[one.a]!, second.states[one.b]!];
    // The later state says more: that one side failed comes before what the other lacks.
    const worst = STATES[Math.max(state, other)]!;
    if (worst !== STATES[SCORED]) leftOut[worst]++;
    return worst === STATES[SCORED];
  });
  const scores = {
    a: Float64Array.from(both, (one) => first.values[one.a]!),
    b: Float64Array.from(both, (one) => second.values[one.b]!),
  };
  return {
    metric,
    direction: a.direction(metric),
    // A tool that is imitated may have other values than its metric has.
    yesNo: a.yesNo(metric) && b.yesNo(metric) && scores.a.every(isYesNo) && scores.b.every(isYesNo),
    queries: both.map(({ query }) => query),
    ...scores,
    leftOut,
  };
}

const isYesNo = (value: number): boolean => value === 0 || value === 1;
