/** The queries that moved most, for people: what moved in them, not everything that they look for. */
import { missWords } from "../../core/missed.ts";
import { withCommas } from "../../core/shown.ts";
import type { ComparedPair, MovedItem, MovedQuery } from "../../evaluate/compare/comparison.ts";
import { oneLine } from "../../text/width.ts";

const MOST_ITEMS = 5;

type Moved = Pick<ComparedPair, "moved" | "verdicts">;

function isWorse({ metric, difference }: MovedQuery, { verdicts }: Moved): boolean {
  const better = verdicts.find((one) => one.metric === metric)?.direction ?? "higher";
  return difference > 0 === (better === "lower");
}

/** "ndcg@10, largest drops first". */
export function movedBy(pair: Moved): string {
  const [first, ...others] = pair.moved;
  const { metric, difference } = first!;
  if (others.length === 0) return metric;
  return `${metric}, ${isWorse(first!, pair) ? "largest" : "smallest"} ${difference > 0 ? "rises" : "drops"} first`;
}

/** No more than five: of a query that got worse, what fell out of the first k and what fell furthest; of others, what rose. */
export function itemTexts(query: MovedQuery, pair: Moved): string[] {
  const sign = isWorse(query, pair) ? -1 : 1;
  const moved = (query.items ?? [])
    .filter(({ before, after, missed }) => missed !== undefined || before !== after)
    .map((item) => ({ item, lost: item.missed === undefined ? 0 : 1, rise: riseOf(item) }))
    .sort((x, y) => sign * (x.lost - y.lost) || sign * (y.rise - x.rise));
  const first = moved.slice(0, MOST_ITEMS);
  const more = moved.length - first.length;
  return [
    ...first.map(({ item }) => itemText(item)),
    ...(more === 0 ? [] : [`and ${withCommas(more)} more that moved`]),
  ];
}

/** From rank 1 to 2 is further than from 100 to nowhere. */
function riseOf({ before, after }: MovedItem): number {
  const weight = (rank: number | undefined): number => (rank === undefined ? 0 : 1 / rank);
  return weight(after) - weight(before);
}

/** "p017  rank 3 → 12: below k (rank 12)". */
function itemText({ item, before, after, missed }: MovedItem): string {
  const place = (rank: number | undefined): string => (rank === undefined ? "not retrieved" : `rank ${rank}`);
  const why =
    missed === undefined || missed.reason === "never-retrieved" ? "" : `: ${missWords({ ...missed, item })}`;
  return `${item.map(oneLine).join(" or ")}  ${place(before)} → ${place(after)}${why}`;
}
