/** What metrics over groups share. Ranks here count from 0. */

import type { Derivation } from "../core/derivation.ts";
import { none, value } from "../core/derivation.ts";
import type { GroupCredit, JudgedRanking } from "../core/ranking.ts";
import type { Score } from "../core/score.ts";
import { noRelevant, skipped } from "../core/score.ts";
import { choice } from "./_params.ts";
import { firstRanks } from "./_ranks.ts";

/** Scores the groups, where the gold has any. */
export function scoreGroups(r: JudgedRanking, score: (groups: GroupCredit) => Score): Score {
  if (r.groups === undefined) return skipped("groups");
  return r.groups.count === 0 ? noRelevant : score(r.groups);
}

export const noGroup = none("the gold has no group", "no-relevant");

/** Explains the groups, where the gold has any. */
export const explainGroups = (r: JudgedRanking, explain: (groups: GroupCredit) => Derivation): Derivation =>
  r.groups === undefined || r.groups.count === 0 ? noGroup : explain(r.groups);

/** How many groups are satisfied within the first n hits. */
export function satisfied(groups: GroupCredit, n: number): number {
  let count = 0;
  for (const rank of firstRanks(groups, n)) if (rank >= 0) count++;
  return count;
}

/** One term of 1 for every group that is satisfied within the first n hits. */
export function satisfiedTerms(groups: GroupCredit, n: number, name = "group"): Derivation[] {
  const terms: Derivation[] = [];
  firstRanks(groups, n).forEach((rank, g) => {
    if (rank >= 0) terms.push(value(`${name} ${g + 1} is satisfied`, 1, rank + 1));
  });
  return terms;
}

/** By rank, how many groups are satisfied there for the first time. */
export function newlySatisfied(groups: GroupCredit, n: number): Float64Array {
  const news = new Float64Array(n);
  for (const rank of firstRanks(groups, n)) if (rank >= 0) news[rank]! += 1;
  return news;
}

export const credit = choice(
  {
    first: "credits a group once, at the first hit that satisfies it",
    each: "scores every group by itself, then takes the mean over the groups",
  },
  "first",
  "How groups are credited: each once, at the first hit that satisfies it, or (to imitate AutoRAG) each as if it were the only group, then averaged.",
  "denominator",
  true,
);
