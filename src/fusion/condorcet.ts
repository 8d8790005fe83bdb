import { defineFusion } from "./_define.ts";
import { runWeights } from "./_params.ts";
import { weightOf } from "./_sums.ts";
import type { FusionList } from "./_types.ts";

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

/** How many others each document beats, a draw counting half. */
function winsOf(lists: readonly FusionList[], docs: number, weights: readonly number[]): Float64Array {
  const places = lists.map((list) => {
    const place = new Uint32Array(docs).fill(docs);
    list.docs.forEach((doc, rank) => {
      place[doc] = rank;
    });
    return place;
  });
  // 0.1 + 0.2 against 0.3 is a draw, whatever doubles make of it.
  const draw = 1e-12 * lists.reduce((sum, _, run) => sum + Math.abs(weightOf(weights, run)), 0);
  const wins = new Float64Array(docs);
  for (let a = 0; a < docs; a++)
    for (let b = a + 1; b < docs; b++) {
      let lead = 0;
      for (let run = 0; run < places.length; run++) {
        const place = places[run]!;
        if (place[a]! < place[b]!) lead += weightOf(weights, run);
        else if (place[a]! > place[b]!) lead -= weightOf(weights, run);
      }
      if (lead > draw) wins[a]!++;
      else if (lead < -draw) wins[b]!++;
      else {
        wins[a]! += 0.5;
        wins[b]! += 0.5;
      }
    }
  return wins;
}
