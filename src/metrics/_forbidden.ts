/** What metrics over forbidden documents share. Ranks here count from 0. */
import type { Derivation } from "../core/derivation.ts";
import { none } from "../core/derivation.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { hitsWhere } from "./_explain.ts";

/** Forbidden documents among the first n hits; undefined where the gold forbids none. */
export function forbiddenAmong({ forbidden }: JudgedRanking, n: number): number | undefined {
  if (forbidden === undefined) return undefined;
  let count = 0;
  for (let rank = 0; rank < n; rank++) if (forbidden[rank]! > 0) count++;
  return count;
}

export const nothingForbidden = none("no forbidden documents in the gold", "nothing-to-judge");

/** One term of 1 for every forbidden document among the first n hits. */
export const forbiddenHits = ({ forbidden }: JudgedRanking, n: number): Derivation[] =>
  hitsWhere(n, "forbidden", (rank) => forbidden !== undefined && forbidden[rank]! > 0);
