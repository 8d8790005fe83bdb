/** What metrics over texts share: for each hit the best value against any gold text, then the mean over the hits. */

import type { Derivation } from "../core/derivation.ts";
import { mean, none } from "../core/derivation.ts";
import type { JudgedRanking, Overlap } from "../core/ranking.ts";
import type { Score } from "../core/score.ts";
import { emptyRanking, noRelevant, scored, skipped } from "../core/score.ts";
import { nothingRetrieved } from "./_explain.ts";

/** What one hit is worth against one gold text. */
type OverlapWorth = (o: Overlap, hit: number, gold: number) => number;

/** The first gold text against which the hit is worth most. */
function bestGold(o: Overlap, hit: number, worth: OverlapWorth): number {
  let best = 0;
  for (let gold = 1; gold < o.golds; gold++) if (worth(o, hit, gold) > worth(o, hit, best)) best = gold;
  return best;
}

const hitsOf = (o: Overlap, k: number | undefined): number => Math.min(k ?? o.hits, o.hits);

export function meanOfBest({ overlap: o }: JudgedRanking, k: number | undefined, worth: OverlapWorth): Score {
  if (o === undefined) return skipped("texts");
  if (o.golds === 0) return noRelevant;
  const n = hitsOf(o, k);
  if (n === 0) return emptyRanking;
  let total = 0;
  for (let hit = 0; hit < n; hit++) total += worth(o, hit, bestGold(o, hit, worth));
  return scored(total / n);
}

/** `explain` derives what a hit is worth against a gold text; its value must be `worth`. */
export function explainMeanOfBest(
  what: string,
  { overlap: o }: JudgedRanking,
  k: number | undefined,
  worth: OverlapWorth,
  explain: (o: Overlap, hit: number, gold: number) => Derivation,
): Derivation {
  if (o === undefined || o.golds === 0) return none("the gold has no text", "no-relevant");
  const n = hitsOf(o, k);
  if (n === 0) return nothingRetrieved;
  return mean(
    what,
    Array.from({ length: n }, (_, hit) => explain(o, hit, bestGold(o, hit, worth))),
  );
}
