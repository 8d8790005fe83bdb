/** What several fusions learn alike. */
import type { JudgedList } from "../core/fusion.ts";

/** By rank: the share of relevant documents among the lists that reach this rank. */
export function relevanceByRank(lists: readonly JudgedList[]): number[] {
  const longest = lists.reduce((most, { relevant }) => Math.max(most, relevant.length), 0);
  return Array.from({ length: longest }, (_, rank) => {
    const there = lists.filter(({ relevant }) => rank < relevant.length);
    return hitsIn(there, rank, rank + 1) / there.length;
  });
}

/** How many relevant documents stand at ranks start … end - 1 of all lists together. */
export function hitsIn(lists: readonly JudgedList[], start: number, end: number): number {
  let hits = 0;
  for (const { relevant } of lists)
    for (let rank = start; rank < end && rank < relevant.length; rank++) hits += relevant[rank]!;
  return hits;
}

/** The segment that a rank is in: how many of the ends lie at or before it. */
export function segmentOf(rank: number, ends: readonly number[]): number {
  let segment = 0;
  while (segment < ends.length && rank >= ends[segment]!) segment++;
  return segment;
}
