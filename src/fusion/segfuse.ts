import { defineFusion } from "./_define.ts";
import { sumOver } from "./_sums.ts";
import { hitsIn, segmentOf } from "./_training.ts";

/** Each segment is twice as long as the one before: 5, 10, 20, … */
const ENDS = Array.from({ length: 10 }, (_, k) => 10 * 2 ** k - 5);

export const segfuse = defineFusion({
  id: "segfuse",
  title: "SegFuse",
  definition:
    "Lists are cut into ten segments of growing length (5, 10, 20, … ranks). A document gets from each run the share of relevant documents that this segment had in training, times one plus its score. Past rank 5115 it gets nothing.",
  formula: "sum over runs of P(relevant | segment) × (1 + score)",
  cite: "Shokouhi, Segmentation of search engine results for effective data-fusion, 2007",
  params: {},
  needs: ["scores", "ranks", "training"],
  normalise: "min-max",
  laws: [],
  train: (lists) =>
    ENDS.map((end, segment) => {
      const start = segment === 0 ? 0 : ENDS[segment - 1]!;
      return lists.length === 0 ? 0 : hitsIn(lists, start, end) / (end - start) / lists.length;
    }),
  fuse: (lists, docs, _, trained) =>
    sumOver(
      lists,
      docs,
      (rank, run, list) => (trained[run]![segmentOf(rank, ENDS)] ?? 0) * (list.scores![rank]! + 1),
    ),
});
