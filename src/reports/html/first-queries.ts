/** The queries to look at first: those that changed most, or scored worst. */
import type { View } from "../view/model.ts";
import { sameGold } from "./charts/paired.ts";

export interface FirstQuery {
  /** Its place in the table of queries. */
  readonly at: number;
  /** Of the headline metric, by run. */
  readonly scores: readonly (number | null)[];
  /** Last run less the first. */
  readonly difference: number | null;
}

/** All queries in that order; those without a score are last. Equal ones keep their order. */
export function queryOrder({ queries, runs, metrics }: View): FirstQuery[] {
  const sign = metrics[0]?.direction === "lower" ? -1 : 1;
  const rows = queries.ids.map((_, at): FirstQuery & { readonly rank: number } => {
    const scores = runs.map((_, run) => queries.scores[run]?.[0]?.[at] ?? null);
    const [first, last] = [scores[0] ?? null, scores.at(-1) ?? null];
    const compared = first !== null && last !== null && sameGold(queries, 0, runs.length - 1, at);
    const difference = runs.length > 1 && compared ? last - first : null;
    const known = scores.filter((score) => score !== null);
    const rank =
      runs.length === 2
        ? difference === null
          ? Number.POSITIVE_INFINITY
          : difference * sign
        : known.length === 0
          ? Number.POSITIVE_INFINITY
          : Math.max(...known.map((score) => score * sign));
    return { at, scores, difference, rank };
  });
  return rows
    .sort((x, y) => (x.rank === y.rank ? x.at - y.at : x.rank - y.rank))
    .map(({ rank: _, ...row }) => row);
}

/** The first rows of that order, and what order it is. For two runs, half of the rows are gains. */
export function firstQueries(
  view: View,
  most: number,
): { readonly rows: readonly FirstQuery[]; readonly about: string } {
  const metric = view.metrics[0]?.name ?? "score";
  const order = queryOrder(view);
  if (view.runs.length !== 2 || order.length <= most)
    return {
      rows: order.slice(0, most),
      about: view.runs.length === 2 ? `Largest drop of ${metric} first.` : `Lowest ${metric} first.`,
    };
  const byChange = order
    .filter(({ difference }) => difference !== null && difference !== 0)
    .sort((x, y) => Math.abs(y.difference!) - Math.abs(x.difference!));
  const chosen = new Set(byChange.slice(0, most).map(({ at }) => at));
  for (const { at } of order) {
    if (chosen.size >= most) break;
    chosen.add(at);
  }
  return {
    rows: order.filter(({ at }) => chosen.has(at)),
    about: `The queries whose ${metric} changed most.`,
  };
}
