import type { FusionList } from "../core/fusion.ts";
import { defineFusion } from "./_define.ts";
import { runWeights } from "./_params.ts";
import { weightOf } from "./_sums.ts";

export const condorcet = defineFusion({
  id: "condorcet",
  aliases: ["condorcetfuse", "w-condorcet", "weighted-condorcet"],
  title: "Condorcet",
  definition:
    "Each run is a voter. One document beats another if the runs that rank it higher weigh more than those that rank it lower; a run that has neither does not vote. Documents are ordered by how many others they beat, a draw counting half, and get n, n - 1, … points of n documents.",
  formula: "n - (number of documents that beat more others)",
  cite: "Montague, Aslam, Condorcet fusion for improved retrieval, 2002; the count of wins where majorities go round in a circle: Copeland, 1951",
  params: { weights: runWeights },
  needs: ["ranks"],
  laws: ["keeps-one-run", "monotone"],
  fuse(lists, docs, { weights }) {
    const wins = winsOf(lists, docs, weights);
    const sorted = wins.toSorted().reverse();
    const better = new Map<number, number>();
    sorted.forEach((win, place) => void (better.has(win) || better.set(win, place)));
    return wins.map((win) => docs - better.get(win)!);
  },
});

/** How many others each document beats, a draw counting half. Every pair is looked at, so the inner loop is kept bare. */
function winsOf(lists: readonly FusionList[], docs: number, weights: readonly number[]): Float64Array {
  const runs = lists.length;
  /** By document and run: its rank; those that a run lacks share the last one. */
  const places = new Int32Array(docs * runs).fill(docs);
  lists.forEach((list, run) => {
    list.docs.forEach((doc, rank) => {
      places[doc * runs + run] = rank;
    });
  });
  const weight = Float64Array.from(lists, (_, run) => weightOf(weights, run));
  // Treat 0.1 + 0.2 against 0.3 as a draw, despite rounding.
  const draw = 1e-12 * weight.reduce((sum, one) => sum + Math.abs(one), 0);
  const wins = new Float64Array(docs);
  for (let a = 0; a < docs; a++) {
    const mine = a * runs;
    let won = 0;
    for (let b = a + 1; b < docs; b++) {
      const other = b * runs;
      let lead = 0;
      for (let run = 0; run < runs; run++) {
        const behind = places[other + run]! - places[mine + run]!;
        // Branch-free sign: the branch would be unpredictable.
        lead += weight[run]! * ((behind >> 31) - (-behind >> 31));
      }
      const share = lead > draw ? 1 : lead < -draw ? 0 : 0.5;
      won += share;
      wins[b]! += 1 - share;
    }
    wins[a]! += won;
  }
  return wins;
}
