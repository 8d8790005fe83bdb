/** Adding up by document. */
import type { FusionList } from "../core/fusion.ts";

/**
 * Sums the value of each document over all lists.
 * Compensated (Neumaier), so that equal sums stay equal in any order of the runs; a last-bit difference would
 * break the tie.
 */
export function sumOver(
  lists: readonly FusionList[],
  docs: number,
  worth: (rank: number, run: number, list: FusionList) => number,
): Float64Array {
  const total = new Float64Array(docs);
  const lost = new Float64Array(docs);
  for (let run = 0; run < lists.length; run++) {
    const list = lists[run]!;
    for (let rank = 0; rank < list.docs.length; rank++) {
      const doc = list.docs[rank]!;
      const x = worth(rank, run, list);
      const before = total[doc]!;
      const after = before + x;
      lost[doc]! += Math.abs(before) >= Math.abs(x) ? before - after + x : x - after + before;
      total[doc] = after;
    }
  }
  return total.map((sum, doc) => sum + lost[doc]!);
}

/** The sum of the scores. */
export const scoreSum = (lists: readonly FusionList[], docs: number): Float64Array =>
  sumOver(lists, docs, scoreAt);

const scoreAt = (rank: number, _run: number, list: FusionList): number => list.scores![rank]!;

/** How many lists have each document. */
export function countIn(lists: readonly FusionList[], docs: number): Uint32Array {
  const count = new Uint32Array(docs);
  for (const list of lists) for (const doc of list.docs) count[doc]!++;
  return count;
}

/** The weight of a run; 1 where none were given. */
export const weightOf = (weights: readonly number[], run: number): number => weights[run] ?? 1;
