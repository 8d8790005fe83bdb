/** The queries that moved most, for people: what moved in them, not everything that they look for. */
import { missWords } from "../../core/missed.ts";
import { withCommas } from "../../core/shown.ts";
import type { ComparedPair, MovedItem } from "../../evaluate/compare/comparison.ts";
import { oneLine } from "../../text/width.ts";

const MOST_ITEMS = 5;

/** "ndcg@10, largest drops first". */
export function movedBy({ moved, verdicts }: Pick<ComparedPair, "moved" | "verdicts">): string {
  const { metric, difference } = moved[0]!;
  if (moved.length === 1) return metric;
  const better = verdicts.find((one) => one.metric === metric)?.direction ?? "higher";
  const rises = difference > 0;
  const worse = rises === (better === "lower");
  return `${metric}, ${worse ? "largest" : "smallest"} ${rises ? "rises" : "drops"} first`;
}

/** What fell out of the first k, then what moved furthest near the top; no more than five. */
export function itemTexts(items: readonly MovedItem[] = []): string[] {
  const moved = items.filter(({ before, after, missed }) => missed !== undefined || before !== after);
  const first = moved
    .map((item) => ({ item, lost: item.missed === undefined ? 0 : 1, distance: distanceOf(item) }))
    .sort((x, y) => y.lost - x.lost || y.distance - x.distance)
    .slice(0, MOST_ITEMS);
  const more = moved.length - first.length;
  return [
    ...first.map(({ item }) => itemText(item)),
    ...(more === 0 ? [] : [`and ${withCommas(more)} more that moved`]),
  ];
}

/** From rank 1 to 2 is further than from 100 to nowhere. */
function distanceOf({ before, after }: MovedItem): number {
  const weight = (rank: number | undefined): number => (rank === undefined ? 0 : 1 / rank);
  return Math.abs(weight(before) - weight(after));
}

/** "p017  rank 3 → 12: below k (rank 12)". */
function itemText({ item, before, after, missed }: MovedItem): string {
  const place = (rank: number | undefined): string => (rank === undefined ? "not retrieved" : `rank ${rank}`);
  const why =
    missed === undefined || missed.reason === "never-retrieved" ? "" : `: ${missWords({ ...missed, item })}`;
  return `${item.map(oneLine).join(" or ")}  ${place(before)} → ${place(after)}${why}`;
}
