/** The queries whose score changed most, and what became of the things to find. */
import type { QueryId } from "../../core/ids.ts";
import { differencesOf } from "../../stats/index.ts";
import type { PlacedItem } from "../why/placed-items.ts";
import type { MovedItem, MovedQuery, PairedScores } from "./comparison.ts";

const MOST = 10;

/** A query's things to find in one system; undefined if its hits were not kept. */
export type ItemsOf = ((query: QueryId) => readonly PlacedItem[]) | undefined;

/** Those with the largest differences, the worst of them first. */
export function movedQueries(
  pairs: PairedScores | undefined,
  before: ItemsOf,
  after: ItemsOf,
  most: number = MOST,
): MovedQuery[] {
  if (pairs === undefined) return [];
  const { metric, queries, a, b, direction } = pairs;
  const sign = direction === "higher" ? 1 : -1;
  const differences = differencesOf({ a: b, b: a });
  const size = (i: number): number => Math.abs(differences[i]!);
  return [...queries.keys()]
    .filter((i) => differences[i] !== 0)
    .sort((x, y) => size(y) - size(x) || x - y)
    .slice(0, most)
    .sort((x, y) => sign * (differences[x]! - differences[y]!) || x - y)
    .map((i) => {
      const query = queries[i]!;
      const items = before && after && movedItems(before(query), after(query));
      return {
        query,
        metric,
        a: a[i]!,
        b: b[i]!,
        difference: differences[i]!,
        ...(items === undefined ? {} : { items }),
      };
    });
}

/** The things to find in the order of the gold; both systems have the same ones. */
function movedItems(before: readonly PlacedItem[], after: readonly PlacedItem[]): MovedItem[] {
  const known = new Map(before.map((one) => [JSON.stringify(one.item), one]));
  return after.map(({ item, rank, missed }) => {
    const first = known.get(JSON.stringify(item));
    const isNew = missed !== undefined && first?.missed === undefined;
    return {
      item,
      ...(first?.rank === undefined ? {} : { before: first.rank }),
      ...(rank === undefined ? {} : { after: rank }),
      ...(isNew ? { missed } : {}),
    };
  });
}
