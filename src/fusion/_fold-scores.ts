import type { FusionList } from "../core/fusion.ts";

/** The scores of each document, two by two. */
export function foldScores(
  lists: readonly FusionList[],
  docs: number,
  choose: (a: number, b: number) => number,
): Float64Array {
  const out = new Float64Array(docs).fill(Number.NaN);
  for (const list of lists)
    list.docs.forEach((doc, rank) => {
      const score = list.scores![rank]!;
      const before = out[doc]!;
      out[doc] = Number.isNaN(before) ? score : choose(before, score);
    });
  return out;
}
