import { defineFusion } from "./_define.ts";
import { sumOver } from "./_sums.ts";
import { hitsIn, segmentOf } from "./_training.ts";

/** Where the segments end; ranks past the last one count as in the last one. */
const ENDS = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
/** Replaces a share of 0 or 1, whose log odds are infinite. */
const LEAST = 0.001;
const ABSENT = Math.log(LEAST / (1 - LEAST));

export const bayesfuse = defineFusion({
  id: "bayesfuse",
  title: "BayesFuse",
  definition:
    "The sum of the logarithms of the odds that a document at this rank is relevant, as each run had them in training, segment by segment (ranks 1-5, 6-10, … 501-1000). A run that lacks the document gives odds of 1 to 999.",
  formula: "sum over runs of ln(P(relevant | segment) / P(not relevant | segment))",
  cite: "Aslam, Montague, Models for metasearch, 2001",
  params: {},
  needs: ["ranks", "training"],
  laws: [],
  train: (lists) =>
    ENDS.map((end, segment) => {
      const start = segment === 0 ? 0 : ENDS[segment - 1]!;
      const share = lists.length === 0 ? 0 : hitsIn(lists, start, end) / (end - start) / lists.length;
      return Math.log((share || LEAST) / (1 - (share || LEAST) || LEAST));
    }),
  fuse(lists, docs, _, trained) {
    const last = ENDS.length - 1;
    const above = sumOver(
      lists,
      docs,
      (rank, run) => trained[run]![Math.min(segmentOf(rank, ENDS), last)]! - ABSENT,
    );
    return above.map((odds) => odds + lists.length * ABSENT);
  },
});
