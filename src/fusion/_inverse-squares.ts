import type { FusionList } from "../core/fusion.ts";
import { countIn, sumOver } from "./_sums.ts";

/** The sum of 1 / rank², times what it is worth that so many runs have the document. */
export function inverseSquares(
  lists: readonly FusionList[],
  docs: number,
  worth: (count: number) => number,
): Float64Array {
  const count = countIn(lists, docs);
  return sumOver(lists, docs, (rank) => 1 / (rank + 1) ** 2).map((sum, doc) => sum * worth(count[doc]!));
}
