/** Settings that can be compared by their means: those with scores of the same queries. */
import type { QueryId } from "../../core/ids.ts";
import type { Result } from "../score/result.ts";

export interface ComparableSettings {
  readonly kept: readonly { readonly result: Result; readonly mean: number }[];
  /** How many queries the means are of. */
  readonly queries: number;
  /** Settings with scores of fewer queries: where the hard ones fail, the mean of the rest looks good. */
  readonly leftOut: readonly { readonly name: string; readonly queries: number }[];
}

/** Those with scores of the most queries, by the means of the queries that all of them have scores for. */
export function onSameQueries(results: readonly Result[], metric: string): ComparableSettings {
  const all = results.map((result) => ({ result, scored: scoredQueries(result, metric) }));
  const most = Math.max(0, ...all.map(({ scored }) => scored.length));
  const full = most === 0 ? [] : all.filter(({ scored }) => scored.length === most);
  const others = full.slice(1).map(({ scored }) => new Set(scored));
  const common = (full[0]?.scored ?? []).filter((query) => others.every((one) => one.has(query)));
  return {
    kept: full.flatMap(({ result }) => {
      const { mean } = common.length === most ? result.mean(metric) : result.mean(metric, common);
      return mean === undefined ? [] : [{ result, mean }];
    }),
    queries: common.length,
    leftOut: all.flatMap(({ result: { name }, scored: { length } }) =>
      length < most ? [{ name, queries: length }] : [],
    ),
  };
}

function scoredQueries(result: Result, metric: string): QueryId[] {
  const { states } = result.column(metric);
  return result.queries.filter((_, i) => states[i] === 0);
}
